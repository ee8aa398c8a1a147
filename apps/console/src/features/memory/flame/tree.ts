/** A tree of calls in the browser: columns of numbers, one place for each call, so that 600,000 of them are no objects. */
import type { MemoryFlame } from "@udt/contract";

export const ROOT = 0;

/** What the calls of a tree are called, by the number of their frame. */
export interface FlameNames {
  symbols: readonly string[];
  images: readonly string[];
  /** Of each frame. */
  image: readonly number[];
}

/** Node 0 is the root, which is no call; each node comes after the one that called it. */
export interface FlameTree {
  size: number;
  parent: Int32Array;
  /** -1 of the root. */
  frame: Int32Array;
  /** Bytes that a call allocated itself, and in the sample before. */
  own: Float64Array;
  before: Float64Array | null;
}

/** @throws Error where the columns are no tree */
export function treeOf({ symbols, image, depth, frame, own, own_before }: MemoryFlame): FlameTree {
  const size = depth.length + 1;
  const tree = emptyTree(size, own_before !== null);
  const columns = [frame, own, own_before ?? own, ...(symbols.length === image.length ? [] : [[]])];
  if (columns.some((column) => column.length !== depth.length))
    throw new Error("the columns of the tree differ in length");
  // The last call at each depth, which calls the next at the depth below.
  const open: number[] = [ROOT];
  for (let at = 0; at < depth.length; at += 1) {
    const deep = depth[at] ?? 0;
    const caller = open[deep];
    if (caller === undefined) throw new Error("a call of the tree has no caller");
    const node = at + 1;
    open.length = deep + 1;
    open.push(node);
    tree.parent[node] = caller;
    tree.frame[node] = frame[at] ?? 0;
    tree.own[node] = own[at] ?? 0;
    if (tree.before) tree.before[node] = own_before?.[at] ?? 0;
  }
  return tree;
}

export function emptyTree(size: number, hasBefore: boolean): FlameTree {
  const tree = { size, parent: new Int32Array(size), frame: new Int32Array(size), own: new Float64Array(size) };
  tree.frame[ROOT] = -1;
  return { ...tree, before: hasBefore ? new Float64Array(size) : null };
}

/** Of each node what it and all below it have. */
export function sums({ size, parent }: FlameTree, own: Float64Array): Float64Array {
  const total = own.slice(0, size);
  for (let node = size - 1; node > ROOT; node -= 1) {
    const up = parent[node] ?? ROOT;
    total[up] = (total[up] ?? 0) + (total[node] ?? 0);
  }
  return total;
}

/** How wide each call is by itself: the larger of what it had and has, so that what is gone is seen as well. */
export const widths = ({ own, before }: FlameTree): Float64Array =>
  before ? own.map((bytes, node) => Math.max(bytes, before[node] ?? 0)) : own;

const FIRST_ROOM = 4_096;

/** Makes a tree call by call; calls of the same name by the same caller are one. */
export class TreeMaker {
  readonly #hasBefore: boolean;
  #size = 1;
  #parent = new Int32Array(FIRST_ROOM);
  #frame = new Int32Array(FIRST_ROOM).fill(-1, 0, 1);
  #own = new Float64Array(FIRST_ROOM);
  #before = new Float64Array(FIRST_ROOM);
  /** Where each node is found by its caller and frame, with twice as many places as there may be nodes; 0 is free. */
  #places = new Int32Array(FIRST_ROOM * 2);

  constructor(hasBefore: boolean) {
    this.#hasBefore = hasBefore;
  }

  get size(): number {
    return this.#size;
  }

  child(parent: number, frame: number): number {
    const at = this.#placeOf(parent, frame);
    const known = this.#places[at] ?? ROOT;
    if (known !== ROOT) return known;
    if (this.#size === this.#parent.length) {
      this.#grow();
      return this.child(parent, frame);
    }
    const made = this.#size++;
    this.#parent[made] = parent;
    this.#frame[made] = frame;
    this.#places[at] = made;
    return made;
  }

  /** Adds what a node has itself. */
  add(node: number, own: number, before: number): void {
    this.#own[node] = (this.#own[node] ?? 0) + own;
    this.#before[node] = (this.#before[node] ?? 0) + before;
  }

  made(): FlameTree {
    const size = this.#size;
    return {
      size,
      parent: this.#parent.slice(0, size),
      frame: this.#frame.slice(0, size),
      own: this.#own.slice(0, size),
      before: this.#hasBefore ? this.#before.slice(0, size) : null,
    };
  }

  /** Where the call is, or would be. */
  #placeOf(parent: number, frame: number): number {
    const last = this.#places.length - 1;
    const mixed = Math.imul(parent, 0x9e3779b1) + Math.imul(frame, 0x85ebca6b);
    for (let at = (mixed ^ (mixed >>> 15)) & last; ; at = (at + 1) & last) {
      const node = this.#places[at] ?? ROOT;
      if (node === ROOT || (this.#parent[node] === parent && this.#frame[node] === frame)) return at;
    }
  }

  #grow(): void {
    const room = this.#size * 2;
    const ints = (old: Int32Array) => {
      const larger = new Int32Array(room);
      larger.set(old);
      return larger;
    };
    const bytes = (old: Float64Array) => {
      const larger = new Float64Array(room);
      larger.set(old);
      return larger;
    };
    [this.#parent, this.#frame] = [ints(this.#parent), ints(this.#frame)];
    [this.#own, this.#before] = [bytes(this.#own), bytes(this.#before)];
    this.#places = new Int32Array(room * 2);
    for (let node = 1; node < this.#size; node += 1)
      this.#places[this.#placeOf(this.#parent[node] ?? ROOT, this.#frame[node] ?? 0)] = node;
  }
}
