import { type CallTree, ROOT } from "../tree/call-tree.ts";
import { bytesIn, placesIn, spread } from "./tree-changes.ts";

/** A tree of calls as columns: the calls of each come after it and before its next sibling. */
export interface FlameColumns {
  symbols: string[];
  /** Each image once; `image` has the number of each symbol's. */
  images: string[];
  image: number[];
  /** Of each call: how many calls lead to it, from 0; its symbol; what it allocated itself, now and before. */
  depth: number[];
  frame: number[];
  own: number[];
  own_before: number[] | null;
  /** Calls that are not told: what they allocated counts as their callers' own. */
  left_out: number;
}

/**
 * @param tree of the sample that is told
 * @param before of another sample, whose bytes stand beside; calls are the same by symbol and image and by what called them
 * @param most calls that are told: the largest, by the larger of both sizes
 */
export function flameColumns(tree: CallTree, before: CallTree | null, most: number): FlameColumns {
  const both = before?.copied() ?? tree;
  const places = before && placesIn(both, tree);
  const now = places ? spread(tree, places, both.size) : bytesIn(tree, tree.size);
  const then = before && bytesIn(before, both.size);
  const isTold = largest(both, now, then, most);
  const columns = { depth: [] as number[], frame: [] as number[], own: [] as number[] };
  const own_before: number[] | null = then && [];
  const [ownNow, ownThen] = [ownOf(both, now, isTold), then && ownOf(both, then, isTold)];
  const frames = new Map<number, number>();
  const walk = depthFirst(both, isTold);
  for (let at = 0; at < walk.nodes.length; at += 1) {
    const node = walk.nodes[at] ?? ROOT;
    const frame = both.frame[node] ?? 0;
    const known = frames.get(frame) ?? frames.size;
    if (known === frames.size) frames.set(frame, known);
    columns.depth.push(walk.depth[node] ?? 0);
    columns.frame.push(known);
    columns.own.push(ownNow[node] ?? 0);
    if (own_before && ownThen) own_before.push(ownThen[node] ?? 0);
  }
  const left_out = both.size - 1 - walk.nodes.length;
  return { ...namesOf(both, [...frames.keys()]), ...columns, own_before, left_out };
}

function namesOf({ frames }: CallTree, used: readonly number[]): Pick<FlameColumns, "symbols" | "images" | "image"> {
  const images = new Map<string, number>();
  const image = used.map((frame) => {
    const name = frames.images[frame] ?? "";
    const number = images.get(name) ?? images.size;
    images.set(name, number);
    return number;
  });
  return { symbols: used.map((frame) => frames.symbols[frame] ?? ""), images: [...images.keys()], image };
}

/** 1 for each node that is told; its caller is told then, too. Of equals at the bound none is. */
function largest(tree: CallTree, now: Float64Array, then: Float64Array | null, most: number): Uint8Array {
  const sizes = Float64Array.from(now, (bytes, node) => Math.max(bytes, then?.[node] ?? 0));
  // Sizes that a tool rounded may be larger than their caller's.
  for (let node = tree.size - 1; node > ROOT; node -= 1) {
    const parent = tree.parent[node] ?? ROOT;
    sizes[parent] = Math.max(sizes[parent] ?? 0, sizes[node] ?? 0);
  }
  const bound = tree.size - 1 <= most ? -Infinity : (sizes.subarray(1).toSorted()[tree.size - 2 - most] ?? 0);
  return Uint8Array.from(sizes, (size) => (size > bound ? 1 : 0));
}

/** What of each told node's bytes no told call below it has. */
function ownOf(tree: CallTree, bytes: Float64Array, isTold: Uint8Array): Float64Array {
  const own = bytes.slice();
  for (let node = 1; node < tree.size; node += 1) {
    const parent = tree.parent[node] ?? ROOT;
    if (isTold[node] === 1) own[parent] = (own[parent] ?? 0) - (bytes[node] ?? 0);
  }
  return own.map((left) => Math.max(0, left));
}

function depthFirst(tree: CallTree, isTold: Uint8Array): { nodes: Int32Array; depth: Int32Array } {
  const [first, next, depth] = [0, 1, 2].map(() => new Int32Array(tree.size)) as [Int32Array, Int32Array, Int32Array];
  let told = 0;
  for (let node = tree.size - 1; node > ROOT; node -= 1) {
    if (isTold[node] !== 1) continue;
    const parent = tree.parent[node] ?? ROOT;
    next[node] = first[parent] ?? 0;
    first[parent] = node;
    told += 1;
  }
  const nodes = new Int32Array(told);
  for (let [node, at] = [first[ROOT] ?? 0, 0]; node !== ROOT; at += 1) {
    nodes[at] = node;
    const parent = tree.parent[node] ?? ROOT;
    depth[node] = parent === ROOT ? 0 : (depth[parent] ?? 0) + 1;
    let after = first[node] ?? 0;
    // Without calls of its own: the next of it, or of the nearest that called it and has a next.
    for (let up = node; after === ROOT && up !== ROOT; up = tree.parent[up] ?? ROOT) after = next[up] ?? 0;
    node = after;
  }
  return { nodes, depth };
}
