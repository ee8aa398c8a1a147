import { describe, expect, it } from "vitest";
import { doingOf } from "./doing.ts";

const known = { slot: { state: "dispatched" }, executing: undefined, isPending: false, isError: false } as const;

describe("what a run does on a device", () => {
  it("is that no case executes only when that was answered", () => {
    expect(doingOf(known)).toEqual({ name: "between" });
    expect(doingOf({ ...known, isPending: true })).toEqual({ name: "pending" });
    expect(doingOf({ ...known, isError: true })).toEqual({ name: "unknown" });
  });

  it("is the case that executes", () => {
    expect(doingOf({ ...known, executing: { name: "signs in" } })).toEqual({ name: "executing", of: "signs in" });
  });

  it("is nothing once the device's part is over", () => {
    expect(doingOf({ ...known, slot: { state: "done" } })).toEqual({ name: "over" });
  });
});
