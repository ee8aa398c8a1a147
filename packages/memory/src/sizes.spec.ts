import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bytesText, deltaText, sizeOf } from "./sizes.ts";

describe("sizeOf", () => {
  it.each([
    ["38.1M", Math.round(38.1 * 1024 ** 2)],
    ["7360K", 7_360 * 1024],
    ["0K", 0],
    ["2352", 2_352],
    ["1.50 GB", 1.5 * 1024 ** 3],
    ["5MB", 5 * 1024 ** 2],
    ["3288039424 B", 3_288_039_424],
    ["512 Bytes", 512],
    ["1.2T", Math.round(1.2 * 1024 ** 4)],
  ])("%s is %i bytes", (text, bytes) => expect(sizeOf(text)).toBe(bytes));

  it.each(["", "K", "-1K", "1.K", "1,5M", "12Q", "1 2", "0x10", "1e9", "five"])("%j is no size", (text) => {
    expect(sizeOf(text)).toBeUndefined();
  });

  it("takes any text", () => {
    fc.assert(fc.property(fc.string(), (text) => sizeOf(text) === undefined || Number(sizeOf(text)) >= 0));
  });
});

it("bytes are told in the unit that is read best", () => {
  expect([0, 1023, 1024, -1536, 38 * 1024 ** 2, 3 * 1024 ** 4].map(bytesText)).toEqual([
    "0 B",
    "1023 B",
    "1.0 KB",
    "-1.5 KB",
    "38.0 MB",
    "3.0 TB",
  ]);
  expect([1, -1, 0].map(deltaText)).toEqual(["+1 B", "-1 B", "0 B"]);
});
