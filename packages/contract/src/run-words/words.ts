import type { ExecutionState, Verdict } from "../automation.ts";

/** How a run goes and how it came out, as every page says it and the reports that leave the platform. */
export interface RunWords {
  verdict: Record<Verdict, string>;
  execution: Record<ExecutionState, string>;
}
