/** How much larger or smaller a picture may be on a screen than it is by itself. */
export interface ScaleRange {
  /** What is most likely. */
  ratio: number;
  /** By what part of that it may be larger; smaller by the same factor. 0: not at all. */
  tolerance: number;
}

/** However wide the range: each is a search of its own. */
const SCALES_MAX = 48;

/**
 * The scales to look for besides the ratio itself, the nearest to that first.
 * @param side of the picture, the shorter one, in the pixels that are compared at ratio 1
 */
export function scalesBeside({ ratio, tolerance }: ScaleRange, side: number): number[] {
  // One is as good for what is half a pixel larger.
  const step = Math.log1p(1 / Math.max(4, side * Math.min(1, ratio)));
  const reach = Math.log1p(tolerance);
  const count = Math.min(SCALES_MAX / 2, Math.ceil(reach / step - 1e-9));
  return Array.from({ length: count }, (_, at) => Math.exp((reach / count) * (at + 1))).flatMap((factor) => [
    ratio * factor,
    ratio / factor,
  ]);
}
