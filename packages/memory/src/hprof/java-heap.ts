import type { Place } from "../fault.ts";
import { LIMITS } from "../limits.ts";
import type { ClassRow } from "../sample.ts";
import { CallTree, ROOT } from "../tree/call-tree.ts";
import type { Held } from "./dominators.ts";
import { type HprofRootKind, ROOTS } from "./hprof-format.ts";
import type { Inventory } from "./inventory.ts";
import type { SizeOf } from "./layout.ts";

/** What keeps objects, in the order of the numbers that stand for them; 0 is nothing. */
const ROOT_KINDS = Object.keys(ROOTS) as HprofRootKind[];
const SEVERAL = "[several roots]";
const CLASS = "java.lang.Class";

/** @returns of each object the number of what keeps it, or 0 */
export function keptByRoots({ roots, count }: Inventory, nodeOf: (id: number) => number): Uint8Array {
  const keptBy = new Uint8Array(count);
  for (const [id, kind] of roots) {
    const node = nodeOf(id);
    if (node >= 0) keptBy[node] = ROOT_KINDS.indexOf(kind) + 1;
  }
  return keptBy;
}

/** `[JNI global]`, as a call that is none. */
function rootName(number: number): string {
  const kind = ROOT_KINDS[number - 1];
  return kind === undefined
    ? SEVERAL
    : `[${kind.replaceAll("_", " ").replace(/^(?:jni|vm)/, (word) => word.toUpperCase())}]`;
}

/** The objects of a class in a heap, or the class itself. */
class Kinds {
  readonly rows: (ClassRow & { retained: number })[] = [];
  /** Of each kind its row, and its call in the tree. */
  readonly row: number[] = [];
  readonly frame: number[] = [];
  readonly #inventory: Inventory;
  readonly #tree: CallTree;
  /** Of each type, and of that in each heap, one more than its number. */
  readonly #kinds: Int32Array;
  readonly #rows = new Map<string, number>();

  constructor(inventory: Inventory, tree: CallTree) {
    this.#inventory = inventory;
    this.#tree = tree;
    this.#kinds = new Int32Array(2 * inventory.classes.length * inventory.heaps.length);
  }

  kindOf(node: number): number {
    const { type, heapOf, heaps, classes } = this.#inventory;
    const its = type[node] ?? 0;
    const heap = heapOf[node] ?? 0;
    const place = (its + classes.length) * heaps.length + heap;
    const known = this.#kinds[place] ?? 0;
    if (known !== 0) return known - 1;
    const made = this.#make(its, heaps[heap] ?? "");
    this.#kinds[place] = made + 1;
    return made;
  }

  #make(type: number, image: string): number {
    const { name = "" } = this.#inventory.classes[type < 0 ? -1 - type : type] ?? {};
    this.row.push(this.#rowOf(type < 0 ? CLASS : name, image));
    return this.frame.push(this.#tree.frames.numberOf(type < 0 ? `class ${name}` : name, image)) - 1;
  }

  /** Classes of the same name, of several loaders, are one for who reads of them. */
  #rowOf(name: string, image: string): number {
    const key = `${image}\n${name}`;
    const known = this.#rows.get(key) ?? this.rows.length;
    if (known === this.rows.length) {
      this.rows.push({ name, type: "Java", image, bytes: 0, count: 0, retained: 0 });
      this.#rows.set(key, known);
    }
    return known;
  }
}

export interface JavaHeap {
  /** What holds what, by classes: below each what would go with it. */
  java: CallTree;
  classes: ClassRow[];
  /** What nothing holds. */
  unheld: { objects: number; bytes: number };
}

/**
 * @param holders of each in the order of `held` the one that holds it
 * @param keptBy of {@link keptByRoots}
 */
