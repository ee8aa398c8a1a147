import { hostile } from "../fault.ts";
import type { Bytes } from "./bytes.ts";
import type { Chunk } from "./chunks.ts";

const NO_STRING = 0xffffffff;
const UTF8_FLAG = 1 << 8;

/** `ResStringPool`: strings are decoded when asked for, each once. */
export class StringPool {
  readonly #bytes: Bytes;
  readonly #chunk: Chunk;
  readonly #count: number;
  readonly #isUtf8: boolean;
  readonly #stringsStart: number;
  readonly #decoded = new Map<number, string>();
  #decodedBytes = 0;

  constructor(bytes: Bytes, chunk: Chunk) {
    this.#bytes = bytes;
    this.#chunk = chunk;
    this.#count = bytes.u32(chunk.start + 8);
    this.#isUtf8 = (bytes.u32(chunk.start + 16) & UTF8_FLAG) !== 0;
    this.#stringsStart = chunk.start + bytes.u32(chunk.start + 20);
    if (chunk.bodyStart + this.#count * 4 > chunk.end) throw bytes.damaged("has a string pool of impossible length");
  }

  /** The string at an index; undefined for the format's "no string". */
  at(index: number): string | undefined {
    if (index === NO_STRING) return undefined;
    if (index >= this.#count) throw this.#bytes.damaged("names a string that is not there");
    let text = this.#decoded.get(index);
    if (text === undefined) {
      text = this.#decode(this.#stringsStart + this.#bytes.u32(this.#chunk.bodyStart + index * 4));
      this.#decoded.set(index, text);
    }
    return text;
  }

  #decode(at: number): string {
    if (this.#isUtf8) {
      // The length in UTF-16 units comes first, then the one in bytes.
      const [, afterUnits] = this.#length8(at);
      const [length, start] = this.#length8(afterUnits);
      return decodeUtf8(this.#take(start, length));
    }
    const [units, start] = this.#length16(at);
    return this.#take(start, units * 2).toString("utf16le");
  }

  /** Strings that share bytes would let a small pool decode to a huge amount of text. */
  #take(start: number, length: number): Buffer {
    this.#decodedBytes += length;
    if (this.#decodedBytes > this.#chunk.end - this.#chunk.start) {
      throw hostile("The package has a string pool whose strings overlap.");
    }
    if (start + length > this.#chunk.end) throw this.#bytes.damaged("has a string that leaves its pool");
    return this.#bytes.slice(start, start + length);
  }

  #length8(at: number): [length: number, next: number] {
    const first = this.#bytes.u8(at);
    return first & 0x80 ? [((first & 0x7f) << 8) | this.#bytes.u8(at + 1), at + 2] : [first, at + 1];
  }

  #length16(at: number): [length: number, next: number] {
    const first = this.#bytes.u16(at);
    return first & 0x8000 ? [(first & 0x7fff) * 0x10000 + this.#bytes.u16(at + 2), at + 4] : [first, at + 2];
  }
}

/** Characters beyond the BMP may be written as two 3-byte surrogates ("modified UTF-8"), which plain UTF-8 refuses. */
function decodeUtf8(bytes: Buffer): string {
  const text = bytes.toString("utf8");
  if (!text.includes("\uFFFD")) return text;
  const parts: string[] = [];
  let plainFrom = 0;
  for (let at = 0; at + 2 < bytes.length; at++) {
    if (bytes[at] !== 0xed || bytes.readUInt8(at + 1) < 0xa0) continue;
    parts.push(bytes.toString("utf8", plainFrom, at));
    const low = bytes.readUInt16BE(at + 1);
    parts.push(String.fromCharCode(0xd000 | ((low & 0x3f00) >> 2) | (low & 0x3f)));
    at += 2;
    plainFrom = at + 1;
  }
  return (parts.join("") + bytes.toString("utf8", plainFrom)).toWellFormed();
}
