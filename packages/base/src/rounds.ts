/**
 * Does the same piece of work as often as it is asked for, never twice at once: whoever asks while a round goes on gets one
 * after it, because what they ask for may have come too late for that one.
 */
export class Rounds {
  readonly #round: () => Promise<void>;
  readonly #onError: (error: unknown) => void;
  #isWanted = false;
  #isClosed = false;
  #running: Promise<void> | undefined;

  /** A round that fails is told of, and is not repeated by itself. */
  constructor(round: () => Promise<void>, onError: (error: unknown) => void) {
    this.#round = round;
    this.#onError = onError;
  }

  /** A long round looks at it to end early. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  wake(): void {
    this.#isWanted = true;
    if (this.#isClosed || this.#running) return;
    this.#running = this.#run();
  }

  /** No round begins any more; resolves when the last one has ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#isWanted && !this.#isClosed) {
      this.#isWanted = false;
      await this.#round().catch(this.#onError);
    }
    // Nothing comes between the last look and this, so that no call is lost.
    this.#running = undefined;
  }
}
