import { deflateSync } from "node:zlib";
import { pngPart } from "../png/encode.ts";

/** A square PNG of one colour, 8-bit RGB. https://www.w3.org/TR/png-3/ */
export function squarePng(sizePx: number, [red, green, blue]: readonly [number, number, number]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(sizePx, 0);
  header.writeUInt32BE(sizePx, 4);
  header.set([8, 2], 8);
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(sizePx * 3, Buffer.from([red, green, blue]))]);
  const pixels = deflateSync(Buffer.concat(Array<Buffer>(sizePx).fill(row)));
  const signature = Buffer.from("\u0089PNG\r\n\u001a\n", "latin1");
  return Buffer.concat([signature, pngPart("IHDR", header), pngPart("IDAT", pixels), pngPart("IEND", Buffer.alloc(0))]);
}
