import { executionOf, type CaseTotals, type EndReason, type RunSummary, type TestState } from "@udt/contract";
import type { RunRow } from "./runs.repository.ts";

interface SummarisedRun {
  run: RunRow;
  test: {
    state: TestState;
    end_reason: EndReason | null;
    created_at: number;
    started_at: number | null;
    ended_at: number | null;
  };
  user_name: string;
}

/** A run counts its cases as they move, the skipped among the successful; what is in none of its counters has not been given to a device yet. */
export function totalsOf(run: RunRow): CaseTotals {
  const { success_count, failed_count, cancelled_count, distribution_failed_count, executing_count } = run;
  const settled = success_count + failed_count + cancelled_count + distribution_failed_count;
  return {
    undistributed: Math.max(0, run.case_count - settled - executing_count),
    distribution_failed: distribution_failed_count,
    cancelled: cancelled_count,
    executing: executing_count,
    success: success_count - run.skipped_count,
    failed: failed_count,
    skipped: run.skipped_count,
    total: run.case_count,
  };
}

/** A run as lists of runs show it. */
export function summaryOf({ run, test, user_name }: SummarisedRun): RunSummary {
  return {
    test_id: run.test_id,
    run_number: run.run_number,
    execution: executionOf(test.state, test.end_reason),
    verdict: run.verdict,
    totals: totalsOf(run),
    user_name,
    created_at: test.created_at,
    started_at: test.started_at,
    ended_at: test.ended_at,
  };
}
