import { LIMITS } from "../limits.ts";
import type { Graph } from "./dominators.ts";
import type { DumpBytes } from "./dump-bytes.ts";
import { TYPES } from "./hprof-format.ts";
import { type IdIndex, NONE } from "./id-index.ts";
import { type Inventory, SUPERS_MAX } from "./inventory.ts";
import { bytesOf, type ClassDump, type DumpVisitor } from "./walk-dump.ts";

/** The field by which weak, soft, phantom and final references refer to what they do not keep. */
export const REFERENT = "referent";
const REFERENCE = "java.lang.ref.Reference";
const OBJECT = TYPES.object.tag;

/** How long an instance's values are, and where among them are ids of objects that it keeps. */
interface Plan {
  length: number;
  places: readonly number[];
}

/**
 * What refers to what: the second time that the file is gone through. References to what a root keeps are left out, since nothing else
 * holds that whoever refers to it; so are those of weak references.
 */
export class References implements DumpVisitor {
  readonly #bytes: DumpBytes;
  readonly #inventory: Inventory;
  readonly #index: IdIndex;
  readonly #weak: ReadonlySet<number>;
  readonly #keptBy: Uint8Array;
  readonly #starts: Uint32Array;
  readonly #targets: Int32Array;
  readonly #plans = new Map<number, Plan>();
  #planned = 0;
  /** The objects that classes are, where they need a reference. */
  readonly #classNodes: Int32Array;
  #node = 0;
  #count = 0;

  /** @param weak ids of texts that are {@link REFERENT}. @param keptBy not 0 for each object that a root keeps */
  constructor(
    bytes: DumpBytes,
    { inventory, index, weak }: { inventory: Inventory; index: IdIndex; weak: ReadonlySet<number> },
    keptBy: Uint8Array,
  ) {
    this.#bytes = bytes;
    this.#inventory = inventory;
    this.#index = index;
    this.#weak = weak;
    this.#keptBy = keptBy;
    this.#starts = new Uint32Array(inventory.count + 1);
    const room = bytes.size / bytes.id_bytes + inventory.count;
    this.#targets = new Int32Array(Math.ceil(Math.min(LIMITS.hprof_references, room)));
    this.#classNodes = Int32Array.from(inventory.classes, ({ id }) => this.#kept(id));
  }

  class(dump: ClassDump): void {
    this.#begin();
    this.#refer(dump.super_id);
    for (const id of dump.references) this.#refer(id);
  }

  instance(_id: number, class_id: number, length: number): void {
    this.#begin();
    const number = this.#inventory.numberOf(class_id) ?? NONE;
    const plan = this.#planOf(number);
    if (length < plan.length) throw this.#bytes.unexpected(`INSTANCE_DUMP (${plan.length})`);
    const start = this.#bytes.at;
    for (const place of plan.places) {
      this.#bytes.at = start + place;
      this.#refer(this.#bytes.id());
    }
    this.#keepClass(number);
  }

  objects(_id: number, class_id: number, count: number): void {
    this.#begin();
    for (let left = count; left > 0; left -= 1) this.#refer(this.#bytes.id());
    this.#keepClass(this.#inventory.numberOf(class_id) ?? NONE);
  }

  primitives(): void {
    this.#begin();
  }

  /** After the last part. */
  graph(): Graph {
    this.#starts.fill(this.#count, this.#node);
    return { starts: this.#starts, targets: this.#targets.subarray(0, this.#count) };
  }

  #begin(): void {
    this.#starts[this.#node] = this.#count;
    this.#node += 1;
  }

  #kept(id: number): number {
    const node = id === 0 ? NONE : this.#index.numberOf(id);
    return node < 0 || this.#keptBy[node] !== 0 ? NONE : node;
  }

  #refer(id: number): void {
    const node = this.#kept(id);
    if (node !== NONE) this.#add(node);
  }

  /** An object keeps its class. On Android that is one of its fields as well. */
  #keepClass(number: number): void {
    const node = this.#classNodes[number] ?? NONE;
    if (node === NONE) return;
    for (let at = this.#starts[this.#node - 1] ?? 0; at < this.#count; at += 1) if (this.#targets[at] === node) return;
    this.#add(node);
  }

  #add(node: number): void {
    if (this.#count >= this.#targets.length) throw this.#bytes.unexpected(`REFERENCES <= ${LIMITS.hprof_references}`);
    this.#targets[this.#count] = node;
    this.#count += 1;
  }

  #planOf(number: number): Plan {
    const known = this.#plans.get(number);
    if (known) return known;
    const places: number[] = [];
    let length = 0;
    for (const { name, dump } of this.#lineOf(number)) {
      this.#planned += dump.fields.length;
      if (this.#planned > LIMITS.hprof_fields)
        throw this.#bytes.unexpected(`CLASS_DUMP FIELDS <= ${LIMITS.hprof_fields}`);
      for (const { name_id, tag } of dump.fields) {
        const isWeak = name === REFERENCE && this.#weak.has(name_id);
        if (tag === OBJECT && !isWeak) places.push(length);
        length += bytesOf(tag, this.#bytes.id_bytes) ?? 0;
      }
    }
    const plan = { length, places };
    this.#plans.set(number, plan);
    return plan;
  }

  /** A class and its super classes, itself first. */
  #lineOf(number: number): { name: string; dump: ClassDump }[] {
    const line: { name: string; dump: ClassDump }[] = [];
    for (let at: number | undefined = number; at !== undefined; at = this.#inventory.superOf(at)) {
      const { name = "", dump = null } = this.#inventory.classes[at] ?? {};
      if (!dump) throw this.#bytes.unexpected(`CLASS_DUMP ${name}`);
      line.push({ name, dump });
      if (line.length > SUPERS_MAX) throw this.#bytes.unexpected(`CLASS_DUMP ${name}: SUPER <= ${SUPERS_MAX}`);
    }
    return line;
  }
}
