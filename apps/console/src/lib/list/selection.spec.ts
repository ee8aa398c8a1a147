import { describe, expect, it } from "vitest";
import { tickedOf, withTick } from "./selection.ts";

const selection = { idOf: (row: string) => row, isTickable: (row: string) => row !== "owner" };

describe("ticked rows", () => {
  it("are those of the list in its order", () => {
    expect(tickedOf(["a", "b", "c"], new Set(["c", "a"]), selection)).toEqual(["a", "c"]);
  });

  it("are never such as have gone or may not be ticked", () => {
    expect(tickedOf(["a", "owner"], new Set(["a", "gone", "owner"]), selection)).toEqual(["a"]);
  });

  it("grow and shrink by one, and what they were stays as it was", () => {
    const before: ReadonlySet<string> = new Set(["a"]);
    expect([...withTick(before, "b", true)]).toEqual(["a", "b"]);
    expect([...withTick(before, "a", false)]).toEqual([]);
    expect([...before]).toEqual(["a"]);
  });
});
