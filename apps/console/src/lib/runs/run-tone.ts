import type { ExecutionState, RunSummary } from "@udt/contract";
import { type Tone, VERDICT_TONES } from "@udt/contract/report-words/tones";

/** What a run's look depends on. */
export type RunOf = Pick<RunSummary, "execution" | "verdict">;

/** A run that ran out of time found nothing wrong with what it tests: red is for what failed. */
export const EXECUTION_TONES: Record<ExecutionState, Tone> = {
  queuing: "warning",
  testing: "busy",
  timed_out: "warning",
  user_cancelled: "offline",
  cancelled: "offline",
  ended: "offline",
};

/** The tone of a run where there is room for one only: how it came out, or how it goes. */
export const runTone = ({ execution, verdict }: RunOf): Tone =>
  execution === "ended" && verdict !== null ? VERDICT_TONES[verdict] : EXECUTION_TONES[execution];
