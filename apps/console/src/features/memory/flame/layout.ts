/** Where each call of a tree is: by level, and in bytes from the left, so that nothing of it depends on what is looked at. */
import { ROOT, sums, widths, type FlameNames, type FlameTree } from "./tree.ts";

/** `heavy`: the largest call of each caller first. `name`: as they are called, which is the same in each sample. */
export const ORDERS = ["heavy", "name"] as const;
export type Order = (typeof ORDERS)[number];

/** Calls by level from the left: those of level `n` are the slots from `levels[n]` up to `levels[n + 1]`. */
export interface Layout {
  tree: FlameTree;
  node: Int32Array;
  slotOf: Int32Array;
  levels: Int32Array;
  start: Float64Array;
  end: Float64Array;
  /** Bytes of each node with all below it: as wide as it is drawn, now, and before. */
  wide: Float64Array;
  total: Float64Array;
  total_before: Float64Array | null;
}

export function layoutOf(tree: FlameTree, names: FlameNames, order: Order): Layout {
  const { size } = tree;
  const total = sums(tree, tree.own);
  const total_before = tree.before && sums(tree, tree.before);
  const wide = tree.before ? sums(tree, widths(tree)) : total;
  const { first, calls } = callsOf(tree);
  sortCalls(tree, first, calls, order === "heavy" ? bySize(wide) : byName(tree, names));
  const [node, slotOf] = [new Int32Array(size), new Int32Array(size)];
  const [start, end] = [new Float64Array(size), new Float64Array(size)];
  end[0] = wide[ROOT] ?? 0;
  const levels = [0];
  let made = 1;
  for (let from = 0; from < made;) {
    const until = made;
    levels.push(until);
    for (let slot = from; slot < until; slot += 1) {
      const caller = node[slot] ?? ROOT;
      let at = start[slot] ?? 0;
      for (let call = first[caller] ?? 0; call < (first[caller + 1] ?? 0); call += 1) {
        const called = calls[call] ?? ROOT;
        // What has no bytes has no place.
        if ((wide[called] ?? 0) <= 0) continue;
        node[made] = called;
        slotOf[called] = made;
        start[made] = at;
        at += wide[called] ?? 0;
        end[made] = at;
        made += 1;
      }
    }
    from = until;
  }
  return { tree, node, slotOf, levels: Int32Array.from(levels), start, end, wide, total, total_before };
}

/** The calls of each node: `calls` from `first[node]` up to `first[node + 1]`. */
function callsOf({ size, parent }: FlameTree): { first: Int32Array; calls: Int32Array } {
  const first = new Int32Array(size + 1);
  for (let node = 1; node < size; node += 1) first[(parent[node] ?? 0) + 1] = (first[(parent[node] ?? 0) + 1] ?? 0) + 1;
  for (let node = 0; node < size; node += 1) first[node + 1] = (first[node + 1] ?? 0) + (first[node] ?? 0);
  const next = first.slice();
  const calls = new Int32Array(size - 1);
  for (let node = 1; node < size; node += 1) {
    const place = next[parent[node] ?? 0] ?? 0;
    calls[place] = node;
    next[parent[node] ?? 0] = place + 1;
  }
  return { first, calls };
}

function sortCalls(
  { size }: FlameTree,
  first: Int32Array,
  calls: Int32Array,
  compare: (one: number, two: number) => number,
): void {
  for (let node = 0; node < size; node += 1) {
    const [from, until] = [first[node] ?? 0, first[node + 1] ?? 0];
    if (until - from > 1) calls.subarray(from, until).sort(compare);
  }
}

const bySize = (wide: Float64Array) => (one: number, two: number) => (wide[two] ?? 0) - (wide[one] ?? 0) || one - two;

function byName({ frame }: FlameTree, { symbols }: FlameNames) {
  const sorted = symbols
    .map((_symbol, number) => number)
    .toSorted((a, b) => ((symbols[a] ?? "") < (symbols[b] ?? "") ? -1 : 1));
  const rank = new Int32Array(symbols.length);
  for (const [place, number] of sorted.entries()) rank[number] = place;
  return (one: number, two: number) => (rank[frame[one] ?? 0] ?? 0) - (rank[frame[two] ?? 0] ?? 0);
}

export const levelsOf = ({ levels }: Layout): number => levels.length - 1;

/** The level of a slot. */
export function levelOf({ levels }: Layout, slot: number): number {
  return firstWhere(0, levels.length, (level) => (levels[level] ?? 0) > slot) - 1;
}

/**
 * The first of a level's slots that ends to the right of `bytes`; the level's end where none does.
 * @param from a slot before which there is none; what is near to it is found soonest
 */
export function slotAfter({ levels, end }: Layout, level: number, bytes: number, from = levels[level] ?? 0): number {
  const until = levels[level + 1] ?? 0;
  let [low, step] = [from, 1];
  while (low + step < until && (end[low + step - 1] ?? 0) <= bytes) {
    low += step;
    step *= 2;
  }
  return firstWhere(low, Math.min(until, low + step), (slot) => (end[slot] ?? 0) > bytes);
}

/** The slot at a place; undefined where there is none. */
export function slotAt(layout: Layout, level: number, bytes: number): number | undefined {
  if (level < 0 || level >= levelsOf(layout)) return undefined;
  const slot = slotAfter(layout, level, bytes);
  return slot < (layout.levels[level + 1] ?? 0) && (layout.start[slot] ?? 0) <= bytes ? slot : undefined;
}

/** @param holds of whole numbers: of none, and from one on of all */
export function firstWhere(from: number, until: number, holds: (at: number) => boolean): number {
  let [low, high] = [from, until];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
