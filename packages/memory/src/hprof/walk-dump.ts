import type { DumpBytes } from "./dump-bytes.ts";
import { type HprofRootKind, PART, RECORD, ROOTS, TYPES } from "./hprof-format.ts";

export const MAGIC = "JAVA PROFILE 1.0.";
const VERSIONS = ["1", "2", "3"] as const;
const OBJECT = TYPES.object.tag;
/** Of an array in Java. */
const LENGTH_MAX = 2 ** 31 - 1;

export interface DumpHeader {
  version: (typeof VERSIONS)[number];
  /** Epoch milliseconds. */
  taken_at: number;
}

/** The id of its name, and the tag of its type. */
export interface FieldDump {
  name_id: number;
  tag: number;
}

export interface ClassDump {
  id: number;
  super_id: number;
  /** What it holds by itself: loader, signers, domain, and what its constants and statics refer to. 0 is nothing. */
  references: number[];
  instance_size: number;
  statics: FieldDump[];
  /** Its own, without those of its super classes. */
  fields: FieldDump[];
}

/**
 * What is done with each part of a dump, in the order of the file. `heap` is what {@link DumpVisitor.heap} said last in the same
 * segment, and 0 before. What follows in the bytes of an object or a text may be read or left.
 */
export interface DumpVisitor {
  text?(id: number, length: number): void;
  /** That a class is called so. */
  name?(class_id: number, name_id: number): void;
  /** What follows is in this heap. @returns a number for it */
  heap?(id: number, name_id: number): number;
  root?(kind: HprofRootKind, id: number): void;
  class(dump: ClassDump, heap: number): void;
  /** The values of its fields follow, those of its class first. */
  instance(id: number, class_id: number, length: number, heap: number): void;
  /** Ids follow. */
  objects(id: number, class_id: number, count: number, heap: number): void;
  primitives(id: number, tag: number, count: number, heap: number): void;
}

const ROOT_BY_TAG = new Map(
  (Object.keys(ROOTS) as HprofRootKind[]).map((kind) => [ROOTS[kind].tag as number, kind] as const),
);
const TYPE_BYTES = new Map<number, number>(Object.values(TYPES).map(({ tag, bytes }) => [tag, bytes]));

/** Bytes of one value of a type. */
export const bytesOf = (tag: number, id_bytes: number): number | undefined =>
  tag === OBJECT ? id_bytes : TYPE_BYTES.get(tag);

/** Reads the file's beginning, before its records. @throws MemoryFault */
export function readHeader(bytes: DumpBytes): DumpHeader {
  bytes.expected = VERSIONS.map((one) => `${MAGIC}${one}`).join(", ");
  const magic = bytes.text(MAGIC.length);
  const digit = bytes.text(1);
  const version = VERSIONS.find((one) => one === digit);
  if (magic !== MAGIC || !version || bytes.u1() !== 0) throw bytes.unexpected();
  bytes.expected = "ID_SIZE 4, 8";
  bytes.id_bytes = bytes.u4();
  if (bytes.id_bytes !== 4 && bytes.id_bytes !== 8) throw bytes.unexpected();
  bytes.expected = "TIME";
  return { version, taken_at: bytes.u4() * 2 ** 32 + bytes.u4() };
}

/**
 * Goes through all records behind the header.
 * @throws MemoryFault for one that is cut, or of a kind that the format does not have
 */
export function walkDump(bytes: DumpBytes, visitor: DumpVisitor): void {
  let [isWhole, hasEnd] = [false, false];
  while (bytes.at < bytes.size) {
    bytes.expected = "RECORD";
    const tag = bytes.u1();
    bytes.skip(4);
    const length = bytes.u4();
    if (length > bytes.size - bytes.at) throw bytes.unexpected(`RECORD 0x${tag.toString(16)} (${length})`);
    const end = bytes.at + length;
    bytes.end = end;
    if (tag === RECORD.heap_dump || tag === RECORD.heap_dump_segment) walkSegment(bytes, visitor);
    else if (tag === RECORD.string) readText(bytes, visitor);
    else if (tag === RECORD.load_class) readName(bytes, visitor);
    isWhole ||= tag === RECORD.heap_dump;
    hasEnd ||= tag === RECORD.heap_dump_end;
    bytes.at = end;
    bytes.end = bytes.size;
  }
  // What was cut between two segments looks whole. A dump that is one record needs no end.
  if (!isWhole && !hasEnd) throw bytes.unexpected("HEAP_DUMP_END");
}

function readText(bytes: DumpBytes, visitor: DumpVisitor): void {
  bytes.expected = "UTF8";
  const id = bytes.id();
  visitor.text?.(id, bytes.end - bytes.at);
}

