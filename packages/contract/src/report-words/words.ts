import type { CaseCause, ShownCaseState } from "../automation.ts";
import type { DeviceResult } from "../slots.ts";
import type { PhaseName } from "../states.ts";

/** What a report says of cases and devices, as its pages say it and the reports that leave the platform. */
export interface ReportWords {
  state: Record<ShownCaseState, string>;
  cause: Record<Exclude<CaseCause, "none">, string>;
  result: Record<DeviceResult, string>;
  /** What the time is between a run's start and its end. */
  took: string;
  phase: Record<PhaseName, string>;
  compared: Record<"new_failure" | "fixed" | "still_failing" | "new" | "flaky", string>;
  environment: Record<"commit" | "took_part" | "started_by" | "submitted" | "started" | "ended" | "test_id", string>;
}
