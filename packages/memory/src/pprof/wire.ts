import { say } from "@udt/base";
import { MemoryFault, type Place } from "../fault.ts";

/** A number as it was written; one that is too large for a number, as ids may be, stays whole. */
export type Whole = number | bigint;

const VARINT = 0;
const EIGHT_BYTES = 1;
const LENGTH = 2;
const FOUR_BYTES = 5;
/** Of 64 bits. */
const VARINT_MAX_BYTES = 10;

/**
 * A message of Protocol Buffers, read field after field: nothing of it is kept, and nothing lies outside of it, whatever its bytes
 * say. https://protobuf.dev/programming-guides/encoding/
 */
export class Message {
  /** Of the field in hand. */
  field = 0;
  #type = VARINT;
  #at: number;
  readonly start: number;
  readonly end: number;
  readonly #bytes: Buffer;
  readonly #place: Place;

  constructor(bytes: Buffer, place: Place, start = 0, end = bytes.length) {
    this.#bytes = bytes;
    this.#place = place;
    this.start = start;
    this.#at = start;
    this.end = end;
  }

  /** Goes to the next field, whose value is then taken or skipped. @returns false behind the last */
  next(): boolean {
    if (this.#at >= this.end) return false;
    const tag = Number(this.#varint());
    this.field = Math.floor(tag / 8);
    this.#type = tag % 8;
    return true;
  }

  /** The field's value, which is a whole number. */
  whole(): Whole {
    if (this.#type !== VARINT) throw this.unexpected("varint");
    return this.#varint();
  }

  /** The place of a name or of something else in a list. */
  index(): number {
    return Number(this.whole());
  }

  /** Hears each number of a list, which may be written one by one or all in one. */
  each(take: (number: Whole) => void): void {
    if (this.#type === VARINT) return take(this.#varint());
    const list = this.message();
    while (list.#at < list.end) take(list.#varint());
    return undefined;
  }

  /** The field's value, which is a message, or the bytes of a text. */
  message(): Message {
    if (this.#type !== LENGTH) throw this.unexpected("message");
    const length = Number(this.#varint());
    const start = this.#at;
    if (length > this.end - start) throw this.unexpected(`${length} bytes`);
    this.#at = start + length;
    return new Message(this.#bytes, this.#place, start, this.#at);
  }

  skip(): void {
    if (this.#type === VARINT) this.#varint();
    else if (this.#type === LENGTH) this.message();
    else if (this.#type === EIGHT_BYTES || this.#type === FOUR_BYTES) {
      this.#at += this.#type === EIGHT_BYTES ? 8 : 4;
      if (this.#at > this.end) throw this.unexpected("8 or 4 bytes");
    } else throw this.unexpected("field");
  }

  text(): string {
    return this.#bytes.toString("utf8", this.start, this.end);
  }

  /** @param expected in the words of the format */
  unexpected(expected: string): MemoryFault {
    return new MemoryFault(say("memory_bytes_unexpected", { file: this.#place.file, byte: this.#at, expected }));
  }

  #varint(): Whole {
    let number = 0;
    let scale = 1;
    const start = this.#at;
    for (let count = 1; count <= VARINT_MAX_BYTES && this.#at < this.end; count += 1) {
      const byte = this.#bytes[this.#at] ?? 0;
      this.#at += 1;
      number += (byte & 0x7f) * scale;
      scale *= 128;
      if (byte < 0x80) return number <= Number.MAX_SAFE_INTEGER ? number : this.#large(start);
    }
    throw this.unexpected("varint");
  }

  #large(start: number): bigint {
    let number = 0n;
    for (let at = this.#at - 1; at >= start; at -= 1) number = (number << 7n) | BigInt((this.#bytes[at] ?? 0) & 0x7f);
    return BigInt.asUintN(64, number);
  }
}
