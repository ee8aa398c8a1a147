import { inflateRawSync, inflateSync } from "node:zlib";

/** Straight (not premultiplied) RGBA, eight bits each, rows from the top. */
export interface Picture {
  width: number;
  height: number;
  rgba: Uint8Array;
}

export const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Stores want icons of 1024 × 1024; nothing larger is worth its memory. */
const MAX_SIDE = 1024;
const MAX_CHUNKS = 10_000;
/** Samples of a pixel by colour type. https://www.w3.org/TR/png-3/#6Colour-values */
const CHANNELS = new Map([
  [0, 1],
  [2, 3],
  [3, 1],
  [4, 2],
  [6, 4],
]);

interface Header {
  width: number;
  height: number;
  depth: number;
  colour: number;
  channels: number;
  /** Apple's own variant: no zlib wrapper, blue first, colours premultiplied. https://iphonedev.wiki/CgBI_file_format */
  isApple: boolean;
}

interface Parts {
  header: Header;
  /** Empty where each pixel has a colour of its own. */
  palette: Buffer;
  transparency: Buffer | undefined;
  packed: Buffer;
}

/** Bytes whose reading is checked against their end. */
export const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength);

export const isPng = (content: Buffer): boolean => content.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE);

/** Whether a PNG is in Apple's variant, which nothing but Apple's systems shows. */
export const isApplePng = (content: Buffer): boolean => isPng(content) && content.toString("latin1", 12, 16) === "CgBI";

/** Width and height of a PNG of either kind; undefined when it does not say. */
export function pngSize(content: Buffer): { width: number; height: number } | undefined {
  // The CgBI chunk has four bytes of content and comes first.
  const at = PNG_SIGNATURE.length + (isApplePng(content) ? 16 : 0);
  if (!isPng(content) || content.toString("latin1", at + 4, at + 8) !== "IHDR" || content.length < at + 16)
    return undefined;
  return { width: content.readUInt32BE(at + 8), height: content.readUInt32BE(at + 12) };
}

/**
 * The picture in a PNG; undefined for what is damaged, larger than {@link MAX_SIDE} or interlaced. It never throws: an icon
 * is an ornament, and its package is read without it.
 */
export function decodePng(content: Buffer): Picture | undefined {
  const parts = readParts(content);
  if (!parts) return undefined;
  const { header } = parts;
  const rowBytes = Math.ceil((header.width * header.channels * header.depth) / 8);
  const size = (rowBytes + 1) * header.height;
  let rows: Buffer;
  try {
    const unpack = header.isApple ? inflateRawSync : inflateSync;
    rows = unpack(parts.packed, { maxOutputLength: size });
  } catch {
    return undefined;
  }
  if (rows.length < size) return undefined;
  const samples = viewOf(rows);
  if (!unfilter(samples, header, rowBytes)) return undefined;
  const picture = toRgba(samples, parts, rowBytes);
  if (header.isApple) fromApple(picture.rgba);
  return picture;
}

function readParts(content: Buffer): Parts | undefined {
  if (!isPng(content)) return undefined;
  let header: Header | undefined;
  let palette: Buffer | undefined;
  let transparency: Buffer | undefined;
  let isApple = false;
  const packed: Buffer[] = [];
  let at = PNG_SIGNATURE.length;
  for (let count = 0; count < MAX_CHUNKS && at + 12 <= content.length; count++) {
    const length = content.readUInt32BE(at);
    if (at + 12 + length > content.length) return undefined;
    const type = content.toString("latin1", at + 4, at + 8);
    const data = content.subarray(at + 8, at + 8 + length);
    if (type === "CgBI") isApple = true;
    else if (type === "IHDR") header = readHeader(data, isApple);
    else if (type === "PLTE") palette = data;
    else if (type === "tRNS") transparency = data;
    else if (type === "IDAT") packed.push(data);
    else if (type === "IEND") break;
    at += 12 + length;
  }
  if (!header || (header.colour === 3 && !palette)) return undefined;
  return { header, palette: palette ?? Buffer.alloc(0), transparency, packed: Buffer.concat(packed) };
}

