import type { CaseRun } from "@udt/contract";

/** Whether a case began; of one that has not, whether it still may. Whatever came out one way or the other had begun. */
export function beginningOf(one: Pick<CaseRun, "state" | "started_at">): "begun" | "waiting" | "never" {
  if (one.started_at !== null || one.state === "success" || one.state === "failed") return "begun";
  return one.state === "cancelled" || one.state === "distribution_failed" ? "never" : "waiting";
}

/** It runs now: more of it may come at any moment. */
export const isRunning = (one: Pick<CaseRun, "state" | "started_at">): boolean =>
  one.state === "executing" && one.started_at !== null;
