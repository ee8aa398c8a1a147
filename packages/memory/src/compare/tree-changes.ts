import { NO_RULE, RuleTests } from "../partitions/rules.ts";
import { type CallTree, ROOT } from "../tree/call-tree.ts";
import { namingFrame, stackOf } from "../tree/naming.ts";
import { type Change, type Changes, kindOf } from "./changes.ts";

/** Where in the program allocations changed. */
export interface StackChange extends Change {
  image: string;
  /** The calls that lead there, the outermost first. */
  stack: string[];
}

export type TreeChanges = Changes<StackChange>;

/** More places than anybody reads; the rest is told together. */
const ROWS_MAX = 1_000;

/**
 * Calls are the same by what they were called by, and by symbol and image. A call is told when it, without the calls below it that
 * are told themselves, differs by the noise or more: so what is told never counts twice, however deep it lies, and with the other
 * makes the whole difference.
 *
 * @param tests of partition rules, by which each is told whose it is
 */
export function treeChanges(one: CallTree, two: CallTree, noise: number, tests = new RuleTests([])): TreeChanges {
  const both = one.copied();
  const places = placesIn(both, two);
  const left = { before: bytesIn(one, both.size), after: spread(two, places, both.size) };
  const told: number[] = [];
  // What of each call is told by the calls below it, and then by itself. Children come after their parents.
  const toldBefore = new Float64Array(both.size);
  const toldAfter = new Float64Array(both.size);
  for (let node = both.size - 1; node > ROOT; node -= 1) {
    const before = (left.before[node] ?? 0) - (toldBefore[node] ?? 0);
    const after = (left.after[node] ?? 0) - (toldAfter[node] ?? 0);
    const parent = both.parent[node] ?? ROOT;
    const isTold = after !== before && Math.abs(after - before) >= noise;
    if (isTold) told.push(node);
    toldBefore[parent] = (toldBefore[parent] ?? 0) + (isTold ? (left.before[node] ?? 0) : (toldBefore[node] ?? 0));
    toldAfter[parent] = (toldAfter[parent] ?? 0) + (isTold ? (left.after[node] ?? 0) : (toldAfter[node] ?? 0));
  }
  const rowOf = (node: number): Omit<StackChange, "stack" | "image" | "name"> & { node: number } => {
    const before = (left.before[node] ?? 0) - (toldBefore[node] ?? 0);
    const after = (left.after[node] ?? 0) - (toldAfter[node] ?? 0);
    return { node, kind: kindOf(before, after), before, after, delta: after - before };
  };
  const sorted = told.map(rowOf).toSorted((a, b) => Math.abs(b.delta) - Math.abs(a.delta) || a.node - b.node);
  const moduleOf = moduleTest(both, tests);
  const rows = sorted.slice(0, ROWS_MAX).map(({ node, ...row }): StackChange => {
    const path = both.pathTo(node);
    return { ...namingFrame(both, path), ...row, ...moduleOf(path), stack: stackOf(both, path) };
  });
  const sumOf = (key: "before" | "after") => rows.reduce((sum, row) => sum + row[key], 0);
  const [before, after] = [one.total, two.total];
  const other = { before: before - sumOf("before"), after: after - sumOf("after") };
  const count = sorted.length - rows.length + Number(other.after !== other.before);
  return { before, after, delta: after - before, rows, other: { count, ...other, delta: other.after - other.before } };
}

/** Whose a path of calls is: of the first rule that any of them fits. Each call is tried once, however many paths it is in. */
function moduleTest({ frames: { symbols, images } }: CallTree, tests: RuleTests) {
  const tried = new Map<number, number>();
  const ruleOf = (frame: number): number => {
    const rule = tried.get(frame) ?? tests.ofCall(symbols[frame] ?? "", images[frame] ?? "");
    tried.set(frame, rule);
    return rule;
  };
  return (path: readonly number[]) =>
    tests.moduleOf(path.reduce((first, frame) => Math.min(first, ruleOf(frame)), NO_RULE));
}

/** The bytes of a tree of which `both` began as a copy. */
export function bytesIn(tree: CallTree, size: number): Float64Array {
  const bytes = new Float64Array(size);
  bytes.set(tree.bytes.subarray(0, tree.size));
  return bytes;
}

/** The nodes of `tree` in `both`, made there; of those that it has no more room for what called them. */
export function placesIn(both: CallTree, tree: CallTree): Int32Array {
  const { symbols, images } = tree.frames;
  const frames = Int32Array.from(symbols, (symbol, index) => both.frames.numberOf(symbol, images[index] ?? ""));
  const places = new Int32Array(tree.size);
  for (let node = 1; node < tree.size; node += 1) {
    const parent = tree.parent[node] ?? ROOT;
    const place = places[parent] ?? ROOT;
    // Below what there was no room for, nothing has a place of its own.
    const isInside = parent !== ROOT && place === places[tree.parent[parent] ?? ROOT];
    places[node] = isInside ? place : both.child(place, frames[tree.frame[node] ?? 0] ?? 0);
  }
  return places;
}

/** The bytes of `tree` at its nodes' places; each place has those of its outermost node, which are those of the others, too. */
export function spread(tree: CallTree, places: Int32Array, size: number): Float64Array {
  const bytes = new Float64Array(size);
  for (let node = 0; node < tree.size; node += 1) {
    const place = places[node] ?? ROOT;
    if (node === ROOT || place !== places[tree.parent[node] ?? ROOT]) bytes[place] = tree.bytes[node] ?? 0;
  }
  return bytes;
}
