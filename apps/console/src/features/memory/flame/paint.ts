/** Draws a flame graph. */
import { eachBox, LEAST_WIDTHS, ROW, yOf, type Space } from "./boxes.ts";
import { CHANGE_STEPS, changeStep } from "./colors.ts";
import { levelOf, type Layout } from "./layout.ts";
import { ROOT, type FlameNames } from "./tree.ts";
import type { View } from "./view.ts";

export const FONT_SIZE = 11;
/** Pixels beside a name; what is narrower than two letters has none. */
const PADDING = 4;
/** Of a box that is wide enough to be told from its neighbour without one. */
const GAP = 1;
const GAP_FROM = 3;

/** The page's colours, as a canvas takes them. */
export interface Look {
  text: string;
  faint: string;
  dim: string;
  strip: string;
  accent: string;
  root: string;
  /** Of each frame. */
  frames: readonly string[];
  /** Of modules, by their number. */
  modules: readonly string[];
  changes: readonly string[];
  font: string;
  letter: number;
}

export interface Picture {
  layout: Layout;
  names: FlameNames;
  view: View;
  space: Space;
  /** Another picture comes at once. */
  isMoving: boolean;
  look: Look;
  /** What the root is called. */
  all: string;
  /** 1 for each frame that is looked for; null while nothing is. */
  isFound: Uint8Array | null;
  /** Of each call its module's number, -1 of none; null where colours do not tell modules. */
  modules: Int32Array | null;
  /** Slots that are set off: the one that is gone to, and the one under the pointer. */
  focused: number;
  pointed: number;
}

export function paint(context: CanvasRenderingContext2D, picture: Picture): void {
  const { layout, view, space, look } = picture;
  context.clearRect(0, 0, space.width, space.height);
  context.font = look.font;
  context.textBaseline = "middle";
  const labels: [slot: number, left: number, right: number, y: number][] = [];
  let filled = "";
  const fill = (color: string) => {
    if (color !== filled) context.fillStyle = filled = color;
  };
  eachBox(layout, view, space, LEAST_WIDTHS[picture.isMoving ? "moving" : "still"], (slot, left, right, y) => {
    fill(slot < 0 ? look.strip : colorOf(picture, slot));
    const width = right - left;
    context.fillRect(left, y, width > GAP_FROM ? width - GAP : width, ROW - GAP);
    const seen = Math.min(right, space.width) - Math.max(0, left);
    if (slot >= 0 && seen > 2 * (PADDING + look.letter)) labels.push([slot, left, right, y]);
  });
  for (const [slot, left, right, y] of labels) {
    const from = Math.max(0, left) + PADDING;
    const text = fitted(nameOf(picture, slot), (Math.min(right, space.width) - PADDING - from) / look.letter);
    fill(isDim(picture, slot) ? look.faint : look.text);
    context.fillText(text, from, y + (ROW - GAP) / 2 + 0.5);
  }
  outline(context, picture, picture.pointed, 1);
  outline(context, picture, picture.focused, 2);
}

function outline(
  context: CanvasRenderingContext2D,
  { layout, view, space, look }: Picture,
  slot: number,
  line: number,
) {
  if (slot < 0) return;
  const scale = space.width / (view.to - view.from);
  const left = Math.max(-line, ((layout.start[slot] ?? 0) - view.from) * scale);
  const right = Math.min(space.width + line, ((layout.end[slot] ?? 0) - view.from) * scale);
  context.strokeStyle = look.accent;
  context.lineWidth = line;
  const y = yOf(levelOf(layout, slot), view, space);
  context.strokeRect(left + line / 2, y + line / 2, Math.max(1, right - left - line - GAP), ROW - GAP - line);
}

const frameAt = ({ layout }: Picture, slot: number): number => layout.tree.frame[layout.node[slot] ?? ROOT] ?? -1;

const isDim = (picture: Picture, slot: number): boolean =>
  picture.isFound !== null && picture.isFound[frameAt(picture, slot)] !== 1;

function colorOf(picture: Picture, slot: number): string {
  const { layout, look } = picture;
  if (isDim(picture, slot)) return look.dim;
  const node = layout.node[slot] ?? ROOT;
  if (layout.total_before) {
    const step = changeStep(layout.total_before[node] ?? 0, layout.total[node] ?? 0);
    return look.changes[step + CHANGE_STEPS] ?? look.strip;
  }
  if (picture.modules && node !== ROOT) return look.modules[picture.modules[node] ?? -1] ?? look.strip;
  return node === ROOT ? look.root : (look.frames[frameAt(picture, slot)] ?? look.strip);
}

const nameOf = (picture: Picture, slot: number): string => picture.names.symbols[frameAt(picture, slot)] ?? picture.all;

/** As much of a name as there is room for; letters of Chinese and Japanese are as wide as two. */
export function fitted(name: string, letters: number): string {
  let [at, width] = [0, 0];
  for (const letter of name) {
    width += letter > "\u2e7f" ? 2 : 1;
    if (width > letters) return `${name.slice(0, Math.max(0, at - 1))}…`;
    at += letter.length;
  }
  return name;
}
