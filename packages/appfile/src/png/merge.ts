import { type Picture, viewOf } from "./decode.ts";

type Colour = readonly [red: number, green: number, blue: number, alpha: number];
/** A picture, or one colour all over. */
export type Layer = Picture | Colour;

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
  const [lower, upper] = [samplerOf(background), samplerOf(foreground)];
  for (let y = 0; y < side; y++) {
    const v = edge + ((y + 0.5) / side) * visible;
    for (let x = 0; x < side; x++) {
      const u = edge + ((x + 0.5) / side) * visible;
      const below = lower(u, v);
      const above = upper(u, v);
      const covered = 1 - above[3] / 255;
      const alpha = above[3] + below[3] * covered;
      const over = (channel: 0 | 1 | 2): number => {
        const premultiplied = above[channel] * above[3] + below[channel] * below[3] * covered;
        return alpha === 0 ? 0 : Math.round(premultiplied / alpha);
      };
      const at = (y * side + x) * 4;
      rgba[at] = over(0);
      rgba[at + 1] = over(1);
      rgba[at + 2] = over(2);
      rgba[at + 3] = Math.round(alpha);
    }
  }
  return { width: side, height: side, rgba };
}

/** Answers the mean of the four pixels around a point, weighted by how near they are and by their alpha. */
function samplerOf(layer: Layer): (u: number, v: number) => Colour {
  if (!("rgba" in layer)) return () => layer;
  const { width, height, rgba } = layer;
  const pixels = viewOf(rgba);
  return (u, v) => {
    const [px, py] = [u * width - 0.5, v * height - 0.5];
    const [left, top] = [Math.floor(px), Math.floor(py)];
    let red = 0;
    let green = 0;
    let blue = 0;
    let alpha = 0;
    for (const [dx, dy] of CORNERS) {
      const x = Math.min(width - 1, Math.max(0, left + dx));
      const y = Math.min(height - 1, Math.max(0, top + dy));
      const weight = (dx ? px - left : 1 - (px - left)) * (dy ? py - top : 1 - (py - top));
      const at = (y * width + x) * 4;
      const share = pixels.getUint8(at + 3) * weight;
      red += pixels.getUint8(at) * share;
      green += pixels.getUint8(at + 1) * share;
      blue += pixels.getUint8(at + 2) * share;
      alpha += share;
    }
    return alpha === 0 ? [0, 0, 0, 0] : [red / alpha, green / alpha, blue / alpha, alpha];
  };
}

const CORNERS = [
  [0, 0],
  [1, 0],
  [0, 1],
  [1, 1],
] as const;
