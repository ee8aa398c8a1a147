/** Which call the arrow keys lead to. */
import { firstWhere, levelOf, type Layout } from "./layout.ts";
import { ROOT } from "./tree.ts";

export type Move = "caller" | "callee" | "left" | "right" | "first";

/** @returns the slot, which is the same where there is none that way */
export function movedTo(layout: Layout, slot: number, move: Move): number {
  const { levels, node, slotOf, start, end, tree } = layout;
  const level = levelOf(layout, slot);
  switch (move) {
    case "first":
      return 0;
    case "caller":
      return slotOf[tree.parent[node[slot] ?? ROOT] ?? ROOT] ?? 0;
    case "callee":
      return widest(layout, level + 1, start[slot] ?? 0, end[slot] ?? 0) ?? slot;
    case "left":
      return Math.max(levels[level] ?? 0, slot - 1);
    case "right":
      return Math.min((levels[level + 1] ?? 1) - 1, slot + 1);
  }
}

/** The largest call of a level between two places. */
function widest(
  { levels, start, end, node, wide }: Layout,
  level: number,
  from: number,
  to: number,
): number | undefined {
  let [found, most] = [undefined as number | undefined, 0];
  const until = levels[level + 1] ?? 0;
  const first = firstWhere(levels[level] ?? 0, until, (slot) => (start[slot] ?? 0) >= from);
  for (let slot = first; slot < until && (end[slot] ?? 0) <= to; slot += 1) {
    const bytes = wide[node[slot] ?? ROOT] ?? 0;
    if (bytes > most) [found, most] = [slot, bytes];
  }
  return found;
}
