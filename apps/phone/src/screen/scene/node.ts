import type { SKRSContext2D } from "@napi-rs/canvas";
import type { TextField } from "./text-field.ts";

export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

export const intersect = (a: Rect, b: Rect): Rect => {
  const x = Math.max(a.x, b.x);
  const y = Math.max(a.y, b.y);
  return {
    x,
    y,
    width: Math.max(0, Math.min(a.x + a.width, b.x + b.width) - x),
    height: Math.max(0, Math.min(a.y + a.height, b.y + b.height) - y),
  };
};

export const contains = (rect: Rect, x: number, y: number): boolean =>
  x >= rect.x && y >= rect.y && x < rect.x + rect.width && y < rect.y + rect.height;

/** A length in dp, `"fill"` for all that the parent offers, `"wrap"` for what the content needs. */
export type Length = number | "fill" | "wrap";
/** One value for all sides, `[vertical, horizontal]`, or `[top, right, bottom, left]`, in dp. */
export type Insets = number | readonly [number, number] | readonly [number, number, number, number];

/** A pointer as a node's own touch handler sees it. Pixels of the current orientation. */
export interface NodeTouch {
  action: "down" | "move" | "up" | "cancel";
  pointerId: number;
  x: number;
  y: number;
  bounds: Rect;
}

/**
 * What an app says of one view. Lengths are dp; the layout turns them into pixels. The names of the attributes follow
 * Android's where it has them, because the same node answers `uiautomator dump`.
 */
export interface ViewSpec {
  /** Short resource id, `add_to_cart` for `dev.udt.shop:id/add_to_cart`; also the key that keeps state over a rebuild. */
  id?: string;
  /** Android class, `android.widget.TextView` and the like. */
  cls?: string;
  text?: string;
  desc?: string;
  children?: (ViewSpec | undefined)[];

  dir?: "column" | "row" | "stack";
  width?: Length;
  height?: Length;
  minHeight?: number;
  maxWidth?: number;
  /** Share of what is left on the main axis. */
  grow?: number;
  pad?: Insets;
  gap?: number;
  /** Across the main axis; in a stack, both. Default `stretch` for a column, `center` for a row. */
  align?: "start" | "center" | "end" | "stretch";
  /** Along the main axis; in a stack, the vertical place. */
  justify?: "start" | "center" | "end" | "between";

  bg?: string;
  radius?: number;
  border?: string;
  elevation?: number;
  opacity?: number;
  /** Draws the node's own picture; `rect` and `dp` are pixels. Called inside the node's clip. */
  paint?: (g: SKRSContext2D, rect: Rect, dp: number) => void;
  /** How many shapes `paint` draws, where they are many. */
  shapes?: number;

  size?: number;
  weight?: 400 | 700;
  color?: string;
  /** A dark rim around the letters, for light text on a picture that may be light as well. */
  rim?: boolean;
  maxLines?: number;
  textAlign?: "start" | "center" | "end";
  lineHeight?: number;

  onTap?: () => void;
  onLongPress?: () => void;
  /** Takes the pointer at once and hears all its events; no tap or scroll comes of it. */
  onTouch?: (touch: NodeTouch) => void;
  /** Dragging to this fraction of the width, for sliders. */
  onSlide?: (fraction: number) => void;
  enabled?: boolean;
  checkable?: boolean;
  checked?: boolean;
  selected?: boolean;
  focusable?: boolean;
  scroll?: "y" | "x";
  field?: TextField;
  /** Overrides the package for views of the system. */
  pkg?: string;
  /** Left out of the dump and the hit test: decoration. */
  ghost?: boolean;
}

/** A laid-out view. `bounds` and `clip` are pixels; `clip` is the part that can be seen. */
export interface SceneNode {
  spec: ViewSpec;
  key: string;
  children: SceneNode[];
  parent: SceneNode | undefined;
  bounds: Rect;
  clip: Rect;
  lines: string[];
  measured: { width: number; height: number };
}

/** Scroll offset of one list, kept by key while its tree is rebuilt. Pixels. */
export interface ScrollState {
  offset: number;
  max: number;
}

export const isClickable = (spec: ViewSpec): boolean =>
  spec.onTap !== undefined || spec.onTouch !== undefined || spec.onSlide !== undefined || spec.field !== undefined;

export const isFocusable = (spec: ViewSpec): boolean => spec.focusable ?? isClickable(spec);

/** Depth first, parents before children, in drawing order. */
export function* walk(node: SceneNode): Generator<SceneNode> {
  yield node;
  for (const child of node.children) yield* walk(child);
}

export const findNode = (root: SceneNode, test: (node: SceneNode) => boolean): SceneNode | undefined => {
  for (const node of walk(root)) if (test(node)) return node;
  return undefined;
};
