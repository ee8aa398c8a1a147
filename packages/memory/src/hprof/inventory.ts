import { LIMITS } from "../limits.ts";
import { javaName } from "./class-name.ts";
import type { DumpBytes } from "./dump-bytes.ts";
import { type HprofRootKind, TYPES } from "./hprof-format.ts";
import { IdIndex, NONE } from "./id-index.ts";
import type { ClassDump, DumpVisitor } from "./walk-dump.ts";

/** What a class is, as far as the dump tells it. */
export interface JavaClass {
  id: number;
  name: string;
  /** Null where the dump has the name alone, and for arrays of primitives, which are of no class there. */
  dump: ClassDump | null;
  /** Of an array: the tag of the type of its elements. Else 0. */
  element: number;
}

/** Of a class and all above it: the longest lines have some ten. */
export const SUPERS_MAX = 1_000;
/** Ids of heaps, which are few. */
const HEAPS_MAX = 15;
const HEAP_NAME_MAX = 256;
/** The least bytes that an object takes in a file, besides its id. */
const OBJECT_BYTES = 10;

/**
 * The objects of a heap by numbers, in the order of the file, and what each is: the first time that the file is gone through. What they
 * refer to is not known then. All of it lies in arrays of numbers, so that ten million objects take some 300 MB.
 */
export class Inventory implements DumpVisitor {
  readonly classes: JavaClass[] = [];
  /** Of each object the number of its class; -1 is class 0 itself, which is an object as well, -2 class 1, and so on. */
  readonly type: Int32Array;
  /** Elements of an array. */
  readonly elements: Uint32Array;
  /** A number of {@link Inventory.heaps}. */
  readonly heapOf: Uint8Array;
  /** The first is where no heap is told. */
  heaps: readonly string[] = [];
  /** What keeps an object, by its id; of several things the first. */
  readonly roots = new Map<number, HprofRootKind>();
  /** Objects, classes among them. */
  count = 0;
  readonly #bytes: DumpBytes;
  readonly #ids: Float64Array;
  readonly #heaps = new Map<number, { number: number; name_id: number }>();
  readonly #texts = new Map<number, string>();
  #chars = 0;
  #members = 0;
  readonly #names = new Map<number, number>();
  readonly #numbers = new Map<number, number>();
  readonly #primitives: ReadonlyMap<number, number>;

