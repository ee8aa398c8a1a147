import { corrupt, hostile } from "../fault.ts";

/** Every field of every message that is read counts: a bundle's table has some hundred thousand. */
const MAX_FIELDS = 5_000_000;

export interface Field {
  number: number;
  /** Of a varint or a fixed field; 0 for bytes. Exact up to 2^53. */
  value: number;
  /** Of a length-delimited field; empty for the others. */
  bytes: Buffer;
}

/** Walks protobuf messages within bounds. https://protobuf.dev/programming-guides/encoding/ */
export class ProtobufReader {
  readonly #what: string;
  #fields = 0;

  constructor(what: string) {
    this.#what = what;
  }

  /** The fields of one message in their order. */
  *fields(message: Buffer): Generator<Field> {
    let at = 0;
    while (at < message.length) {
      this.#fields += 1;
      if (this.#fields > MAX_FIELDS) throw hostile(`${this.#what} has more than ${MAX_FIELDS} fields.`);
      const key = this.#varint(message, at);
      at = key.next;
      const number = Math.floor(key.value / 8);
      const wire = key.value % 8;
      if (number === 0) throw this.damaged("has a field without a number");
      if (wire === 0) {
        const { value, next } = this.#varint(message, at);
        yield { number, value, bytes: EMPTY };
        at = next;
      } else if (wire === 2) {
        const { value: length, next } = this.#varint(message, at);
        if (next + length > message.length) throw this.damaged("has a field that leaves its message");
        yield { number, value: 0, bytes: message.subarray(next, next + length) };
        at = next + length;
      } else if (wire === 1 || wire === 5) {
        const bytes = wire === 1 ? 8 : 4;
        if (at + bytes > message.length) throw this.damaged("ends too early");
        yield { number, value: wire === 5 ? message.readUInt32LE(at) : 0, bytes: EMPTY };
        at += bytes;
      } else throw this.damaged("has a field of an unknown kind");
    }
  }

  /** The first field of that number. */
  first(message: Buffer, number: number): Field | undefined {
    for (const field of this.fields(message)) if (field.number === number) return field;
    return undefined;
  }

  damaged(how: string): Error {
    return corrupt(`${this.#what} ${how}.`);
  }

  #varint(message: Buffer, from: number): { value: number; next: number } {
    let value = 0;
    for (let index = 0; index < 10; index++) {
      const byte = message[from + index];
      if (byte === undefined) throw this.damaged("ends too early");
      value += (byte & 0x7f) * 2 ** (7 * index);
      if (byte < 0x80) return { value, next: from + index + 1 };
    }
    throw this.damaged("has a number that is too long");
  }
}

const EMPTY = Buffer.alloc(0);
