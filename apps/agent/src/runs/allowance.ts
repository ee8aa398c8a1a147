/** A time that is spent while something is at work, and not while it waits for somebody. */
export class Allowance {
  readonly #onSpent: () => void;
  #leftMs: number;
  #running: { timer: NodeJS.Timeout; since: number } | undefined;

  /** @param onSpent called once, when it is all spent */
  constructor(ms: number, onSpent: () => void) {
    this.#leftMs = ms;
    this.#onSpent = onSpent;
    this.goOn();
  }

  goOn(): void {
    this.#running ??= { timer: setTimeout(this.#onSpent, this.#leftMs), since: performance.now() };
  }

  stop(): void {
    if (!this.#running) return;
    clearTimeout(this.#running.timer);
    this.#leftMs -= performance.now() - this.#running.since;
    this.#running = undefined;
  }
}
