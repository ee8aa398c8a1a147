/** What of a flame graph is drawn: only what can be seen. */
import { levelsOf, slotAfter, type Layout } from "./layout.ts";
import type { View } from "./view.ts";

/** Pixels of a level. */
export const ROW = 18;
/**
 * Narrower calls side by side are drawn as one strip; while somebody moves the graph somewhat wider ones, too: a picture of 3,000 boxes
 * takes less than a sixtieth of a second without a graphics card, one of 10,000 twice that.
 */
export const LEAST_WIDTHS = { still: 1, moving: 2 } as const;

/** Pixels of the graph. `down`: the root is at the top and calls hang from it; else they stand on it. */
export interface Space {
  width: number;
  height: number;
  grows: "down" | "up";
}

export const rowsOf = ({ height }: Pick<Space, "height">): number => Math.max(1, Math.floor(height / ROW));

/**
 * Tells each call that is to be drawn, and each strip of those that are narrower than `least` pixels, which has no slot.
 * A level has at most two for each pixel, however many calls it has: from what is too narrow it looks for the next place.
 */
export function eachBox(
  layout: Layout,
  view: View,
  space: Space,
  least: number,
  tell: (slot: number, left: number, right: number, y: number) => void,
): void {
  const scale = space.width / (view.to - view.from);
  const last = Math.min(levelsOf(layout), Math.ceil(view.top + space.height / ROW));
  for (let level = Math.floor(view.top); level < last; level += 1) {
    const y = yOf(level, view, space);
    const until = layout.levels[level + 1] ?? 0;
    let [strip, stripEnd] = [-1, -1];
    for (let slot = slotAfter(layout, level, view.from); slot < until;) {
      const left = ((layout.start[slot] ?? 0) - view.from) * scale;
      if (left >= space.width) break;
      const right = ((layout.end[slot] ?? 0) - view.from) * scale;
      if (right - left >= least) {
        tell(slot, left, right, y);
        slot += 1;
        continue;
      }
      if (left > stripEnd + least) {
        if (strip >= 0) tell(-1, strip, stripEnd, y);
        strip = left;
      }
      stripEnd = left + least;
      slot = Math.max(slot + 1, slotAfter(layout, level, view.from + stripEnd / scale, slot));
    }
    if (strip >= 0) tell(-1, strip, stripEnd, y);
  }
}

/** The upper edge of a level. */
export const yOf = (level: number, { top }: View, { height, grows }: Space): number =>
  grows === "down" ? (level - top) * ROW : height - (level - top + 1) * ROW;

/** The level and the bytes at a point of the graph. */
export function placeAt(
  view: View,
  { width, height, grows }: Space,
  x: number,
  y: number,
): { level: number; bytes: number } {
  const fromRoot = grows === "down" ? y : height - y;
  return {
    level: Math.floor(view.top + fromRoot / ROW),
    bytes: view.from + (x / width) * (view.to - view.from),
  };
}
