import {
  HPROF_HEAPS,
  type HprofClass,
  type HprofDump,
  type HprofField,
  type HprofHeap,
  type HprofObject,
  type HprofRoot,
  type HprofValue,
} from "./hprof-dump.ts";
import { PART, RECORD, ROOTS, TYPES } from "./hprof-format.ts";

const MAGIC = "JAVA PROFILE 1.0.3\0";
const ID_BYTES = 4;
/** A segment ends with the object by which it has so many bytes. */
const SEGMENT_BYTES = 64 * 1024;
const ZEROS = Buffer.alloc(SEGMENT_BYTES);
/** No object of a dump by `am dumpheap` knows where it was allocated. */
const NO_TRACE = 0;

/**
 * A heap dump of Java as Android's `am dumpheap` writes it, with ids of four bytes and the heaps `app`, `image` and `zygote`.
 *
 * @yields the file piece by piece: what is in memory is one object and the names of classes and fields
 * @throws RangeError for an id, a size or a value that there is no room for; Error for an object of a class that is not there
 */
export function* writeHprof(dump: HprofDump): Generator<Buffer> {
  const names = new Names();
  yield header(dump.taken_at);
  if (dump.note !== undefined) yield record(RECORD.string, u4(names.reserve()), Buffer.from(dump.note));
  const classes = new Map(dump.classes.map((one) => [one.id, one]));
  for (const one of dump.classes)
    for (const name of [one.name, ...[...one.fields, ...(one.statics ?? [])].map((field) => field.name)])
      names.add(name);
  for (const heap of Object.keys(HPROF_HEAPS)) names.add(heap);
  for (const [name, id] of names.all) yield record(RECORD.string, u4(id), Buffer.from(name));
  for (const [index, { id, name }] of dump.classes.entries())
    yield record(RECORD.load_class, u4(index + 1), u4(id), u4(NO_TRACE), u4(names.of(name)));
  yield record(RECORD.stack_trace, u4(NO_TRACE), u4(0), u4(0));
  const segment = new Segment(names);
  for (const root of dump.roots) yield* segment.add(rootPart(root));
  for (const one of dump.classes) yield* segment.add(classPart(one, names), one.heap);
  for (const one of dump.objects) yield* segment.add(objectPart(one, classes), one.heap);
  yield* segment.end();
  yield record(RECORD.heap_dump_end);
}

/** Texts by their ids. */
class Names {
  readonly all = new Map<string, number>();
  #next = 1;

  /** @returns an id that no name has */
  reserve(): number {
    return this.#next++;
  }

  add(name: string): void {
    if (!this.all.has(name)) this.all.set(name, this.reserve());
  }

  of(name: string): number {
    return this.all.get(name) ?? 0;
  }
}

/** What is written of the heap next, with what tells whose it is: a new segment tells that anew. */
class Segment {
  readonly #names: Names;
  #parts: Buffer[] = [];
  #bytes = 0;
  #heap: HprofHeap | undefined;

  constructor(names: Names) {
    this.#names = names;
  }

