import { describe, expect, it } from "vitest";
import { oneOf, wholeNumber } from "./use-url-filters.ts";

describe("values from a hand-made URL", () => {
  it("are taken only when they are allowed", () => {
    expect(oneOf("idle", ["idle", "busy"])).toBe("idle");
    expect(oneOf("IDLE", ["idle", "busy"])).toBeUndefined();
    expect(oneOf(null, ["idle", "busy"])).toBeUndefined();
  });

  it.each([
    ["3", 3],
    ["100", 100],
    ["0", 25],
    ["101", 25],
    ["-1", 25],
    ["1.5", 25],
    ["", 25],
    ["x", 25],
    [null, 25],
  ])("%j as a page size is %d", (value, expected) => {
    expect(wholeNumber(value, 25, 100)).toBe(expected);
  });
});
