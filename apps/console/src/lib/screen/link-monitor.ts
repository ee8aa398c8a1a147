const PING_MS = 1_000;
const STALLED_MS = 3_000;
const DEAD_MS = 10_000;

/** Decides from pings and pongs whether a connection that looks open still carries anything. Times are milliseconds. */
export class LinkMonitor {
  readonly #sentAt = new Map<number, number>();
  #open = false;
  #seq = 0;
  #lastPingAt = 0;
  #stalled = false;

  opened(now: number): void {
    this.broken();
    this.#open = true;
    this.#lastPingAt = now - PING_MS;
  }

  broken(): void {
    this.#open = false;
    this.#stalled = false;
    this.#sentAt.clear();
  }

  /** The round trip of an answered ping; undefined for an answer to nothing. */
  pong(seq: number, now: number): number | undefined {
    const sentAt = this.#sentAt.get(seq);
    if (sentAt === undefined) return undefined;
    // Whatever was sent before has been overtaken: the connection is in order.
    for (const older of this.#sentAt.keys()) if (older <= seq) this.#sentAt.delete(older);
    return now - sentAt;
  }

  /** What is due now: the next ping's number, a change of `stalled`, or that the connection is to be given up. */
  tick(now: number): { ping?: number; stalledChanged?: boolean; dead: boolean } {
    if (!this.#open) return { dead: false };
    const oldest = this.#sentAt.values().next().value;
    const silentMs = oldest === undefined ? 0 : now - oldest;
    const stalled = silentMs > STALLED_MS;
    const changed = stalled !== this.#stalled;
    this.#stalled = stalled;
    const due = now - this.#lastPingAt >= PING_MS;
    if (due) {
      this.#lastPingAt = now;
      this.#sentAt.set(++this.#seq, now);
    }
    return {
      ...(due && { ping: this.#seq }),
      ...(changed && { stalledChanged: stalled }),
      dead: silentMs > DEAD_MS,
    };
  }
}
