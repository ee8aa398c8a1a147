import { corrupt } from "../fault.ts";

/** Little-endian reading within bounds: anything outside is a damaged package, never an exception of the runtime. */
export class Bytes {
  readonly buffer: Buffer;
  readonly #what: string;

  constructor(buffer: Buffer, what: string) {
    this.buffer = buffer;
    this.#what = what;
  }

  get length(): number {
    return this.buffer.length;
  }

  u8(at: number): number {
    return this.#within(at, 1).readUInt8(at);
  }

  u16(at: number): number {
    return this.#within(at, 2).readUInt16LE(at);
  }

  u32(at: number): number {
    return this.#within(at, 4).readUInt32LE(at);
  }

  /** Throws when the number is too large to be exact, which no size in a file can be. */
  u64(at: number): number {
    const value = this.#within(at, 8).readBigUInt64LE(at);
    if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw this.damaged("holds an impossible size");
    return Number(value);
  }

  slice(from: number, to: number): Buffer {
    if (from > to) throw this.damaged("holds a range that ends before it starts");
    return this.#within(from, to - from).subarray(from, to);
  }

  damaged(how: string): Error {
    return corrupt(`${this.#what} ${how}.`);
  }

  #within(at: number, length: number): Buffer {
    if (at < 0 || at + length > this.buffer.length) throw this.damaged("ends too early");
    return this.buffer;
  }
}
