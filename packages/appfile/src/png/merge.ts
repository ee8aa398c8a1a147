import type { Picture } from "./decode.ts";

/** A picture, or one colour all over: red, green, blue, alpha. */
export type Layer = Picture | readonly [number, number, number, number];

const MAX_SIDE = 512;

/**
 * Foreground over background as one square picture. `visible` is the share of the layers' side that shows, around their
 * middle. Layers of different size are stretched over each other, as launchers do.
 */
export function mergeLayers(background: Layer, foreground: Layer, visible: number): Picture {
  const largest = Math.max(...[background, foreground].map((layer) => ("rgba" in layer ? layer.width : 1)));
  const side = Math.max(1, Math.min(MAX_SIDE, Math.round(largest * visible)));
  const rgba = new Uint8Array(side * side * 4);
  const edge = (1 - visible) / 2;
  for (let y = 0; y < side; y++) {
    const v = edge + ((y + 0.5) / side) * visible;
    for (let x = 0; x < side; x++) {
      const u = edge + ((x + 0.5) / side) * visible;
      const below = sampleAt(background, u, v);
      const above = sampleAt(foreground, u, v);
      const covered = 1 - above[3]! / 255;
      const alpha = above[3]! + below[3]! * covered;
      const at = (y * side + x) * 4;
      for (let channel = 0; channel < 3; channel++) {
        const premultiplied = above[channel]! * above[3]! + below[channel]! * below[3]! * covered;
        rgba[at + channel] = alpha === 0 ? 0 : Math.round(premultiplied / alpha);
      }
      rgba[at + 3] = Math.round(alpha);
    }
  }
  return { width: side, height: side, rgba };
}

/** The mean of the four pixels around a point, weighted by how near they are and by their alpha. */
function sampleAt(layer: Layer, u: number, v: number): readonly number[] {
  if (!("rgba" in layer)) return layer;
  const { width, height, rgba } = layer;
  const [px, py] = [u * width - 0.5, v * height - 0.5];
  const [left, top] = [Math.floor(px), Math.floor(py)];
  const sums = [0, 0, 0, 0];
  for (const [dx, dy] of CORNERS) {
    const x = Math.min(width - 1, Math.max(0, left + dx));
    const y = Math.min(height - 1, Math.max(0, top + dy));
    const weight = (dx ? px - left : 1 - (px - left)) * (dy ? py - top : 1 - (py - top));
    const at = (y * width + x) * 4;
    const alpha = rgba[at + 3]! * weight;
    for (let channel = 0; channel < 3; channel++) sums[channel]! += rgba[at + channel]! * alpha;
    sums[3]! += alpha;
  }
  const alpha = sums[3]!;
  return alpha === 0 ? [0, 0, 0, 0] : [sums[0]! / alpha, sums[1]! / alpha, sums[2]! / alpha, alpha];
}

const CORNERS = [
  [0, 0],
  [1, 0],
  [0, 1],
  [1, 1],
] as const;
