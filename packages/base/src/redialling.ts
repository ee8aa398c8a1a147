/** What stood so long works: its next break is followed by the shortest pause again. */
const LASTED_MS = 10_000;

/**
 * Counts the attempts of a connection that is made again whenever it breaks. That it was taken is no success yet: one that
 * is dropped as soon as it is taken would be dialled again for ever almost without a pause.
 */
export class Redialling {
  readonly #now: () => number;
  #attempt = 0;
  #openSince: number | undefined;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  opened(): void {
    this.#openSince = this.#now();
  }

  /** It broke, or could not be made: the number of the next attempt, 0 for the first after it had lasted. */
  broken(): number {
    const hasLasted = this.#openSince !== undefined && this.#now() - this.#openSince >= LASTED_MS;
    this.#openSince = undefined;
    if (hasLasted) this.#attempt = 0;
    return this.#attempt++;
  }
}
