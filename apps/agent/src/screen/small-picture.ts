import { pictureFacts } from "@udt/base";
import { LIMITS, type CaptureWish } from "@udt/contract";

/** Of a device's screen, decoded: more would be no screen, and cost memory. */
const SIDE_MAX_PX = 8_192;
const BYTES_MAX = 32 * 1024 ** 2;
/** From good to what still tells one screen from another. */
const QUALITIES = [78, 60, 40, 20];
/** Screens that are off are this even; a compressor's noise and a cursor are not. */
const EVEN_WITHIN = 6;

/**
 * A screen's picture as lists show it: a small JPEG. Undefined for what is no picture of a screen, and for one of one colour, as
 * is that of a screen that is off: it would show nothing.
 */
export async function smallPicture(png: Uint8Array): Promise<Buffer | undefined> {
  const small = await scaled(png, ({ width, height }) => LIMITS.device_picture_max_px / Math.max(width, height));
  if (!small) return undefined;
  const { canvas, context } = small;
  if (isEven(context.getImageData(0, 0, canvas.width, canvas.height).data)) return undefined;
  for (const quality of QUALITIES) {
    const jpeg = await canvas.encode("jpeg", quality);
    if (jpeg.length <= LIMITS.device_picture_max_bytes) return jpeg;
  }
  return undefined;
}

/**
 * A screen's picture as somebody wishes to have it: of a height, its ratio kept and never larger than it is, and with a quality
 * as JPEG. With neither it is the device's own, byte by byte. Undefined for what is no picture of a screen.
 */
export async function wishedPicture(
  png: Uint8Array,
  { height, quality }: CaptureWish,
): Promise<Uint8Array | undefined> {
  if (height === undefined && quality === undefined) return png;
  const picture = await scaled(png, (whole) => (height ?? whole.height) / whole.height);
  return quality === undefined ? picture?.canvas.encode("png") : picture?.canvas.encode("jpeg", quality);
}

/** Drawn smaller by a factor, never larger; undefined for what is no picture of a screen. */
async function scaled(png: Uint8Array, scaleOf: (whole: { width: number; height: number }) => number) {
  const facts = pictureFacts(png);
  if (!facts || Math.max(facts.width, facts.height) > SIDE_MAX_PX || png.length > BYTES_MAX) return undefined;
  // Most of an agent's life passes without it.
  const { createCanvas, Image } = await import("@napi-rs/canvas");
  const image = new Image();
  image.src = png;
  await image.decode();
  const scale = Math.min(1, scaleOf(image));
  const sides = [image.width, image.height].map((side) => Math.max(1, Math.round(side * scale)));
  const [width = 1, height = 1] = sides;
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  context.imageSmoothingQuality = "high";
  context.drawImage(image, 0, 0, width, height);
  return { canvas, context };
}

function isEven(rgba: Uint8ClampedArray): boolean {
  return rgba.every((value, at) => Math.abs(value - (rgba[at % 4] ?? 0)) <= EVEN_WITHIN);
}