function readName(bytes: DumpBytes, visitor: DumpVisitor): void {
  bytes.expected = "LOAD_CLASS";
  bytes.skip(4);
  const class_id = bytes.id();
  bytes.skip(4);
  visitor.name?.(class_id, bytes.id());
}

/** A segment begins in no heap that is told. */
function walkSegment(bytes: DumpBytes, visitor: DumpVisitor): void {
  let heap = 0;
  while (bytes.at < bytes.end) {
    bytes.expected = "SUB_RECORD";
    const tag = bytes.u1();
    const kind = ROOT_BY_TAG.get(tag);
    if (tag === PART.instance) readInstance(bytes, visitor, heap);
    else if (tag === PART.object_array) readObjects(bytes, visitor, heap);
    else if (tag === PART.primitive_array || tag === PART.primitive_array_nodata)
      readPrimitives(bytes, visitor, heap, tag === PART.primitive_array);
    else if (tag === PART.class_dump) visitor.class(readClass(bytes), heap);
    else if (tag === PART.heap_info) {
      bytes.expected = "HEAP_DUMP_INFO";
      const [id, name_id] = [bytes.u4(), bytes.id()];
      heap = visitor.heap?.(id, name_id) ?? 0;
    } else if (kind) readRoot(bytes, visitor, kind);
    else {
      bytes.at -= 1;
      throw bytes.unexpected();
    }
  }
}

function readRoot(bytes: DumpBytes, visitor: DumpVisitor, kind: HprofRootKind): void {
  bytes.expected = "ROOT";
  const id = bytes.id();
  bytes.skip(ROOTS[kind].ids * bytes.id_bytes + ROOTS[kind].numbers * 4);
  visitor.root?.(kind, id);
}

function readInstance(bytes: DumpBytes, visitor: DumpVisitor, heap: number): void {
  bytes.expected = "INSTANCE_DUMP";
  const id = bytes.id();
  bytes.skip(4);
  const class_id = bytes.id();
  const length = bytes.u4();
  const after = bytes.at + length;
  if (after > bytes.end) throw bytes.unexpected(`INSTANCE_DUMP (${length})`);
  visitor.instance(id, class_id, length, heap);
  bytes.at = after;
}

function readObjects(bytes: DumpBytes, visitor: DumpVisitor, heap: number): void {
  bytes.expected = "OBJECT_ARRAY_DUMP";
  const id = bytes.id();
  bytes.skip(4);
  const count = bytes.u4();
  const class_id = bytes.id();
  const after = bytes.at + count * bytes.id_bytes;
  if (after > bytes.end) throw bytes.unexpected(`OBJECT_ARRAY_DUMP (${count})`);
  visitor.objects(id, class_id, count, heap);
  bytes.at = after;
}

function readPrimitives(bytes: DumpBytes, visitor: DumpVisitor, heap: number, hasData: boolean): void {
  bytes.expected = "PRIMITIVE_ARRAY_DUMP";
  const id = bytes.id();
  bytes.skip(4);
  const count = bytes.u4();
  const tag = bytes.u1();
  const width = TYPE_BYTES.get(tag);
  if (!width) throw bytes.unexpected("PRIMITIVE_ARRAY_DUMP: TYPE 4..11");
  if (count > LENGTH_MAX) throw bytes.unexpected(`PRIMITIVE_ARRAY_DUMP: LENGTH <= ${LENGTH_MAX}`);
  visitor.primitives(id, tag, count, heap);
  if (hasData) bytes.skip(count * width);
}

function readClass(bytes: DumpBytes): ClassDump {
  bytes.expected = "CLASS_DUMP";
  const id = bytes.id();
  bytes.skip(4);
  const super_id = bytes.id();
  const references = [bytes.id(), bytes.id(), bytes.id()];
  bytes.skip(2 * bytes.id_bytes);
  const instance_size = bytes.u4();
  const statics: FieldDump[] = [];
  const value = () => {
    const tag = bytes.u1();
    const width = bytesOf(tag, bytes.id_bytes);
    if (width === undefined) throw bytes.unexpected("CLASS_DUMP: TYPE 2, 4..11");
    if (tag === OBJECT) references.push(bytes.id());
    else bytes.skip(width);
    return tag;
  };
  for (let left = bytes.u2(); left > 0; left -= 1) {
    bytes.skip(2);
    value();
  }
  for (let left = bytes.u2(); left > 0; left -= 1) {
    statics.push({ name_id: bytes.id(), tag: value() });
  }
  const fields: FieldDump[] = [];
  for (let left = bytes.u2(); left > 0; left -= 1) {
    const field = { name_id: bytes.id(), tag: bytes.u1() };
    if (bytesOf(field.tag, bytes.id_bytes) === undefined) throw bytes.unexpected("CLASS_DUMP: TYPE 2, 4..11");
    fields.push(field);
  }
  return { id, super_id, references, instance_size, statics, fields };
}
