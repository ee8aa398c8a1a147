/** What part of a flame graph is looked at. */
import { levelOf, levelsOf, type Layout } from "./layout.ts";

/** Bytes from the left, and the first level; where the graph is as high as its levels, that is 0. */
export interface View {
  from: number;
  to: number;
  top: number;
}

/** Nobody can tell what is narrower apart. */
const LEAST_BYTES = 16;

export const wholeOf = ({ end }: Layout): View => ({ from: 0, to: Math.max(LEAST_BYTES, end[0] ?? 0), top: 0 });

/** One call as wide as the graph, and the first level where it is among `rows` that are seen. */
export function viewOf(layout: Layout, slot: number, top: number, rows: number): View {
  const [from, to] = [layout.start[slot] ?? 0, layout.end[slot] ?? 0];
  const level = levelOf(layout, slot);
  return withinBounds(layout, { from, to, top: level >= top && level < top + rows ? top : level - 1 }, rows);
}

/** Of the view: a call that is narrower is brought nearer as it is gone to. */
const SEEN_SHARE = 1 / 200;

/** The nearest view in which a call is seen. */
export function viewWith(layout: Layout, { from, to, top }: View, slot: number, rows: number): View {
  const [start, end] = [layout.start[slot] ?? 0, layout.end[slot] ?? 0];
  const level = levelOf(layout, slot);
  const row = level < top ? level : Math.max(top, level - rows + 1);
  const width = end - start < (to - from) * SEEN_SHARE ? (end - start) / SEEN_SHARE : to - from;
  const isWider = end - start >= width;
  const isSeen = isWider ? start < to && end > from : start >= from && end <= to;
  const left = width === to - from && isSeen ? from : (start + end - width) / 2;
  return withinBounds(layout, { from: left, to: left + width, top: row }, rows);
}

/**
 * Nearer or farther.
 * @param factor how much of it is seen then: below 1 nearer
 * @param at where in the view nothing moves, from 0 at its left to 1
 */
export function zoomed(layout: Layout, { from, to, top }: View, factor: number, at: number, rows: number): View {
  const place = from + (to - from) * at;
  const width = Math.max(LEAST_BYTES, (to - from) * factor);
  return withinBounds(layout, { from: place - width * at, to: place + width * (1 - at), top }, rows);
}

/** @param right of the view's width. @param down levels */
export function moved(layout: Layout, { from, to, top }: View, right: number, down: number, rows: number): View {
  const by = (to - from) * right;
  return withinBounds(layout, { from: from + by, to: to + by, top: top + down }, rows);
}

export function withinBounds(layout: Layout, { from, to, top }: View, rows: number): View {
  const whole = wholeOf(layout);
  const width = Math.min(whole.to, Math.max(LEAST_BYTES, to - from));
  const left = Math.min(Math.max(0, from), whole.to - width);
  return { from: left, to: left + width, top: Math.min(Math.max(0, top), Math.max(0, levelsOf(layout) - rows)) };
}

/** Halfway views from one to the other, `share` of the way. */
export const between = (one: View, two: View, share: number): View => ({
  from: one.from + (two.from - one.from) * share,
  to: one.to + (two.to - one.to) * share,
  top: one.top + (two.top - one.top) * share,
});

/** A view as an address holds it: shares of the whole, in billionths, and the level. */
const BILLION = 1e9;

export function viewText(layout: Layout, { from, to, top }: View): string {
  const whole = wholeOf(layout).to;
  const [left, right] = [from, to].map((bytes) => Math.round((bytes / whole) * BILLION));
  return left === 0 && right === BILLION && top === 0 ? "" : `${left}-${right}-${Math.round(top)}`;
}

/** @returns undefined for what is no view */
export function viewFrom(layout: Layout, text: string, rows: number): View | undefined {
  const [, left, right, top] = /^(\d{1,10})-(\d{1,10})-(\d{1,4})$/.exec(text)?.map(Number) ?? [];
  if (left === undefined || right === undefined || top === undefined || left >= right) return undefined;
  const whole = wholeOf(layout).to;
  return withinBounds(layout, { from: (left / BILLION) * whole, to: (right / BILLION) * whole, top }, rows);
}
