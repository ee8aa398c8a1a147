import type { CaseCause, CaseState, DeviceResult, ExecutionState, PhaseName, Verdict } from "@udt/contract";

/** The words of a report that leaves the platform: whoever reads it need not have an account here. */
export interface ReportTexts {
  locale: string;
  report: string;
  verdict: Record<Verdict, string>;
  execution: Record<ExecutionState, string>;
  state: Record<CaseState | "skipped", string>;
  cause: Record<Exclude<CaseCause, "none">, string>;
  result: Record<DeviceResult, string>;
  phase: Record<PhaseName, string>;
  compared: { new_failure: string; fixed: string; still_failing: string; new: string; flaky: string };
  tile: {
    passed: string;
    new_failures: string;
    since: string;
    first: string;
    devices: string;
    total: string;
    queue: string;
  };
  ratio_was: string;
  fixed_flaky: string;
  environment: Record<
    "title" | "commit" | "took_part" | "started_by" | "submitted" | "started" | "ended" | "test_id",
    string
  >;
  /** Of a device whose place another took. */
  lost: string;
  time_went: string;
  cases: string;
  column: { name: string; result: string; device: string; time: string; error: string };
  all: string;
  search: string;
  found: string;
  nothing: string;
  no_script: string;
  cut: string;
  made: string;
  attempt: string;
  gone: { title: string; text: string };
}
