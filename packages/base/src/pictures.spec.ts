import { assert, property, uint8Array } from "fast-check";
import { expect, it } from "vitest";
import { pictureFacts } from "./pictures.ts";

const png = (width: number, height: number) => {
  const bytes = Buffer.alloc(33);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
};
/** Its APP0, a fill byte, a table that has a frame's number but is none, and the frame. */
function jpeg(width: number, height: number) {
  const before = [0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xff, 0xc4, 0, 3, 0];
  const size = [height >> 8, height & 255, width >> 8, width & 255];
  return Buffer.from([...before, 0xff, 0xc2, 0, 17, 8, ...size, 3]);
}

it("tells what a picture is and how large, whatever it is called", () => {
  expect(pictureFacts(png(4000, 3000))).toEqual({ content_type: "image/png", width: 4000, height: 3000 });
  expect(pictureFacts(jpeg(640, 65_000))).toEqual({ content_type: "image/jpeg", width: 640, height: 65_000 });
});

it("takes nothing else for one", () => {
  const cut = [png(1, 1).subarray(0, 20), jpeg(1, 1).subarray(0, 20), png(0, 5), jpeg(5, 0)];
  for (const bytes of [...cut, Buffer.from("GIF89a"), Buffer.from("<svg/>"), new Uint8Array()])
    expect(pictureFacts(bytes)).toBeUndefined();
  const tail = Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.from("never a marker")]);
  expect(pictureFacts(tail)).toBeUndefined();
});

it("comes to an end with any bytes", () => {
  assert(
    property(uint8Array({ maxLength: 200 }), (bytes) => {
      pictureFacts(Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), bytes]));
      pictureFacts(bytes.subarray(1));
    }),
  );
});
