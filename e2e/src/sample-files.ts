import { crc32, deflateSync } from "node:zlib";

/** A picture as a phone's screen is shaped, in one colour. https://www.w3.org/TR/png/ */
export const PICTURE = (() => {
  const [width, height] = [180, 400];
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const frame = Buffer.alloc(body.length + 8);
    frame.writeUInt32BE(data.length);
    body.copy(frame, 4);
    frame.writeUInt32BE(crc32(body), body.length + 4);
    return frame;
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width);
  head.writeUInt32BE(height, 4);
  // Eight bits of grey.
  head[8] = 8;
  const rows = Buffer.concat(
    Array.from({ length: height }, (_, row) => Buffer.from([0, ...Array(width).fill(row < 40 ? 90 : 205)])),
  );
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
})();

/** The same as a file that one may choose. */
export const PNG = { name: "picture.png", mimeType: "image/png", buffer: PICTURE };
