import type { Place } from "../fault.ts";
import { LIMITS } from "../limits.ts";

/**
 * The functions of a tree, each once: its symbol and the image (library or program) that it is of. These two make a function the
 * same in two samples; addresses never do, as they differ from run to run and from build to build.
 */
export class Frames {
  symbols: string[] = [];
  images: string[] = [];
  /** Made when it is asked for something first: who only reads them needs none. */
  #numbers: Map<string, number> | undefined;
  readonly #images = new Map<string, string>();
  readonly #place: Place | undefined;
  #chars = 0;

  constructor(place?: Place) {
    this.#place = place;
  }

  /** Those that a tree had, in their order. */
  static of(symbols: string[], images: string[]): Frames {
    const frames = new Frames();
    Object.assign(frames, { symbols, images });
    return frames;
  }

  get size(): number {
    return this.symbols.length;
  }

  numberOf(symbol: string, image: string): number {
    const key = keyOf(symbol, image);
    const numbers = (this.#numbers ??= new Map(this.symbols.map((one, at) => [keyOf(one, this.images[at] ?? ""), at])));
    const known = numbers.get(key);
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
    numbers.set(own, number);
    return number;
  }
}

const keyOf = (symbol: string, image: string): string => `${image}\n${symbol}`;

const copied = (text: string): string => Buffer.from(text).toString();
