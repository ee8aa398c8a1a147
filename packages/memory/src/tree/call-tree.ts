import type { Place } from "../fault.ts";
import { LIMITS } from "../limits.ts";
import { Frames } from "./frames.ts";
import { NodeIndex } from "./node-index.ts";

const FIRST_ROOM = 1_024;
export const ROOT = 0;

/** A tree as plain arrays, one place for each node, and for each frame. */
export interface TreeParts {
  symbols: string[];
  images: string[];
  parent: Int32Array;
  frame: Int32Array;
  bytes: Float64Array;
  count: Float64Array;
}

/**
 * Where memory was allocated: a tree of calls. A node is a number; what it is lies in arrays, so that 600,000 of them take some
 * 30 MB. Node 0 is the root, which is no call, and each node comes after its parent.
 */
export class CallTree {
  readonly frames: Frames;
  /** Nodes, the root among them. */
  size = 1;
  parent = new Int32Array(FIRST_ROOM);
  /** A number of {@link Frames}. */
  frame = new Int32Array(FIRST_ROOM);
  /** What was allocated here and below. */
  bytes = new Float64Array(FIRST_ROOM);
  count = new Float64Array(FIRST_ROOM);
  /** Made when it is asked for something first: who only reads a tree needs none. */
  #index: NodeIndex | undefined;
  readonly #place: Place | undefined;

  /** @param place for the fault of a file that asks for too many nodes or names */
  constructor(place?: Place, frames = new Frames(place)) {
    this.#place = place;
    this.frames = frames;
    this.frame[ROOT] = -1;
  }

  /** A tree of the parts that {@link CallTree.parts} gave, which are its own from now on. */
  static of({ symbols, images, parent, frame, bytes, count }: TreeParts): CallTree {
    const tree = new CallTree(undefined, Frames.of(symbols, images));
    tree.size = parent.length;
    Object.assign(tree, { parent, frame, bytes, count });
    return tree;
  }

  /** All that it is made of, to be kept. */
  parts(): TreeParts {
    const { size, frames } = this;
    return {
      symbols: frames.symbols,
      images: frames.images,
      parent: this.parent.slice(0, size),
      frame: this.frame.slice(0, size),
      bytes: this.bytes.slice(0, size),
      count: this.count.slice(0, size),
    };
  }

  /** One of its own, to which calls are added. */
  copied(): CallTree {
    const { symbols, images, ...parts } = this.parts();
    return CallTree.of({ symbols: [...symbols], images: [...images], ...parts });
  }

  get total(): number {
    return this.bytes[ROOT] ?? 0;
  }

  /** The call of `frame` by `parent`, made where it is not there yet; in a tree of no file that is full, the parent itself. */
  child(parent: number, frame: number): number {
    const index = (this.#index ??= NodeIndex.of(this.parent, this.frame, this.size));
    const known = index.find(parent, frame, this.parent, this.frame);
    if (known !== 0) return known;
    if (this.size >= LIMITS.nodes) {
      if (this.#place) throw this.#place.many(LIMITS.nodes);
      return parent;
    }
    const made = this.size++;
    if (made === this.parent.length) this.#grow();
    this.parent[made] = parent;
    this.frame[made] = frame;
    index.put(this.parent, this.frame, this.size);
    return made;
  }

  /** Adds what was allocated at `node`, to it alone: what called it has that once the tree is {@link CallTree.summed}. */
  add(node: number, bytes: number, count: number): void {
    this.bytes[node] = (this.bytes[node] ?? 0) + bytes;
    this.count[node] = (this.count[node] ?? 0) + count;
  }

  /** Ends a tree to which was added: now a call has what is below it as well. */
  summed(): this {
    for (let node = this.size - 1; node > ROOT; node -= 1) {
      const parent = this.parent[node] ?? ROOT;
      this.add(parent, this.bytes[node] ?? 0, this.count[node] ?? 0);
    }
    return this;
  }

  /** What each node allocated itself, below no further call. */
  ownBytes(): Float64Array {
    const own = this.bytes.slice(0, this.size);
    for (let node = 1; node < this.size; node += 1) {
      const parent = this.parent[node] ?? ROOT;
      own[parent] = (own[parent] ?? 0) - (this.bytes[node] ?? 0);
    }
    return own;
  }

  /** The calls that lead to a node, the outermost first, as numbers of frames. */
  pathTo(node: number): number[] {
    const path: number[] = [];
    for (let at = node; at !== ROOT; at = this.parent[at] ?? ROOT) path.push(this.frame[at] ?? -1);
    return path.toReversed();
  }

  #grow(): void {
    const room = this.parent.length * 2;
    this.parent = larger(this.parent, new Int32Array(room));
    this.frame = larger(this.frame, new Int32Array(room));
    this.bytes = larger(this.bytes, new Float64Array(room));
    this.count = larger(this.count, new Float64Array(room));
  }
}

function larger<Numbers extends Int32Array<ArrayBuffer> | Float64Array<ArrayBuffer>>(
  old: Numbers,
  room: Numbers,
): Numbers {
  room.set(old);
  return room;
}
