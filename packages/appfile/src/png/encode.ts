import { crc32, deflateSync } from "node:zlib";
import { PNG_SIGNATURE, type Picture } from "./decode.ts";

/** An eight-bit RGBA PNG. https://www.w3.org/TR/png-3/ */
export function encodePng({ width, height, rgba }: Picture): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6], 8);
  const rows = Buffer.alloc((width * 4 + 1) * height);
  for (let y = 0; y < height; y++) rows.set(rgba.subarray(y * width * 4, (y + 1) * width * 4), y * (width * 4 + 1) + 1);
  return Buffer.concat([
    PNG_SIGNATURE,
    pngPart("IHDR", header),
    pngPart("IDAT", deflateSync(rows)),
    pngPart("IEND", Buffer.alloc(0)),
  ]);
}

export function pngPart(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const content = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, checksum]);
}
