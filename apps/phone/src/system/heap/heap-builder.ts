import { must } from "@udt/base";
import {
  HPROF_TYPES,
  type HprofClass,
  type HprofField,
  type HprofHeap,
  type HprofObject,
  type HprofRoot,
  type HprofType,
  type HprofValue,
} from "@udt/memory/hprof";

/** Every Android has references of four bytes. */
const REFERENCE_BYTES = 4;
/** Bytes of a value. */
const widthOf = (type: HprofType): number => HPROF_TYPES[type].bytes || REFERENCE_BYTES;
const CLASS = "java.lang.Class";
const CLASS_BYTES = 104;
/** What an object has before its fields. */
const HEADER_BYTES = 8;

type Fields = Readonly<Record<string, HprofType>>;
type MutableClass = Omit<HprofClass, "statics"> & { statics: (HprofField & { value: HprofValue })[] };

export interface ClassFacts {
  /** `java.lang.Object` where nothing is told. */
  extends?: string;
  fields?: Fields;
  /** Bytes of an instance, where it has more than the fields that are told. */
  size?: number;
  heap?: HprofHeap;
}

/** A heap that is being made: classes by name, objects by the order in which they come. Knows what all of it takes. */
export class HeapBuilder {
  readonly objects: HprofObject[] = [];
  readonly roots: HprofRoot[] = [];
  /** Bytes of all objects that were made, as Android's tools count them: instances by their class, arrays by their elements. */
  object_bytes = 0;
  /** Bytes of all classes, which are objects with their statics. */
  class_bytes = 0;
  readonly #classes = new Map<string, MutableClass>();
  #nextId = 1;

  constructor() {
    this.define("java.lang.Object", { size: HEADER_BYTES });
    this.define(CLASS, { size: CLASS_BYTES });
  }

  get classes(): readonly HprofClass[] {
    return [...this.#classes.values()];
  }

  /** Makes a class, or finds the one that was made. */
  define(name: string, { extends: superName, fields = {}, size, heap = "zygote" }: ClassFacts = {}): HprofClass {
    const known = this.#classes.get(name);
    if (known) return known;
    const above =
      name === "java.lang.Object" ? undefined : must(this.#classes.get(superName ?? "java.lang.Object"), "super class");
    const own = Object.values(fields).reduce((bytes, type) => bytes + widthOf(type), above?.instance_size ?? 0);
    const made: MutableClass = {
      id: this.#nextId++,
      name,
      super_id: above?.id ?? 0,
      fields: Object.entries(fields).map(([field, type]) => ({ name: field, type })),
      statics: [],
      instance_size: size ?? wholeWords(own),
      heap,
    };
    this.#classes.set(name, made);
    this.class_bytes += CLASS_BYTES;
    this.roots.push({ kind: "sticky_class", id: made.id });
    return made;
  }

  /** Gives a class a static field. */
  keep(name: string, field: string, value: number): void {
    must(this.#classes.get(name), "class").statics.push({ name: field, type: "object", value });
    this.class_bytes += REFERENCE_BYTES;
  }

  instance({ id: class_id, instance_size }: HprofClass, values: Record<string, HprofValue> = {}): number {
    this.object_bytes += instance_size;
    return this.#add({ kind: "instance", class_id, values, id: this.#nextId, heap: "app" });
  }

  /** @param of the class of its elements, as Java writes it */
  references(of: string, elements: readonly number[]): number {
    const { id: class_id } = this.define(`${of}[]`, { size: 0 });
    this.object_bytes += REFERENCE_BYTES * elements.length;
    return this.#add({ kind: "object_array", class_id, elements, id: this.#nextId, heap: "app" });
  }

  array(type: Exclude<HprofType, "object">, length: number, heap: HprofHeap = "app"): number {
    this.define(`${type}[]`, { size: 0 });
    this.object_bytes += widthOf(type) * length;
    return this.#add({ kind: "primitive_array", type, length, id: this.#nextId, heap });
  }

  /** A text of so many characters; the dump does not tell which. */
  text(length: number): number {
    const string = this.define("java.lang.String", { fields: { value: "object", count: "int", hash: "int" } });
    return this.instance(string, { value: this.array("byte", length), count: length });
  }

  #add(object: HprofObject): number {
    this.#nextId += 1;
    this.objects.push(object);
    return object.id;
  }
}

const wholeWords = (bytes: number): number => Math.ceil(bytes / 8) * 8;