export function javaHeap(
  inventory: Inventory,
  { held, holders, keptBy, sizeOf }: { held: Held; holders: Int32Array; keptBy: Uint8Array; sizeOf: SizeOf },
  place: Place,
): JavaHeap {
  const tree = new CallTree(place);
  const kinds = new Kinds(inventory, tree);
  const unheld = { objects: 0, bytes: 0 };
  for (let node = 0; node < inventory.count; node += 1) {
    const row = kinds.rows[kinds.row[kinds.kindOf(node)] ?? 0];
    const bytes = sizeOf(node);
    if (row) {
      row.count += 1;
      row.bytes += bytes;
    }
    if (held.order[node] === 0) {
      unheld.objects += 1;
      unheld.bytes += bytes;
    }
  }
  const row = held.nodes.map((node) => (node < 0 ? 0 : (kinds.row[kinds.kindOf(node)] ?? 0)));
  const retained = new Float64Array(held.nodes.length);
  const paths = new Paths(tree, retained.length);
  for (let at = 1; at < retained.length; at += 1) {
    const node = held.nodes[at] ?? 0;
    const bytes = sizeOf(node);
    const frame = kinds.frame[kinds.kindOf(node)] ?? 0;
    const holder = holders[at] ?? 0;
    if (holder === 0) paths.addBelow(paths.rootCall(keptBy[node] ?? 0), at, frame, bytes);
    else paths.add(holder, at, frame, bytes);
    retained[at] = bytes;
  }
  for (let at = retained.length - 1; at > 0; at -= 1) {
    const holder = holders[at] ?? 0;
    retained[holder] = (retained[holder] ?? 0) + (retained[at] ?? 0);
  }
  addRetained(kinds.rows, holders, row, retained);
  const classes = kinds.rows.toSorted(
    (a, b) => b.retained - a.retained || b.bytes - a.bytes || (a.name < b.name ? -1 : 1),
  );
  return { java: paths.end(), classes, unheld };
}

/** The objects that hold each other, as a tree of their classes: those of a class that hold each other directly are one call. */
class Paths {
  readonly #tree: CallTree;
  /** The call of each, in the order of what is held. */
  readonly #calls: Int32Array;
  /** How deep each call is. */
  readonly #depth = new Uint16Array(LIMITS.nodes + 1);
  readonly #roots: number[] = [];

  constructor(tree: CallTree, size: number) {
    this.#tree = tree;
    this.#calls = new Int32Array(size);
  }

  /** The call that stands for a kind of root. */
  rootCall(kind: number): number {
    return (this.#roots[kind] ??= this.#tree.child(ROOT, this.#tree.frames.numberOf(rootName(kind), "")));
  }

  /** @param holder what was added before */
  add(holder: number, at: number, frame: number, bytes: number): void {
    const above = this.#calls[holder] ?? ROOT;
    if (this.#tree.frame[above] === frame || (this.#depth[above] ?? 0) >= LIMITS.hprof_depth)
      this.#count(above, at, bytes);
    else this.addBelow(above, at, frame, bytes);
  }

  addBelow(above: number, at: number, frame: number, bytes: number): void {
    const call = this.#tree.child(above, frame);
    this.#depth[call] = (this.#depth[above] ?? 0) + 1;
    this.#count(call, at, bytes);
  }

  /** @returns the tree, in which a call has what is below it as well */
  end(): CallTree {
    return this.#tree.summed();
  }

  #count(call: number, at: number, bytes: number): void {
    this.#calls[at] = call;
    this.#tree.add(call, bytes, 1);
  }
}

/** Adds to each row what would go with its objects: of those that one of the same row holds, however far above, nothing more. */
function addRetained(
  rows: readonly { retained: number }[],
  holders: Int32Array,
  row: Int32Array,
  retained: Float64Array,
): void {
  const [first, next] = [new Int32Array(holders.length), new Int32Array(holders.length)];
  for (let at = holders.length - 1; at > 0; at -= 1) {
    const holder = holders[at] ?? 0;
    next[at] = first[holder] ?? 0;
    first[holder] = at;
  }
  // How many of each row are above, and the one in hand.
  const open = new Int32Array(rows.length);
  const begin = (at: number) => {
    const its = row[at] ?? 0;
    const sums = rows[its];
    if (open[its] === 0 && sums) sums.retained += retained[at] ?? 0;
    open[its] = (open[its] ?? 0) + 1;
  };
  const end = (at: number) => {
    const its = row[at] ?? 0;
    open[its] = (open[its] ?? 0) - 1;
  };
  for (let at = first[0] ?? 0; at !== 0;) {
    begin(at);
    const inner = first[at] ?? 0;
    let after = inner;
    // Nothing in it: the next of it, or of the nearest above that has a next.
    for (let up = at; after === 0 && up !== 0; up = holders[up] ?? 0) {
      end(up);
      after = next[up] ?? 0;
    }
    at = after;
  }
}
