/** No object, or one that is not there. */
export const NONE = -1;
/** Of so many ids one begins a stretch, where they lie evenly. */
const IDS_EACH = 2;

/**
 * Finds an object by its id. Ids lie sorted; which of them begin a stretch of addresses is looked up, and the rest is halved. So ids
 * that somebody chose to lie badly cost a few steps more, and no others.
 */
export class IdIndex {
  readonly #ids: Float64Array;
  /** The object's number of each of them. */
  readonly #numbers: Int32Array;
  /** Where the ids of each stretch begin. */
  readonly #starts: Int32Array;
  readonly #first: number;
  readonly #scale: number;

  /** @param ids of the objects 0, 1, 2 ...; of two with the same id the first is found */
  constructor(ids: Float64Array) {
    this.#ids = ids.toSorted();
    this.#first = this.#ids[0] ?? 0;
    const stretches = Math.max(1, Math.floor(ids.length / IDS_EACH));
    this.#scale = stretches / ((this.#ids.at(-1) ?? 0) - this.#first + 1);
    this.#starts = new Int32Array(stretches + 1).fill(ids.length);
    for (let at = ids.length - 1; at >= 0; at -= 1) this.#starts[this.#stretchOf(this.#ids[at] ?? 0)] = at;
    for (let stretch = stretches - 1; stretch >= 0; stretch -= 1)
      this.#starts[stretch] = Math.min(this.#starts[stretch] ?? 0, this.#starts[stretch + 1] ?? 0);
    this.#numbers = new Int32Array(ids.length).fill(NONE);
    for (let number = ids.length - 1; number >= 0; number -= 1) this.#numbers[this.#placeOf(ids[number] ?? 0)] = number;
  }

  /** @returns the object's number, or {@link NONE} */
  numberOf(id: number): number {
    const place = this.#placeOf(id);
    return place < 0 ? NONE : (this.#numbers[place] ?? NONE);
  }

  /** Tells each object with how far it is from it to the next. */
  eachGap(tell: (number: number, gap: number) => void): void {
    for (let place = 0; place < this.#ids.length - 1; place += 1)
      tell(this.#numbers[place] ?? NONE, (this.#ids[place + 1] ?? 0) - (this.#ids[place] ?? 0));
  }

  #stretchOf(id: number): number {
    return Math.floor((id - this.#first) * this.#scale);
  }

  #placeOf(id: number): number {
    const stretch = this.#stretchOf(id);
    if (stretch < 0 || stretch >= this.#starts.length) return NONE;
    let low = this.#starts[stretch] ?? 0;
    let high = this.#starts[stretch + 1] ?? this.#ids.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#ids[middle] ?? 0) < id) low = middle + 1;
      else high = middle;
    }
    return this.#ids[low] === id ? low : NONE;
  }
}
