import { deflateRawSync } from "node:zlib";
import { PNG_SIGNATURE } from "../png/decode.ts";
import { pngPart } from "../png/encode.ts";

/**
 * A square of one colour in Apple's variant of PNG: a CgBI part first, no zlib wrapper around the rows, blue before red,
 * colours multiplied by their alpha. https://iphonedev.wiki/CgBI_file_format
 */
export function applePng(sizePx: number, [red, green, blue, alpha]: [number, number, number, number]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(sizePx, 0);
  header.writeUInt32BE(sizePx, 4);
  header.set([8, 6], 8);
  const pixel = [blue, green, red].map((value) => Math.round((value * alpha) / 255));
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(sizePx * 4, Buffer.from([...pixel, alpha]))]);
  return Buffer.concat([
    PNG_SIGNATURE,
    pngPart("CgBI", Buffer.from([0x50, 0x00, 0x20, 0x06])),
    pngPart("IHDR", header),
    pngPart("IDAT", deflateRawSync(Buffer.concat(Array<Buffer>(sizePx).fill(row)))),
    pngPart("IEND", Buffer.alloc(0)),
  ]);
}
