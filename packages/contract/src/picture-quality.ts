/** How good a picture is asked of a device, and what each level costs of the link. */

/**
 * Of which one encoder makes the picture for everybody who looks. `longest_px` bounds the longer side; a decoder in software
 * is given a smaller picture yet. The least is never chosen by people: it is what a link carries that carries nothing else.
 */
export const PICTURE_LEVELS = {
  high: { longest_px: 1920, bit_rate: 6_000_000, max_fps: 60 },
  balanced: { longest_px: 1280, bit_rate: 2_000_000, max_fps: 30 },
  low: { longest_px: 800, bit_rate: 500_000, max_fps: 20 },
  least: { longest_px: 560, bit_rate: 200_000, max_fps: 10 },
} as const;
export type PictureLevel = keyof typeof PICTURE_LEVELS;
/** For decoders in software, whose work grows with every pixel; an encoder for baseline may spend many bytes on each. */
const SOFTWARE_LONGEST_PX = 800;
/** What bounds the longer side of a level's picture, where somebody who looks decodes it in software and where nobody does. */
export const longestPx = (level: PictureLevel, isSoftware: boolean): number =>
  Math.min(PICTURE_LEVELS[level].longest_px, isSoftware ? SOFTWARE_LONGEST_PX : Infinity);
/** Best first. */
export const PICTURE_LEVEL_NAMES = ["high", "balanced", "low", "least"] as const satisfies readonly PictureLevel[];

/** What people choose: `auto` goes up and down with the link, the others stay whatever becomes of it. */
export const PICTURE_QUALITIES = ["auto", "high", "balanced", "low"] as const;
export type PictureQuality = (typeof PICTURE_QUALITIES)[number];
