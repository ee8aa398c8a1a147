import { CASE_STATES } from "@udt/contract";
import { describe, expect, it } from "vitest";
import { beginningOf } from "./beginning.ts";

describe("a case's beginning", () => {
  it.each(CASE_STATES)("is known of one that is %s and has started", (state) => {
    expect(beginningOf({ state, started_at: 1 })).toBe("begun");
  });

  it("never comes for one that ended without it", () => {
    expect(beginningOf({ state: "cancelled", started_at: null })).toBe("never");
    expect(beginningOf({ state: "distribution_failed", started_at: null })).toBe("never");
  });

  it("came before a result, told or not", () => {
    expect(beginningOf({ state: "failed", started_at: null })).toBe("begun");
  });

  it("is waited for by one that may still run", () => {
    expect(beginningOf({ state: "undistributed", started_at: null })).toBe("waiting");
    expect(beginningOf({ state: "executing", started_at: null })).toBe("waiting");
  });
});
