const PING_MS = 1_000;
const STALLED_MS = 3_000;
/** With what a tick may come too late it is two seconds until somebody is told that nothing answers what he did. */
const UNANSWERED_MS = 1_750;
const DEAD_MS = 10_000;

/** Decides from pings and pongs whether a connection that looks open still carries anything. Times are milliseconds. */
export class LinkMonitor {
  readonly #sentAt = new Map<number, number>();
  #open = false;
  #seq = 0;
  #lastPingAt = 0;
  #stalled = false;
  /** When the first thing was given to the device that neither a pong nor a picture has come after. */
  #givenAt: number | undefined;
  #isUnanswered = false;

  opened(now: number): void {
    this.broken();
    this.#open = true;
    this.#lastPingAt = now - PING_MS;
  }

  broken(): void {
    this.#open = false;
    this.#stalled = false;
    this.#givenAt = undefined;
    this.#isUnanswered = false;
    this.#sentAt.clear();
  }

  /** The device was given something: it is asked at once whether that arrives. */
  given(now: number): void {
    if (!this.#open || this.#givenAt !== undefined) return;
    this.#givenAt = now;
    this.#lastPingAt = now - PING_MS;
  }

  /** A picture came. */
  pictured(): void {
    this.#givenAt = undefined;
  }

  /** The round trip of an answered ping; undefined for an answer to nothing. */
  pong(seq: number, now: number): number | undefined {
    const sentAt = this.#sentAt.get(seq);
    if (sentAt === undefined) return undefined;
    // Whatever was sent before has been overtaken: the connection is in order.
    for (const older of this.#sentAt.keys()) if (older <= seq) this.#sentAt.delete(older);
    if (this.#givenAt !== undefined && sentAt >= this.#givenAt) this.#givenAt = undefined;
    return now - sentAt;
  }

  /**
   * What is due now: the next ping's number, a change of `stalled`, for how long what was given is unanswered when that
   * has become long (null: it is not any more), or that the connection is to be given up.
   */
  tick(now: number): { ping?: number; stalledChanged?: boolean; unansweredMs?: number | null; dead: boolean } {
    if (!this.#open) return { dead: false };
    const oldest = this.#sentAt.values().next().value;
    const silentMs = oldest === undefined ? 0 : now - oldest;
    const stalled = silentMs > STALLED_MS;
    const changed = stalled !== this.#stalled;
    this.#stalled = stalled;
    const givenMs = this.#givenAt === undefined ? 0 : now - this.#givenAt;
    const isUnanswered = givenMs >= UNANSWERED_MS;
    const answerChanged = isUnanswered !== this.#isUnanswered;
    this.#isUnanswered = isUnanswered;
    const due = now - this.#lastPingAt >= PING_MS;
    if (due) {
      this.#lastPingAt = now;
      this.#sentAt.set(++this.#seq, now);
    }
    return {
      ...(due && { ping: this.#seq }),
      ...(changed && { stalledChanged: stalled }),
      ...(answerChanged && { unansweredMs: isUnanswered ? givenMs : null }),
      dead: silentMs > DEAD_MS,
    };
  }
}