  constructor(bytes: DumpBytes) {
    this.#bytes = bytes;
    // Room that is not needed is never taken.
    const room = Math.min(LIMITS.hprof_objects, Math.ceil(bytes.size / (bytes.id_bytes + OBJECT_BYTES)));
    this.#ids = new Float64Array(room);
    this.type = new Int32Array(room);
    this.elements = new Uint32Array(room);
    this.heapOf = new Uint8Array(room);
    const primitives = Object.entries(TYPES).filter(([name]) => name !== "object");
    this.#primitives = new Map(
      primitives.map(([name, { tag }]) => [
        tag,
        this.classes.push({ id: 0, name: `${name}[]`, dump: null, element: tag }) - 1,
      ]),
    );
  }

  text(id: number, length: number): void {
    this.#chars += length;
    this.#bounded("UTF8 CHARS", this.#chars, LIMITS.name_chars);
    this.#bounded("UTF8 LENGTH", length, LIMITS.name_each);
    this.#bounded("UTF8", this.#texts.size, LIMITS.hprof_texts);
    this.#texts.set(id, this.#bytes.text(length));
  }

  name(class_id: number, name_id: number): void {
    this.#names.set(this.#classOf(class_id), name_id);
  }

  root(kind: HprofRootKind, id: number): void {
    // What Android calls so is kept by nothing.
    if (kind === "unreachable" || this.roots.has(id)) return;
    this.#bounded("ROOT", this.roots.size + 1, LIMITS.hprof_roots);
    this.roots.set(id, kind);
  }

  class(dump: ClassDump, heap: number): void {
    const number = this.#classOf(dump.id);
    this.#members += dump.fields.length + dump.statics.length + dump.references.length;
    this.#bounded("CLASS_DUMP FIELDS", this.#members, LIMITS.hprof_members);
    const known = this.classes[number];
    if (known) known.dump = dump;
    if (dump.super_id !== 0) this.#classOf(dump.super_id);
    this.#add(dump.id, -1 - number, 0, heap);
  }

  instance(id: number, class_id: number, _length: number, heap: number): void {
    this.#add(id, this.#classOf(class_id), 0, heap);
  }

  objects(id: number, class_id: number, count: number, heap: number): void {
    const number = this.#classOf(class_id);
    const its = this.classes[number];
    if (its) its.element = TYPES.object.tag;
    this.#add(id, number, count, heap);
  }

  primitives(id: number, tag: number, count: number, heap: number): void {
    this.#add(id, this.#primitives.get(tag) ?? 0, count, heap);
  }

  heap(id: number, name_id: number): number {
    const known = this.#heaps.get(id);
    if (known) return known.number;
    const number = this.#heaps.size + 1;
    this.#bounded("HEAP_DUMP_INFO", number, HEAPS_MAX);
    this.#heaps.set(id, { number, name_id });
    return number;
  }

  /** After the last part: gives classes and heaps their names. @returns where objects are found */
  end(): IdIndex {
    let chars = 0;
    const names = new Map<number, string>();
    for (const [number, name_id] of this.#names) {
      const known = this.classes[number];
      const name = names.get(name_id) ?? javaName(this.#texts.get(name_id) ?? "");
      names.set(name_id, name);
      // Many classes may have one long text as their name.
      this.#bounded("CLASS NAMES CHARS", (chars += name.length), LIMITS.name_chars);
      if (known) known.name = name;
    }
    for (const { name_id } of this.#heaps.values())
      this.#bounded("HEAP_DUMP_INFO NAME LENGTH", this.#texts.get(name_id)?.length ?? 0, HEAP_NAME_MAX);
    this.heaps = ["", ...[...this.#heaps.values()].map(({ name_id }) => this.#texts.get(name_id) ?? "")];
    return new IdIndex(this.#ids.subarray(0, this.count));
  }

  /** Ids of the texts that fit: those of names of fields. */
  textIds(fits: (text: string) => boolean): ReadonlySet<number> {
    return new Set([...this.#texts].filter(([, text]) => fits(text)).map(([id]) => id));
  }

  /** Leaves what nobody asks for any more. */
  forgetTexts(): void {
    this.#texts.clear();
  }

  /** @returns the number of a class, or undefined where the dump does not have it */
  numberOf(class_id: number): number | undefined {
    return this.#numbers.get(class_id);
  }

  /**
   * What `own` tells of a class and of all above it, added up.
   * @throws MemoryFault for a class that is above itself
   */
  inherited(own: (its: JavaClass) => number): Float64Array {
    const sums = new Float64Array(this.classes.length).fill(NONE);
    for (const number of this.classes.keys()) {
      const line: number[] = [];
      let at: number | undefined = number;
      for (; at !== undefined && sums[at] === NONE; at = this.superOf(at)) {
        line.push(at);
        this.#bounded(`CLASS_DUMP ${this.classes[number]?.name}: SUPER`, line.length, SUPERS_MAX);
      }
      let sum = at === undefined ? 0 : (sums[at] ?? 0);
      for (const one of line.toReversed()) {
        const its = this.classes[one];
        sum += its ? own(its) : 0;
        sums[one] = sum;
      }
    }
    return sums;
  }

  /** @returns the number of its super class, or undefined where it has none */
  superOf(number: number): number | undefined {
    const super_id = this.classes[number]?.dump?.super_id ?? 0;
    return super_id === 0 ? undefined : this.#numbers.get(super_id);
  }

  #add(id: number, type: number, elements: number, heap: number): void {
    this.#bounded("OBJECTS", this.count + 1, LIMITS.hprof_objects);
    this.#ids[this.count] = id;
    this.type[this.count] = type;
    this.elements[this.count] = elements;
    this.heapOf[this.count] = heap;
    this.count += 1;
  }

  #classOf(id: number): number {
    const known = this.#numbers.get(id);
    if (known !== undefined) return known;
    this.#bounded("CLASSES", this.#numbers.size + 1, LIMITS.rows);
    const number = this.classes.push({ id, name: `0x${id.toString(16)}`, dump: null, element: 0 }) - 1;
    this.#numbers.set(id, number);
    return number;
  }

  #bounded(what: string, count: number, most: number): void {
    if (count > most) throw this.#bytes.unexpected(`${what} <= ${most}`);
  }
}
