/** The same allocations seen otherwise: trees that are made of a tree. */
import { ROOT, sums, TreeMaker, widths, type FlameTree } from "./tree.ts";

/** Of all bytes; callers that lead to less are told with the call that they called: they would be narrower than half a pixel. */
const LEAST_SHARE = 1 / 10_000;

/** @param isLeftOut of a frame and its caller's: its bytes are its caller's then. Calls that become the same are one. */
function without(tree: FlameTree, isLeftOut: (frame: number, caller: number) => boolean): FlameTree {
  const maker = new TreeMaker(tree.before !== null);
  const frames = [-1];
  const places = new Int32Array(tree.size);
  for (let node = 1; node < tree.size; node += 1) {
    const caller = places[tree.parent[node] ?? ROOT] ?? ROOT;
    const frame = tree.frame[node] ?? 0;
    const place = isLeftOut(frame, frames[caller] ?? -1) ? caller : maker.child(caller, frame);
    frames[place] ??= frame;
    places[node] = place;
    maker.add(place, tree.own[node] ?? 0, tree.before?.[node] ?? 0);
  }
  return maker.made();
}

/** A function that calls itself is told once, however deep that goes. */
export const recursionFolded = (tree: FlameTree): FlameTree => without(tree, (frame, caller) => frame === caller);

/** @param isHidden 1 for each frame that is not to be seen */
export const framesHidden = (tree: FlameTree, isHidden: Uint8Array): FlameTree =>
  without(tree, (frame) => isHidden[frame] === 1);

/** What one function calls, wherever it was called: the calls of its outermost calls, together. */
export function calleesOf(tree: FlameTree, frame: number): FlameTree {
  const maker = new TreeMaker(tree.before !== null);
  // Below a call of the function: where that is in the new tree; 0 elsewhere.
  const places = new Int32Array(tree.size);
  for (let node = 1; node < tree.size; node += 1) {
    const caller = places[tree.parent[node] ?? ROOT] ?? ROOT;
    const own = tree.frame[node] ?? 0;
    if (caller === ROOT && own !== frame) continue;
    const place = maker.child(caller, own);
    places[node] = place;
    maker.add(place, tree.own[node] ?? 0, tree.before?.[node] ?? 0);
  }
  return maker.made();
}

/** A call whose callers are followed, and what is told of it. */
interface Trails {
  /** The call that is looked at, and where its callee is in the new tree. */
  at: Int32Array;
  place: Int32Array;
  own: Float64Array;
  before: Float64Array;
  /** The larger of both. */
  wide: Float64Array;
}

/**
 * The tree turned round: each call that allocates first, then who called it.
 * @param frame where it is given, only of this function: what its outermost calls and all below them allocate
 */
export function callersOf(tree: FlameTree, frame?: number): FlameTree {
  const maker = new TreeMaker(tree.before !== null);
  let trails = frame === undefined ? allocating(tree) : outermost(tree, frame);
  const least = trails.wide.reduce((sum, bytes) => sum + bytes, 0) * LEAST_SHARE;
  while (trails.at.length > 0) {
    const groups = grouped(tree, trails);
    // Of each group, once it is told.
    const made = new Int32Array(groups.bytes.length);
    const next = trails.at.map((node, index) => {
      const group = groups.of[index] ?? 0;
      const place = trails.place[index] ?? ROOT;
      const isTold = (groups.bytes[group] ?? 0) >= least;
      // What leads to too little counts as its callee's own.
      const own = isTold ? (made[group] ||= maker.child(place, tree.frame[node] ?? 0)) : place;
      const caller = tree.parent[node] ?? ROOT;
      trails.place[index] = own;
      if (isTold && caller !== ROOT) return caller;
      maker.add(own, trails.own[index] ?? 0, trails.before[index] ?? 0);
      return ROOT;
    });
    trails = followed(trails, next);
  }
  return maker.made();
}

/** Calls of one function that lead to the same: of each trail the number of its group, and the bytes of each group. */
function grouped(tree: FlameTree, { at, place, wide }: Trails): { of: Int32Array; bytes: Float64Array } {
  const groups = new TreeMaker(false);
  const of = at.map((node, index) => groups.child(place[index] ?? ROOT, tree.frame[node] ?? 0));
  const bytes = new Float64Array(groups.size);
  for (let index = 0; index < of.length; index += 1)
    bytes[of[index] ?? 0] = (bytes[of[index] ?? 0] ?? 0) + (wide[index] ?? 0);
  return { of, bytes };
}

/** Those that have a caller yet. */
function followed({ place, own, before, wide }: Trails, next: Int32Array): Trails {
  const goesOn = (_value: number, index: number) => next[index] !== ROOT;
  return {
    at: next.filter((node) => node !== ROOT),
    place: place.filter(goesOn),
    own: own.filter(goesOn),
    before: before.filter(goesOn),
    wide: wide.filter(goesOn),
  };
}

function trailsOf(at: Int32Array, own: Float64Array, before: Float64Array | null): Trails {
  const told = {
    own: Float64Array.from(at, (node) => own[node] ?? 0),
    before: Float64Array.from(at, (node) => before?.[node] ?? 0),
  };
  const wide = told.own.map((bytes, index) => Math.max(bytes, told.before[index] ?? 0));
  return { at, place: new Int32Array(at.length), ...told, wide };
}

function allocating(tree: FlameTree): Trails {
  const wide = widths(tree);
  const nodes = tree.parent.map((_parent, node) => (node !== ROOT && (wide[node] ?? 0) > 0 ? node : ROOT));
  return trailsOf(
    nodes.filter((node) => node !== ROOT),
    tree.own,
    tree.before,
  );
}

function outermost(tree: FlameTree, frame: number): Trails {
  const isBelow = new Uint8Array(tree.size);
  const nodes: number[] = [];
  for (let node = 1; node < tree.size; node += 1) {
    const isWithin = isBelow[tree.parent[node] ?? ROOT] === 1;
    if (!isWithin && tree.frame[node] === frame) nodes.push(node);
    if (isWithin || tree.frame[node] === frame) isBelow[node] = 1;
  }
  return trailsOf(Int32Array.from(nodes), sums(tree, tree.own), tree.before && sums(tree, tree.before));
}