  *add(part: readonly Buffer[], heap?: HprofHeap): Generator<Buffer> {
    if (heap !== undefined && heap !== this.#heap)
      this.#push([u1(PART.heap_info), u4(HPROF_HEAPS[heap]), u4(this.#names.of(heap))]);
    this.#heap = heap ?? this.#heap;
    this.#push(part);
    if (this.#bytes >= SEGMENT_BYTES) yield* this.end();
  }

  *end(): Generator<Buffer> {
    if (this.#bytes === 0) return;
    yield recordHead(RECORD.heap_dump_segment, this.#bytes);
    yield* this.#parts;
    this.#parts = [];
    this.#bytes = 0;
    this.#heap = undefined;
  }

  #push(part: readonly Buffer[]): void {
    for (const piece of part) {
      this.#parts.push(piece);
      this.#bytes += piece.length;
    }
  }
}

function header(taken_at: number): Buffer {
  const numbers = Buffer.alloc(12);
  numbers.writeUInt32BE(ID_BYTES);
  numbers.writeBigUInt64BE(BigInt(taken_at), 4);
  return Buffer.concat([Buffer.from(MAGIC), numbers]);
}

function recordHead(tag: number, length: number): Buffer {
  return Buffer.concat([u1(tag), u4(0), u4(length)]);
}

function record(tag: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([recordHead(tag, body.length), body]);
}

function rootPart({ kind, id, thread = 0 }: HprofRoot): Buffer[] {
  const { tag, ids, numbers } = ROOTS[kind];
  // A frame of a stack, or a reference of JNI, that nothing else tells of.
  const others = Array.from({ length: ids + numbers - 1 }, () => u4(0));
  const own = ids + numbers === 0 ? [] : [u4(ids > 0 ? id : thread), ...others];
  return [Buffer.concat([u1(tag), u4(id), ...own])];
}

function classPart({ id, super_id, fields, statics = [], instance_size }: HprofClass, names: Names): Buffer[] {
  const nameOf = ({ name, type }: HprofField) => [u4(names.of(name)), u1(TYPES[type].tag)];
  // Loader, signers, domain and two that are kept free.
  const none = Array.from({ length: 5 }, () => u4(0));
  return [
    Buffer.concat([u1(PART.class_dump), u4(id), u4(NO_TRACE), u4(super_id), ...none, u4(instance_size), u2(0)]),
    Buffer.concat([u2(statics.length), ...statics.flatMap((one) => [...nameOf(one), valueOf(one, one.value)])]),
    Buffer.concat([u2(fields.length), ...fields.flatMap(nameOf)]),
  ];
}

function objectPart(one: HprofObject, classes: ReadonlyMap<number, HprofClass>): Buffer[] {
  if (one.kind === "object_array") {
    const elements = Buffer.alloc(one.elements.length * ID_BYTES);
    for (const [index, id] of one.elements.entries()) elements.writeUInt32BE(id, index * ID_BYTES);
    const head = [u1(PART.object_array), u4(one.id), u4(NO_TRACE), u4(one.elements.length), u4(one.class_id)];
    return [Buffer.concat(head), elements];
  }
  if (one.kind === "primitive_array") {
    const { tag, bytes } = TYPES[one.type];
    const head = Buffer.concat([u1(PART.primitive_array), u4(one.id), u4(NO_TRACE), u4(one.length), u1(tag)]);
    return [head, ...zeros(one.length * bytes)];
  }
  const values: Buffer[] = [];
  for (let at = one.class_id; at !== 0;) {
    const its = classes.get(at);
    if (!its) throw new Error(`an object ${one.id} of a class ${at} that is not there`);
    for (const field of its.fields) values.push(valueOf(field, one.values[field.name] ?? 0));
    at = its.super_id;
  }
  const body = Buffer.concat(values);
  return [Buffer.concat([u1(PART.instance), u4(one.id), u4(NO_TRACE), u4(one.class_id), u4(body.length)]), body];
}

function zeros(length: number): Buffer[] {
  const whole = Array.from({ length: Math.floor(length / ZEROS.length) }, () => ZEROS);
  return [...whole, ZEROS.subarray(0, length % ZEROS.length)];
}

function valueOf({ type }: HprofField, value: HprofValue): Buffer {
  const { bytes } = TYPES[type];
  if (type === "object") return u4(Number(value));
  const written = Buffer.alloc(bytes);
  if (type === "float") written.writeFloatBE(Number(value));
  else if (type === "double") written.writeDoubleBE(Number(value));
  else if (type === "long") written.writeBigInt64BE(BigInt(value));
  else if (type === "boolean" || type === "char") written.writeUIntBE(Number(value), 0, bytes);
  else written.writeIntBE(Number(value), 0, bytes);
  return written;
}

function u1(number: number): Buffer {
  return Buffer.of(number);
}

function u2(number: number): Buffer {
  const written = Buffer.alloc(2);
  written.writeUInt16BE(number);
  return written;
}

function u4(number: number): Buffer {
  const written = Buffer.alloc(4);
  written.writeUInt32BE(number);
  return written;
}
