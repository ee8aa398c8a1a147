/** Lets few go on at once: the others wait, and whoever asks for much waits behind who asks for little. */

export interface TurnBounds {
  at_once: number;
  /** So many wait of one asker, and of all; without them as many as come. */
  waiting_each?: number;
  waiting_max?: number;
}

export class Turns {
  readonly #bounds: TurnBounds;
  readonly #full: () => Error;
  #free: number;
  /** Who waits, by asker. The asker that comes first here is the next; it then goes behind the others. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #count = 0;

  /** @param full what is thrown where no more may wait */
  constructor(bounds: TurnBounds, full: () => Error) {
    this.#bounds = bounds;
    this.#full = full;
    this.#free = bounds.at_once;
  }

  /** Does something when it is its turn. @param asker whose it is: of several, one of each has its turn after the other */
  async during<T>(asker: string, work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--;
    else await this.#wait(asker);
    try {
      return await work();
    } finally {
      this.#next();
    }
  }

  #wait(asker: string): Promise<void> {
    const { waiting_each = Infinity, waiting_max = Infinity } = this.#bounds;
    const own = this.#waiting.get(asker) ?? [];
    if (own.length >= waiting_each || this.#count >= waiting_max) throw this.#full();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.set(asker, [...own, resolve]);
    this.#count++;
    return promise;
  }

  /** Who ends gives its place to who waits, so that nobody comes between. */
  #next(): void {
    const [first] = this.#waiting;
    if (!first) {
      this.#free++;
      return;
    }
    const [asker, [begin, ...others]] = first;
    this.#waiting.delete(asker);
    if (others.length > 0) this.#waiting.set(asker, others);
    this.#count--;
    begin?.();
  }
}
