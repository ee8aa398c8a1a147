import type { Run } from "@udt/contract";
import { describe, expect, it } from "vitest";
import { watchPath } from "./watch-path.ts";

const runWith = (test_state: string, device_state: string) =>
  ({
    test: {
      test_id: "t1",
      project_id: "demo",
      state: test_state,
      devices: [{ device_id: "d1", state: device_state }],
    },
  }) as Run;

describe("the way to a run's device", () => {
  it("leads to its live screen while it runs", () => {
    expect(watchPath(runWith("running", "running"), "d1")).toBe("/demo/remote/debug?test_id=t1&device_id=d1");
  });

  it.each([
    ["prepared", "running", "preparing"],
    ["cleaned", "running", "cleaning"],
    ["done", "running", "done"],
    ["of a test that is over", "ended", "running"],
  ])("is not there while it is %s", (_, test_state, device_state) => {
    expect(watchPath(runWith(test_state, device_state), "d1")).toBeUndefined();
  });

  it("is not there for a place that waits, or for a device that was lost", () => {
    expect(watchPath(runWith("running", "running"), null)).toBeUndefined();
    expect(watchPath(runWith("running", "running"), "d2")).toBeUndefined();
  });
});
