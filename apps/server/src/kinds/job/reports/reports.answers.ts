/** Rows as the contract shows them. */
import type { CaseRun, CaseTotals } from "@udt/contract";
import { taskOf } from "../runs/agent-runs.service.ts";
import type { CaseRow, StateCounts } from "./cases.repository.ts";
import type { PhaseRow } from "./slots.repository.ts";

export const totalsFrom = (states: StateCounts): CaseTotals => ({
  ...states,
  total: Object.values(states).reduce((sum, cases) => sum + cases, 0),
});

/** All of a case's attempt but what it is compared with. */
export function caseOf(row: CaseRow, device_model: string, taken_over_by: string): Omit<CaseRun, "compared" | "flaky"> {
  return {
    ...taskOf(row),
    device_seq: row.device_seq,
    device_id: row.device_id,
    device_model,
    // It was handed to a device with others, and waits for its turn.
    state: row.state === "executing" && row.started_at === null ? "undistributed" : row.state,
    // One that waits again keeps why it did not end before.
    cause: row.ended_at === null ? "none" : row.cause,
    started_at: row.started_at,
    ended_at: row.ended_at,
    cost: row.started_at === null || row.ended_at === null ? null : Math.max(0, row.ended_at - row.started_at),
    error: row.error,
    reason: row.reason,
    taken_over_by,
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
