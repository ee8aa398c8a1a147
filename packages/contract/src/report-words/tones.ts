import type { Verdict } from "../automation.ts";
import type { DeviceResult } from "../slots.ts";

/** What a state looks like: the dot of its pill, its part of a bar. */
export type Tone = "good" | "busy" | "warning" | "bad" | "offline";

export const VERDICT_TONES: Record<Verdict, Tone> = { passed: "good", failed: "bad", incomplete: "warning" };

export const RESULT_TONES: Record<DeviceResult, Tone> = {
  not_dispatched: "offline",
  dispatch_failed: "warning",
  cancelled: "offline",
  passed: "good",
  partly_passed: "bad",
  failed: "bad",
  not_tested: "offline",
  timed_out: "warning",
  running: "busy",
};
