import { createCanvas } from "@napi-rs/canvas";
import { pictureFacts } from "@udt/base";
import { expect, it } from "vitest";
import { wishedPicture } from "./small-picture.ts";

/** Not even, so that its quality shows. */
function screen(): Buffer {
  const canvas = createCanvas(300, 600);
  const context = canvas.getContext("2d");
  for (let at = 0; at < 600; at += 7) {
    context.fillStyle = `hsl(${at % 360} 80% 50%)`;
    context.fillRect(at % 250, at, 50, 5);
  }
  return canvas.toBuffer("image/png");
}
const facts = async (wish: Parameters<typeof wishedPicture>[1], of: Uint8Array = screen()) => {
  const picture = await wishedPicture(of, wish);
  return picture && pictureFacts(picture);
};

it("is the device's own picture, byte by byte, where nothing is wished", async () => {
  const png = screen();
  expect(await wishedPicture(png, {})).toBe(png);
});

it("is of the height that is wished, in its ratio, and never larger than the screen", async () => {
  expect(await facts({ height: 150 })).toEqual({ content_type: "image/png", width: 75, height: 150 });
  expect(await facts({ height: 1 })).toEqual({ content_type: "image/png", width: 1, height: 1 });
  expect(await facts({ height: 10_000 })).toEqual({ content_type: "image/png", width: 300, height: 600 });
});

it("is a JPEG of the quality that is wished, and else a PNG", async () => {
  expect(await facts({ quality: 100 })).toEqual({ content_type: "image/jpeg", width: 300, height: 600 });
  const [bad, good] = [await wishedPicture(screen(), { quality: 1 }), await wishedPicture(screen(), { quality: 95 })];
  expect(bad!.length).toBeLessThan(good!.length / 2);
  expect(await facts({ height: 60, quality: 50 })).toEqual({ content_type: "image/jpeg", width: 30, height: 60 });
});

it("is none of what is no picture of a screen", async () => {
  expect(await facts({ height: 10 }, Buffer.from("<svg/>"))).toBeUndefined();
  expect(await facts({ quality: 10 }, screen().subarray(0, 20))).toBeUndefined();
});
