/** Rows as the contract shows them. */
import { executionOf, type CaseRun, type CaseTotals, type RunSummary } from "@udt/contract";
import type { CaseRow, StateCounts } from "./cases.repository.ts";
import type { PhaseRow } from "./slots.repository.ts";
import type { RunRecord, RunRow } from "./runs.repository.ts";

/** A run counts its cases as they move; what is in none of its counters has not been given to a device yet. */
export function totalsOf(run: RunRow): CaseTotals {
  const { success_count, failed_count, cancelled_count, distribution_failed_count, executing_count } = run;
  const settled = success_count + failed_count + cancelled_count + distribution_failed_count;
  return {
    undistributed: Math.max(0, run.case_count - settled - executing_count),
    distribution_failed: distribution_failed_count,
    cancelled: cancelled_count,
    executing: executing_count,
    success: success_count,
    failed: failed_count,
    skipped: run.skipped_count,
    total: run.case_count,
  };
}

export function totalsFrom({ skipped, ...states }: StateCounts): CaseTotals {
  return { ...states, skipped, total: Object.values(states).reduce((sum, cases) => sum + cases, 0) };
}

export function summaryOf({ run, test, user_name }: RunRecord): RunSummary {
  return {
    test_id: run.test_id,
    execution: executionOf(test.state, test.end_reason),
    verdict: run.verdict,
    totals: totalsOf(run),
    user_name,
    created_at: test.created_at,
    started_at: test.started_at,
    ended_at: test.ended_at,
  };
}

/** All of a case's attempt but what it is compared with. */
export function caseOf(row: CaseRow, device_model: string): Omit<CaseRun, "compared" | "flaky"> {
  return {
    case_run_id: row.case_run_id,
    case_key: row.case_key,
    name: row.name,
    file: row.file,
    function: row.function,
    attempt: row.attempt,
    device_seq: row.device_seq,
    device_id: row.device_id,
    device_model,
    state: row.state,
    cause: row.cause,
    started_at: row.started_at,
    ended_at: row.ended_at,
    cost: row.started_at === null || row.ended_at === null ? null : Math.max(0, row.ended_at - row.started_at),
    error: row.error,
  };
}

/**
 * What a device went through. An agent that has a device ready for a run names the phases that follow by itself: the
 * moment between is no phase of its own.
 */
export const phasesOf = (rows: readonly PhaseRow[]) =>
  rows
    .filter(({ name }, index) => !(name === "run" && rows[index + 1]?.name === "environment"))
    .map((row) => ({
      name: row.name,
      started_at: row.started_at,
      ended_at: row.ended_at,
      cost: row.ended_at === null ? null : row.ended_at - row.started_at,
      error: row.error,
    }));
