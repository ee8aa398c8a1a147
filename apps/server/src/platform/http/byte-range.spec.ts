import { describe, expect, it } from "vitest";
import { byteRange } from "./byte-range.ts";

describe("byteRange", () => {
  it.each([
    ["bytes=0-0", { start: 0, end: 0 }],
    ["bytes=0-99", { start: 0, end: 99 }],
    ["bytes=0-100", { start: 0, end: 99 }],
    ["bytes=99-", { start: 99, end: 99 }],
    ["bytes=10-19", { start: 10, end: 19 }],
    ["bytes=-1", { start: 99, end: 99 }],
    ["bytes=-100", { start: 0, end: 99 }],
    ["bytes=-101", { start: 0, end: 99 }],
  ])("reads %s of 100 bytes", (header, range) => {
    expect(byteRange(header, 100)).toEqual(range);
  });

  it.each([["bytes=100-"], ["bytes=100-200"], ["bytes=-0"]])("has no byte for %s of 100", (header) => {
    expect(byteRange(header, 100)).toBeNull();
  });

  it("has no byte of an empty file", () => {
    expect(byteRange("bytes=0-", 0)).toBeNull();
    expect(byteRange("bytes=-1", 0)).toBeNull();
  });

  it.each([
    [undefined],
    [""],
    ["bytes=-"],
    ["bytes=5-4"],
    ["bytes=0-1,5-6"],
    ["items=0-1"],
    ["bytes=a-b"],
    ["bytes=1e3-"],
  ])("ignores %s", (header) => {
    expect(byteRange(header, 100)).toBeUndefined();
  });
});
