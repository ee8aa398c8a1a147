import type { Size } from "../../lib/screen/geometry.ts";

export const MIN_LEFT = 320;
export const MIN_RIGHT = 420;
/** What the keys below the phone need, and a phone that is not there yet gets. */
const USUAL = 432;
/** Frame and air beside the picture; what stands above and below it. */
const BESIDE = 58;
const ABOVE_AND_BELOW = 58 + 84;
/** The tools beside it want the rest. */
const MOST_SHARE = 0.58;

/** Phones that stand, lie, or are about as wide as high want other widths; each is remembered by itself. */
export type Shape = "portrait" | "square" | "landscape";

export function shapeOf(size: Size | undefined): Shape {
  const ratio = size && size.height > 0 ? size.width / size.height : 0;
  return ratio > 1.25 ? "landscape" : ratio > 0.7 ? "square" : "portrait";
}

/** How wide the phone's side is so that the picture is as high as the page lets it, where the tools leave that much. */
export function widthFor(picture: Size | undefined, frame: Size): number {
  if (!picture || picture.height <= 0) return USUAL;
  const wanted = (Math.max(0, frame.height - ABOVE_AND_BELOW) * picture.width) / picture.height + BESIDE;
  return Math.round(Math.max(USUAL, Math.min(wanted, frame.width * MOST_SHARE, frame.width - MIN_RIGHT)));
}
