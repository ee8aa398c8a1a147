import type { Place } from "../fault.ts";
import { LIMITS } from "../limits.ts";

/**
 * The functions of a tree, each once: its symbol and the image (library or program) that it is of. These two make a function the
 * same in two samples; addresses never do, as they differ from run to run and from build to build.
 */
export class Frames {
  readonly symbols: string[] = [];
  readonly images: string[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #images = new Map<string, string>();
  readonly #place: Place | undefined;
  #chars = 0;

  constructor(place?: Place) {
    this.#place = place;
  }

  get size(): number {
    return this.symbols.length;
  }

  numberOf(symbol: string, image: string): number {
    const key = `${image}\n${symbol}`;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    if (key.length > LIMITS.name_each && this.#place) throw this.#place.long(LIMITS.name_each);
    this.#chars += key.length;
    if (this.#chars > LIMITS.name_chars && this.#place) throw this.#place.many(this.size);
    const number = this.symbols.length;
    // A part of a line keeps the whole line in memory: names are copied out of it.
    const own = copied(key);
    let ownImage = this.#images.get(image);
    if (ownImage === undefined) this.#images.set((ownImage = copied(image)), ownImage);
    this.symbols.push(own.slice(image.length + 1));
    this.images.push(ownImage);
    this.#numbers.set(own, number);
    return number;
  }
}

const copied = (text: string): string => Buffer.from(text).toString();
