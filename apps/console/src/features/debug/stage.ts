import type { TestDeviceState, TestState } from "@udt/contract";

/** How far a device's part in its test is: what works with the device waits for it, works, or is over for good. */
export type Stage = "not_yet" | "running" | "over";

export function stageOf(test: { state: TestState }, device: { state: TestDeviceState }): Stage {
  // One device of a run may be done while the others go on.
  if (test.state === "ended" || device.state === "cleaning" || device.state === "done") return "over";
  return test.state === "running" && device.state === "running" ? "running" : "not_yet";
}
