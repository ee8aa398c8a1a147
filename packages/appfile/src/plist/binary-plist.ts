import { corrupt, hostile } from "../fault.ts";
import { MAX_PLIST_DEPTH, MAX_PLIST_VALUES, type PlistValue } from "./values.ts";

const MAGIC = "bplist00";
const TRAILER_BYTES = 32;
const EPOCH_MS = Date.UTC(2001, 0, 1);

export const isBinaryPlist = (content: Buffer): boolean => content.toString("latin1", 0, MAGIC.length) === MAGIC;

/**
 * Objects are numbered; a table at the end says where each starts, the trailer where that table is.
 * https://opensource.apple.com/source/CF/CF-1153.18/CFBinaryPList.c
 */
export function parseBinaryPlist(content: Buffer, what: string): PlistValue {
  return new BinaryPlist(content, what).root();
}

class BinaryPlist {
  readonly #content: Buffer;
  readonly #what: string;
  readonly #offsetBytes: number;
  readonly #referenceBytes: number;
  readonly #count: number;
  readonly #top: number;
  readonly #table: number;
  #valuesRead = 0;

  constructor(content: Buffer, what: string) {
    this.#content = content;
    this.#what = what;
    const trailer = content.length - TRAILER_BYTES;
    if (trailer < MAGIC.length) throw this.#damaged("ends too early");
    this.#offsetBytes = content.readUInt8(trailer + 6);
    this.#referenceBytes = content.readUInt8(trailer + 7);
    this.#count = this.#number(trailer + 8, 8);
    this.#top = this.#number(trailer + 16, 8);
    this.#table = this.#number(trailer + 24, 8);
    const isSound = [this.#offsetBytes, this.#referenceBytes].every((bytes) => bytes >= 1 && bytes <= 6);
    if (!isSound || this.#table + this.#count * this.#offsetBytes > trailer) {
      throw this.#damaged("has an impossible table");
    }
  }

  root(): PlistValue {
    return this.#object(this.#top, 0);
  }

  /** Objects may be named more than once, by themselves too: what is read counts, not what is there. */
  #object(index: number, depth: number): PlistValue {
    if (depth > MAX_PLIST_DEPTH) throw hostile(`${this.#what} is nested deeper than ${MAX_PLIST_DEPTH}.`);
    this.#valuesRead += 1;
    if (this.#valuesRead > MAX_PLIST_VALUES) throw this.#tooMany();
    if (index >= this.#count) throw this.#damaged("names an object that is not there");
    const at = this.#number(this.#table + index * this.#offsetBytes, this.#offsetBytes);
    const marker = this.#bytes(at, 1).readUInt8();
    const kind = marker >> 4;
    switch (kind) {
      case 0x0:
        return marker === 0x08 ? false : marker === 0x09 ? true : undefined;
      case 0x1: {
        const length = 2 ** (marker & 0x0f);
        // Of sixteen bytes the upper eight only carry the sign.
        return length === 16 ? this.#number(at + 9, 8) : this.#number(at + 1, length);
      }
      case 0x2:
        return (marker & 0x0f) === 2 ? this.#bytes(at + 1, 4).readFloatBE() : this.#bytes(at + 1, 8).readDoubleBE();
      case 0x3: {
        // Seconds since the beginning of 2001.
        const date = new Date(EPOCH_MS + this.#bytes(at + 1, 8).readDoubleBE() * 1000);
        return Number.isNaN(date.getTime()) ? undefined : date;
      }
      case 0x4: {
        const { length, start } = this.#sized(at, marker);
        return this.#bytes(start, length);
      }
      case 0x5: {
        const { length, start } = this.#sized(at, marker);
        return this.#text(start, length).toString("latin1");
      }
      case 0x6: {
        const { length, start } = this.#sized(at, marker);
        return Buffer.from(this.#text(start, length * 2))
          .swap16()
          .toString("utf16le");
      }
      case 0xa:
      case 0xc: {
        const { length, start } = this.#sized(at, marker);
        return this.#references(start, length).map((reference) => this.#object(reference, depth + 1));
      }
      case 0xd: {
        const { length, start } = this.#sized(at, marker);
        const dict = new Map<string, PlistValue>();
        for (const [keyIndex, valueIndex] of this.#pairs(start, length)) {
          const key = this.#object(keyIndex, depth + 1);
          const value = this.#object(valueIndex, depth + 1);
          if (typeof key === "string") dict.set(key, value);
        }
        return dict;
      }
      default:
        // The identifiers of archives.
        return undefined;
    }
  }

  /** A length of fifteen means that a number with the true one follows. */
  #sized(at: number, marker: number): { length: number; start: number } {
    const length = marker & 0x0f;
    if (length < 0x0f) return { length, start: at + 1 };
    const bytes = 2 ** (this.#bytes(at + 1, 1).readUInt8() & 0x0f);
    if (bytes > 8) throw this.#damaged("has an impossible length");
    return { length: this.#number(at + 2, bytes), start: at + 2 + bytes };
  }

  #references(start: number, count: number): number[] {
    if (count > MAX_PLIST_VALUES) throw this.#tooMany();
    return Array.from({ length: count }, (_, index) => this.#reference(start, index));
  }

  /** The keys of a dictionary with their values: all keys stand before all values. */
  #pairs(start: number, count: number): [key: number, value: number][] {
    if (count * 2 > MAX_PLIST_VALUES) throw this.#tooMany();
    return Array.from({ length: count }, (_, index) => [
      this.#reference(start, index),
      this.#reference(start, count + index),
    ]);
  }

  #reference(start: number, index: number): number {
    return this.#number(start + index * this.#referenceBytes, this.#referenceBytes);
  }

  /** One text may be named many times: what is decoded is bounded by what was read. */
  #text(start: number, length: number): Buffer {
    this.#valuesRead += length >> 6;
    return this.#bytes(start, length);
  }

  #number(at: number, length: number): number {
    const bytes = this.#bytes(at, length);
    if (length <= 6) return bytes.readUIntBE(0, length);
    const value = bytes.readBigInt64BE(0);
    if (value > BigInt(Number.MAX_SAFE_INTEGER) || value < 0n) throw this.#damaged("holds an impossible number");
    return Number(value);
  }

  #bytes(at: number, length: number): Buffer {
    if (at + length > this.#content.length) throw this.#damaged("ends too early");
    return this.#content.subarray(at, at + length);
  }

  #tooMany(): Error {
    return hostile(`${this.#what} has more than ${MAX_PLIST_VALUES} values.`);
  }

  #damaged(how: string): Error {
    return corrupt(`${this.#what} ${how}.`);
  }
}