function readHeader(data: Buffer, isApple: boolean): Header | undefined {
  if (data.length < 13) return undefined;
  const [width, height] = [data.readUInt32BE(0), data.readUInt32BE(4)];
  const [depth, colour, interlace] = [data.readUInt8(8), data.readUInt8(9), data.readUInt8(12)];
  const channels = CHANNELS.get(colour);
  if (!channels || width === 0 || height === 0 || width > MAX_SIDE || height > MAX_SIDE || interlace !== 0)
    return undefined;
  const isPacked = depth === 1 || depth === 2 || depth === 4;
  if (!(depth === 8 || (depth === 16 && colour !== 3) || (isPacked && channels === 1))) return undefined;
  // Apple's tools write eight-bit RGBA alone in their variant.
  if (isApple && (depth !== 8 || colour !== 6)) return undefined;
  return { width, height, depth, colour, channels, isApple };
}

/** https://www.w3.org/TR/png-3/#9Filter-types */
function unfilter(rows: DataView, { height, depth, channels }: Header, rowBytes: number): boolean {
  const step = Math.max(1, (channels * depth) >> 3);
  for (let y = 0; y < height; y++) {
    const start = y * (rowBytes + 1) + 1;
    const filter = rows.getUint8(start - 1);
    if (filter > 4) return false;
    if (filter === 0) continue;
    for (let x = 0; x < rowBytes; x++) {
      const at = start + x;
      const left = x >= step ? rows.getUint8(at - step) : 0;
      const up = y > 0 ? rows.getUint8(at - rowBytes - 1) : 0;
      const upLeft = x >= step && y > 0 ? rows.getUint8(at - rowBytes - 1 - step) : 0;
      rows.setUint8(at, rows.getUint8(at) + predict(filter, left, up, upLeft));
    }
  }
  return true;
}

function predict(filter: number, left: number, up: number, upLeft: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  const guess = left + up - upLeft;
  const [byLeft, byUp, byUpLeft] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - upLeft)];
  if (byLeft <= byUp && byLeft <= byUpLeft) return left;
  return byUp <= byUpLeft ? up : upLeft;
}

function toRgba(rows: DataView, { header, palette, transparency }: Parts, rowBytes: number): Picture {
  const { width, height, depth, colour, channels } = header;
  const rgba = new Uint8Array(width * height * 4);
  const scale = colour === 3 ? 1 : 255 / (2 ** Math.min(depth, 8) - 1);
  const sample = (row: number, index: number): number => {
    if (depth === 8) return rows.getUint8(row + index);
    if (depth === 16) return rows.getUint8(row + index * 2);
    const bit = index * depth;
    return ((rows.getUint8(row + (bit >> 3)) >> (8 - depth - (bit & 7))) & (2 ** depth - 1)) * scale;
  };
  // The one colour that is see-through, in pictures without an alpha channel.
  const key = colour === 0 ? transparency?.[1] : undefined;
  const keyGrey = key === undefined ? undefined : key * scale;
  const keyRgb = transparency && colour === 2 ? [transparency[1], transparency[3], transparency[5]] : undefined;
  for (let y = 0; y < height; y++) {
    const row = y * (rowBytes + 1) + 1;
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4;
      const first = sample(row, x * channels);
      if (colour === 3) {
        rgba.set(palette.subarray(first * 3, first * 3 + 3), at);
        rgba[at + 3] = transparency?.[first] ?? 255;
      } else if (channels <= 2) {
        rgba.fill(first, at, at + 3);
        rgba[at + 3] = channels === 2 ? sample(row, x * 2 + 1) : first === keyGrey ? 0 : 255;
      } else {
        rgba[at] = first;
        rgba[at + 1] = sample(row, x * channels + 1);
        rgba[at + 2] = sample(row, x * channels + 2);
        const isKey = keyRgb?.every((value, index) => value === rgba[at + index]) ?? false;
        rgba[at + 3] = channels === 4 ? sample(row, x * 4 + 3) : isKey ? 0 : 255;
      }
    }
  }
  return { width, height, rgba };
}

/** Blue comes first, and colours are multiplied by their alpha. */
function fromApple(rgba: Uint8Array): void {
  const pixels = viewOf(rgba);
  for (let at = 0; at < rgba.length; at += 4) {
    const [blue, green, red] = [pixels.getUint8(at), pixels.getUint8(at + 1), pixels.getUint8(at + 2)];
    const alpha = pixels.getUint8(at + 3);
    const straight = (value: number) => (alpha === 0 ? 0 : Math.min(255, Math.round((value * 255) / alpha)));
    rgba[at] = straight(red);
    rgba[at + 1] = straight(green);
    rgba[at + 2] = straight(blue);
  }
}
