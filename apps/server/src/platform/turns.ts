/** Lets few go on at once: the others wait, and whoever asks for much waits behind who asks for little. */

export interface TurnBounds {
  at_once: number;
  /** So many of one asker go on at once; without it as many as there may be. */
  at_once_each?: number;
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
  /** How many go on, by asker. */
  readonly #going = new Map<string, number>();
  #count = 0;

  /** @param full what is thrown where no more may wait */
  constructor(bounds: TurnBounds, full: () => Error) {
    this.#bounds = bounds;
    this.#full = full;
    this.#free = bounds.at_once;
  }

  /**
   * Does something when it is its turn.
   * @param asker whose it is: of several, one of each has its turn after the other
   * @param signal Aborted, it waits no longer
   */
  async during<T>(asker: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    if (this.#free > 0 && this.#mayBegin(asker)) this.#begin(asker);
    else await this.#wait(asker, signal);
    try {
      return await work();
    } finally {
      this.#end(asker);
    }
  }

  #mayBegin = (asker: string): boolean => (this.#going.get(asker) ?? 0) < (this.#bounds.at_once_each ?? Infinity);

  #begin(asker: string): void {
    this.#free--;
    this.#going.set(asker, (this.#going.get(asker) ?? 0) + 1);
  }

  async #wait(asker: string, signal: AbortSignal | undefined): Promise<void> {
    const { waiting_each = Infinity, waiting_max = Infinity } = this.#bounds;
    const own = this.#waiting.get(asker) ?? [];
    if (own.length >= waiting_each || this.#count >= waiting_max) throw this.#full();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#waiting.set(asker, [...own, resolve]);
    this.#count++;
    const leave = () => {
      this.#remove(asker, resolve);
      reject(signal?.reason as Error);
    };
    signal?.addEventListener("abort", leave, { once: true });
    await promise.finally(() => signal?.removeEventListener("abort", leave));
  }

  #remove(asker: string, begin: () => void): void {
    const others = (this.#waiting.get(asker) ?? []).filter((one) => one !== begin);
    this.#waiting.delete(asker);
    if (others.length > 0) this.#waiting.set(asker, others);
    this.#count--;
  }

  /** Who ends gives its place to who waits, so that nobody comes between. */
  #end(asker: string): void {
    this.#free++;
    const going = (this.#going.get(asker) ?? 1) - 1;
    if (going > 0) this.#going.set(asker, going);
    else this.#going.delete(asker);
    const [next, [begin] = []] = [...this.#waiting].find(([each]) => this.#mayBegin(each)) ?? [];
    if (next === undefined || !begin) return;
    this.#remove(next, begin);
    this.#begin(next);
    begin();
  }
}
