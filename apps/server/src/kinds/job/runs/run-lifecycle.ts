import type { DeviceResult, EndReason, RunOutcome, ShownCaseState, Verdict } from "@udt/contract";
import type { Queries } from "../../../platform/database/database.ts";
import { moveSlot, openSeqs, type SlotRow } from "../../../core/scheduling/scheduling.service.ts";
import type { Change } from "../../../core/sessions/sessions.service.ts";
import * as caseRuns from "./case-runs.repository.ts";
import { noteTakeover } from "./run-devices.repository.ts";
import * as repository from "./runs.repository.ts";

/**
 * Ends the cases that are wanted devices' own: those they run, and those they were to run. Answers by how much the runs'
 * counters change; whoever asks writes that once it has changed all its cases, because everybody locks a run after its cases.
 */
export async function endOwnCases(
  change: Change,
  ending: readonly { slot: SlotRow; ends: caseRuns.CaseEnds }[],
): Promise<repository.TotalsChanges> {
  const parts = ending.flatMap(({ slot: { test_id, device_seq }, ends }) =>
    (["executing", "undistributed"] as const).flatMap((was) => {
      const end = ends[was];
      return end ? [{ test_id, device_seq, was, ...end }] : [];
    }),
  );
  const by: repository.TotalsChanges = new Map();
  for (const { test_id, state, total, begun } of await caseRuns.endCasesOf(change.tx, parts, change.now)) {
    const totals = by.get(test_id) ?? {};
    totals.executing = (totals.executing ?? 0) - begun;
    totals[state] = (totals[state] ?? 0) + total;
    by.set(test_id, totals);
  }
  return by;
}

/**
 * A person takes a device from its run. The case that runs is cancelled and not tried again: nobody knows what it would have
 * come to. What has not begun and is anybody's goes to the others; where there is none, all that is left ends so.
 */
export async function endTakenOver(
  change: Change,
  slot: SlotRow,
  by: { taken_over_by: string; taken_over_test_id: string },
): Promise<void> {
  const { test_id, device_seq } = slot;
  const others = (await openSeqs(change.tx, test_id)).filter((seq) => seq !== device_seq);
  const run = await repository.findRun(change.tx, test_id);
  if (others.length === 0) await caseRuns.moveWaiting(change.tx, test_id, { from: null, to: device_seq });
  else if (run?.config.mode === "distributed") {
    const returned = await caseRuns.returnNotBegun(change.tx, { test_id, device_seq });
    await caseRuns.moveWaiting(change.tx, test_id, { from: device_seq, to: null });
    await repository.addToTotals(change.tx, test_id, { executing: -returned });
  }
  const ends = both({ state: "cancelled", cause: "taken_over" });
  await repository.addToAllTotals(change.tx, await endOwnCases(change, [{ slot, ends }]));
  await noteTakeover(change.tx, { test_id, device_seq }, by);
  await moveSlot(change, slot, "done", { result: "cancelled", ended_at: change.now });
}

/** One end for all of them. */
export const both = (end: caseRuns.CaseEnd): caseRuns.CaseEnds => ({ executing: end, undistributed: end });

/** What becomes of the cases that a device has not ended when its agent says that its part is over. */
export function endsOf(outcome: RunOutcome): caseRuns.CaseEnds {
  const notStarted = { state: "distribution_failed", cause: "not_started" } as const;
  if (outcome === "done") return { executing: { state: "failed", cause: "missing" }, undistributed: notStarted };
  return both(outcome === "device_timeout" ? { state: "cancelled", cause: "device_timeout" } : notStarted);
}

/** Document 2's result of a device that did what it had to do. What was skipped says nothing of it. */
export function resultOf(outcome: RunOutcome | null, totals: Partial<Record<ShownCaseState, number>>): DeviceResult {
  if (outcome === "device_timeout") return "timed_out";
  if (outcome === "device_fault") return "not_tested";
  if (outcome !== "done") return "failed";
  const { success = 0, failed = 0 } = totals;
  const unfinished = (totals.cancelled ?? 0) + (totals.distribution_failed ?? 0);
  if (success + failed + unfinished === 0) return "not_tested";
  if (failed + unfinished === 0) return "passed";
  return success > 0 ? "partly_passed" : "failed";
}

/** The result of a device whose test ended around it. */
export function resultByReason(slot: SlotRow, reason: EndReason): DeviceResult {
  if (slot.state === "done") return slot.result;
  if (reason === "user" || reason === "admin" || reason === "access_lost") return "cancelled";
  if (slot.state === "queued") return "not_dispatched";
  return reason === "test_timeout" ? "timed_out" : "not_tested";
}

/** Whose fault it is that a device is lost to a run. What its agent does there broke off: the device has no part in that. */
export const causeOfLoss = (reason: EndReason): "agent_lost" | "device_lost" =>
  reason === "agent_lost" || reason === "work_failed" ? "agent_lost" : "device_lost";

/** How the cases end that a run has not ended itself when it, or one device's part in it, is over. */
export function endByReason(reason: EndReason): caseRuns.CaseEnd {
  switch (reason) {
    case "finished":
    case "no_device":
    case "start_failed":
      return { state: "distribution_failed", cause: "not_started" };
    case "access_lost":
    case "device_timeout":
    case "test_timeout":
    case "device_lost":
    case "agent_lost":
      return { state: "cancelled", cause: reason };
    case "work_failed":
      return { state: "cancelled", cause: causeOfLoss(reason) };
    case "user":
    case "admin":
    case "inactivity":
    case "yielded":
      return { state: "cancelled", cause: "user" };
  }
}

/** Counts a run's cases anew. The run's row is locked first, so that what others add meanwhile is not written over. */
export async function recount(tx: Queries, test_id: string): Promise<repository.RunRow | undefined> {
  const run = await repository.lockRun(tx, test_id);
  if (!run) return undefined;
  const totals = await caseRuns.totalsOf(tx, test_id);
  await repository.updateRun(tx, test_id, totals);
  return { ...run, ...totals };
}

/**
 * A device's fault fails no case, so it does not fail a run whose cases all came to an end elsewhere. One that ran none,
 * because all were skipped, has passed nothing.
 */
export function verdictOf(run: repository.RunRow, slots: readonly SlotRow[]): Verdict {
  if (run.failed_count > 0) return "failed";
  if (run.success_count < run.case_count || run.success_count === run.skipped_count) return "incomplete";
  return slots.some((slot) => slot.result === "failed") ? "failed" : "passed";
}
