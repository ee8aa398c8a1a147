/** Heap dumps as a JVM writes them, part by part: what Android's writer of the product does not make. */
import { type HprofType, TYPES } from "../hprof/hprof-format.ts";

export interface JvmClass {
  id: number;
  /** As the JVM writes it: `java/lang/String`, `[B`. */
  name: string;
  super_id?: number;
  loader_id?: number;
  fields?: readonly (readonly [name: string, type: HprofType])[];
  statics?: readonly (readonly [name: string, type: HprofType, value: number])[];
  constants?: readonly (readonly [type: HprofType, value: number])[];
}

/** Makes parts of a dump whose ids have so many bytes. */
export class JvmDump {
  readonly #id_bytes: 4 | 8;
  readonly #version: string;
  readonly #names = new Map<string, number>();
  readonly #loaded: Buffer[] = [];

  constructor(id_bytes: 4 | 8, version = "2") {
    this.#id_bytes = id_bytes;
    this.#version = version;
  }

  /** @param tag 0x1c for a segment of several, 0x0c for all in one, which needs no end */
  bytes(parts: readonly Buffer[], { tag = 0x1c, taken_at = 0 } = {}): Buffer {
    const texts = [...this.#names].map(([name, id]) => this.record(1, this.id(id), Buffer.from(name)));
    return Buffer.concat([
      Buffer.from(`JAVA PROFILE 1.0.${this.#version}\0`),
      number(this.#id_bytes, 4),
      number(taken_at, 8),
      ...texts,
      ...this.#loaded,
      this.record(5, Buffer.alloc(12)),
      this.record(tag, ...parts),
      ...(tag === 0x1c ? [this.record(0x2c)] : []),
    ]);
  }

  record(tag: number, ...parts: readonly Buffer[]): Buffer {
    const body = Buffer.concat(parts);
    return Buffer.concat([number(tag, 1), number(0, 4), number(body.length, 4), body]);
  }

  id(id: number): Buffer {
    return number(id, this.#id_bytes);
  }

  class({ id, name, super_id = 0, loader_id = 0, fields = [], statics = [], constants = [] }: JvmClass): Buffer {
    this.#loaded.push(this.record(2, number(1, 4), this.id(id), number(0, 4), this.#named(name)));
    const none = this.id(0);
    return Buffer.concat([
      number(0x20, 1),
      this.id(id),
      number(0, 4),
      this.id(super_id),
      this.id(loader_id),
      none,
      none,
      none,
      none,
      number(0, 4),
      number(constants.length, 2),
      ...constants.map(([type, value], index) => Buffer.concat([number(index, 2), this.#value(type, value)])),
      number(statics.length, 2),
      ...statics.map(([its, type, value]) => Buffer.concat([this.#named(its), this.#value(type, value)])),
      number(fields.length, 2),
      ...fields.map(([its, type]) => Buffer.concat([this.#named(its), number(TYPES[type].tag, 1)])),
    ]);
  }

  /** @param values with their types, those of the class's own fields first */
  instance(id: number, class_id: number, ...values: readonly (readonly [type: HprofType, value: number])[]): Buffer {
    const body = Buffer.concat(values.map(([type, value]) => this.#value(type, value).subarray(1)));
    return Buffer.concat([number(0x21, 1), this.id(id), number(0, 4), this.id(class_id), number(body.length, 4), body]);
  }

  objects(id: number, class_id: number, ...elements: readonly number[]): Buffer {
    const head = [number(0x22, 1), this.id(id), number(0, 4), number(elements.length, 4), this.id(class_id)];
    return Buffer.concat([...head, ...elements.map((one) => this.id(one))]);
  }

  /** @param tag 0xc3 for one without its elements */
  primitives(id: number, type: HprofType, length: number, tag = 0x23): Buffer {
    const head = [number(tag, 1), this.id(id), number(0, 4), number(length, 4), number(TYPES[type].tag, 1)];
    return Buffer.concat([...head, Buffer.alloc(tag === 0x23 ? length * TYPES[type].bytes : 0)]);
  }

  /** @param ids how many ids more, and @param numbers how many numbers follow it */
  root(tag: number, id: number, ids = 0, numbers = 0): Buffer {
    return Buffer.concat([number(tag, 1), this.id(id), Buffer.alloc(ids * this.#id_bytes + numbers * 4)]);
  }

  #named(name: string): Buffer {
    const known = this.#names.get(name) ?? 0xf000_0000 + this.#names.size;
    this.#names.set(name, known);
    return this.id(known);
  }

  #value(type: HprofType, value: number): Buffer {
    return Buffer.concat([
      number(TYPES[type].tag, 1),
      type === "object" ? this.id(value) : number(value, TYPES[type].bytes),
    ]);
  }
}

function number(value: number, bytes: number): Buffer {
  const written = Buffer.alloc(8);
  written.writeBigUInt64BE(BigInt(value));
  return written.subarray(8 - bytes);
}
