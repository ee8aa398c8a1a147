import { type MemorySample, TREES, type TreeName } from "../sample.ts";
import type { Sums } from "./changes.ts";

/** What of the footprint has a stack that says who allocated it, and what has none. */
export interface Composition {
  /** By which it is told: of the trees that both samples have the largest one. They are never added together. */
  tree: TreeName;
  with_stack: Sums;
  without_stack: Sums;
}

/** @returns null without a footprint, or without a tree, that both have */
export function compositionOf(
  { stacks: one }: Pick<MemorySample, "stacks">,
  { stacks: two }: Pick<MemorySample, "stacks">,
  footprint: Sums | null,
): Composition | null {
  const totals = TREES.flatMap((tree) => {
    const [before, after] = [one[tree], two[tree]];
    return before && after ? [{ tree, before: before.total, after: after.total }] : [];
  });
  const [largest] = totals.toSorted((a, b) => b.before + b.after - a.before - a.after);
  if (!footprint || !largest) return null;
  // More may be allocated than was ever touched.
  const before = Math.min(largest.before, footprint.before);
  const after = Math.min(largest.after, footprint.after);
  const delta = after - before;
  return {
    tree: largest.tree,
    with_stack: { before, after, delta },
    without_stack: {
      before: footprint.before - before,
      after: footprint.after - after,
      delta: footprint.delta - delta,
    },
  };
}
