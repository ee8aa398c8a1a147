/**
 * The server's time, by which everything that is recorded is told: the clocks of agents and devices differ from it, and may
 * jump. It is learned from each welcome and goes on by this process' monotonic clock. The way of one message is left out
 * of account; it is far below what a report shows.
 */
export class ServerClock {
  #ahead = performance.timeOrigin;

  /** The server has just said that it is `now`. */
  set(now: number): void {
    this.#ahead = now - performance.now();
  }

  /** Epoch milliseconds. Until the first welcome it is this machine's own idea of them. */
  now(): number {
    return this.#ahead + performance.now();
  }
}

/** Beyond this a source has not been slow but begun to count anew, or its clock stood still while the device slept. */
const REBASED_MS = 30_000;

/**
 * Puts a source's own times on the recording's: what arrives fastest tells the difference of the clocks best, and nothing
 * can have happened after it arrived.
 */
export class ArrivalClock {
  #offset: number | undefined;

  /** The time of what the source dates `source` and what came at `arrival`. */
  map(source: number, arrival: number): number {
    const offset = arrival - source;
    if (this.#offset === undefined || offset < this.#offset || offset > this.#offset + REBASED_MS)
      this.#offset = offset;
    return source + this.#offset;
  }

  /** Another source, with times of its own. */
  reset(): void {
    this.#offset = undefined;
  }
}
