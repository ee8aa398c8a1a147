import { deflateSync } from "node:zlib";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applePng } from "../testing/apple-png.ts";
import { squarePng } from "../testing/png.ts";
import { decodePng, isApplePng, PNG_SIGNATURE, pngSize, type Picture } from "./decode.ts";
import { encodePng, pngPart } from "./encode.ts";
import { mergeLayers } from "./merge.ts";

/** A PNG from rows that are given with their filter bytes. */
function png(width: number, height: number, depth: number, colour: number, rows: number[], ...parts: Buffer[]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colour], 8);
  return Buffer.concat([
    PNG_SIGNATURE,
    pngPart("IHDR", header),
    ...parts,
    pngPart("IDAT", deflateSync(Buffer.from(rows))),
    pngPart("IEND", Buffer.alloc(0)),
  ]);
}

const pixels = (content: Buffer): number[] => [...decodePng(content)!.rgba];

describe("decodePng", () => {
  it("reads each kind of pixel", () => {
    const palette = pngPart("PLTE", Buffer.from([255, 0, 0, 0, 255, 0]));
    // Two pixels of one bit each: the first colour, then the second, which is half see-through.
    expect(pixels(png(2, 1, 1, 3, [0, 0b01000000], palette, pngPart("tRNS", Buffer.from([255, 128]))))).toEqual([
      255, 0, 0, 255, 0, 255, 0, 128,
    ]);
    expect(pixels(png(2, 1, 4, 0, [0, 0xf0]))).toEqual([255, 255, 255, 255, 0, 0, 0, 255]);
    expect(pixels(png(1, 1, 8, 4, [0, 90, 128]))).toEqual([90, 90, 90, 128]);
    expect(pixels(png(1, 1, 16, 2, [0, 1, 9, 2, 9, 3, 9]))).toEqual([1, 2, 3, 255]);
    // The colour that is see-through is given in sixteen bits.
    expect(pixels(png(1, 1, 8, 2, [0, 1, 2, 3], pngPart("tRNS", Buffer.from([0, 1, 0, 2, 0, 3]))))).toEqual([
      1, 2, 3, 0,
    ]);
  });

  it("undoes each filter", () => {
    // One grey pixel wide: the second row is told as a difference to what the filter predicts of 10.
    expect(pixels(png(1, 2, 8, 0, [0, 10, 2, 5]))[4]).toBe(15);
    expect(pixels(png(2, 1, 8, 0, [1, 10, 5]))[4]).toBe(15);
    expect(pixels(png(1, 2, 8, 0, [0, 10, 3, 5]))[4]).toBe(10);
    expect(pixels(png(1, 2, 8, 0, [0, 10, 4, 5]))[4]).toBe(15);
  });

  it("reads Apple's variant: red first again, colours whole again", () => {
    const content = applePng(3, [200, 100, 50, 128]);
    expect(isApplePng(content)).toBe(true);
    expect(pngSize(content)).toEqual({ width: 3, height: 3 });
    const [red, green, blue, alpha] = decodePng(content)!.rgba;
    // What was multiplied by its alpha comes back to within rounding.
    expect([Math.abs(red! - 200), Math.abs(green! - 100), Math.abs(blue! - 50)].every((off) => off <= 1)).toBe(true);
    expect(alpha).toBe(128);
  });

  it("gives up on what is too large, cut or interlaced", () => {
    expect(decodePng(squarePng(1024, [1, 2, 3]))).toBeDefined();
    expect(decodePng(squarePng(1025, [1, 2, 3]))).toBeUndefined();
    expect(decodePng(squarePng(8, [1, 2, 3]).subarray(0, 60))).toBeUndefined();
    const interlaced = squarePng(8, [1, 2, 3]);
    interlaced[28] = 1;
    expect(decodePng(interlaced)).toBeUndefined();
    expect(decodePng(png(1, 1, 8, 0, [5, 1]))).toBeUndefined();
  });

  it("never throws, whatever the bytes", () => {
    const seeds = [squarePng(8, [1, 2, 3]), applePng(8, [9, 9, 9, 99])];
    fc.assert(
      fc.property(
        fc.constantFrom(...seeds),
        fc.array(fc.tuple(fc.nat(200), fc.integer({ min: 0, max: 255 }))),
        (seed, changes) => {
          const content = Buffer.from(seed);
          for (const [at, value] of changes) content[at % content.length] = value;
          decodePng(content);
          pngSize(content.subarray(0, changes.length));
        },
      ),
      { numRuns: 1000 },
    );
  });

  it("reads back what encodePng wrote", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 9 }),
        fc.infiniteStream(fc.nat(255)),
        (width, height, bytes) => {
          const rgba = Uint8Array.from(bytes.take(width * height * 4));
          expect(decodePng(encodePng({ width, height, rgba }))).toEqual({ width, height, rgba });
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe("mergeLayers", () => {
  const square = (side: number, pixel: number[]): Picture => ({
    width: side,
    height: side,
    rgba: Uint8Array.from(
      Array(side * side)
        .fill(pixel)
        .flat(),
    ),
  });

  it("lays the foreground over the background and cuts the edge off", () => {
    const merged = mergeLayers([0, 0, 200, 255], square(108, [200, 0, 0, 128]), 72 / 108);
    expect([merged.width, merged.height]).toEqual([72, 72]);
    expect([...merged.rgba.subarray(0, 4)]).toEqual([100, 0, 100, 255]);
  });

  it("stretches layers of different size over each other", () => {
    const merged = mergeLayers(square(2, [10, 20, 30, 255]), square(8, [0, 0, 0, 0]), 1);
    expect(merged.width).toBe(8);
    expect([...merged.rgba.subarray(-4)]).toEqual([10, 20, 30, 255]);
  });

  it("is never larger than an icon need be", () => {
    expect(mergeLayers([1, 1, 1, 255], square(1024, [0, 0, 0, 0]), 1).width).toBe(512);
  });
});
