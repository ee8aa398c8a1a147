import { LIMITS, type EndReason, type RunOutcome, type Said } from "@udt/contract";
import { audienceOf } from "../../../platform/bus.ts";
import type { Queries } from "../../../platform/database/database.ts";
import { endRunRecordings, judgeBudgets, unreadOf } from "../../../assets/memory/run-memory.service.ts";
import type { AccountFilesService } from "../../../assets/account-files/account-files.service.ts";
import {
  dispatchedSlots,
  endSlots,
  moveSlot,
  replacementOf,
  slotsOf,
  stillOpen,
  type SlotRow,
} from "../../../core/scheduling/scheduling.service.ts";
import type { Change, EndedPart, TestRow } from "../../../core/sessions/sessions.service.ts";
import type { TestNotice } from "../../../notify/notifications/notifications.service.ts";
import * as caseRuns from "./case-runs.repository.ts";
import { RUN_DEMAND } from "./run-demand.ts";
import {
  both,
  causeOfLoss,
  endByReason,
  endOwnCases,
  endsOf,
  recount,
  resultByReason,
  resultOf,
  verdictOf,
} from "./run-lifecycle.ts";
import { measuredParts, noteOutcomes } from "./run-devices.repository.ts";
import { noticeOf } from "./run-notice.ts";
import * as repository from "./runs.repository.ts";

/** How a wanted device's part ended, by its agent's word. */
export interface Settled {
  slot: SlotRow;
  outcome: RunOutcome;
  error: Said | null;
}

/** A run that waits for its memory samples ends so long before its time is up: by itself, and not as one that took too long. */
const BEFORE_DEADLINE_MS = 5_000;
const NOT_JUDGED = { reason: null, note: null } as const;

/** What becomes of runs when their devices, or they themselves, come to an end: within the transactions that end them. */
export class RunEnds {
  readonly #needs: {
    accounts: AccountFilesService;
    notify(tx: Queries, notice: TestNotice): Promise<void>;
  };
  constructor(needs: { accounts: AccountFilesService; notify(tx: Queries, notice: TestNotice): Promise<void> }) {
    this.#needs = needs;
  }

  /** Agents' word that their parts are over, noted before the devices' sessions end by it. */
  async settle(change: Change, settled: readonly Settled[]): Promise<void> {
    const done: Settled[] = [];
    for (const one of settled) {
      const { slot, outcome, error } = one;
      if (outcome === "device_fault") await this.#lost(change, slot, { reason: "device_lost", error }, outcome);
      else done.push(one);
    }
    // It may have been told that nothing more will come before a case failed elsewhere.
    await caseRuns.returnRetries(
      change.tx,
      done.filter(({ outcome }) => outcome === "done").map(({ slot }) => slot),
    );
    const ending = done.map(({ slot, outcome }) => ({ slot, ends: endsOf(outcome) }));
    await repository.addToAllTotals(change.tx, await endOwnCases(change, ending));
    const totals = await caseRuns.slotTotals(
      change.tx,
      done.map(({ slot }) => slot),
    );
    const ends = done.map(({ slot, outcome, error }) => {
      const own = totals.filter((row) => row.test_id === slot.test_id && row.device_seq === slot.device_seq);
      const byState = Object.fromEntries(own.map(({ state, total }) => [state, total]));
      return { slot, result: resultOf(outcome, byState), error };
    });
    if (ends.length > 0) await endSlots(change, ends);
    await noteOutcomes(
      change.tx,
      done.map(({ slot: { test_id, device_seq }, outcome }) => ({ test_id, device_seq, outcome })),
    );
  }

  async devicesEnded(change: Change, ended: readonly EndedPart[]): Promise<TestRow[]> {
    const slots = await dispatchedSlots(
      change.tx,
      ended.map(({ device }) => device),
    );
    for (const end of ended) {
      const { test_id, device_id } = end.device;
      const slot = slots.find((one) => one.test_id === test_id && one.device_id === device_id);
      // None: its agent has said how it ended, and that was taken down.
      if (slot) await this.#deviceEnded(change, slot, end);
    }
    for (const { device, reason } of ended) await endRunRecordings(change, device, recordingEnd(reason));
    const tests = new Map(ended.map(({ test }) => [test.test_id, test]));
    const open = await stillOpen(change.tx, [...tests.keys()]);
    // Nobody need wait for one more device.
    const needless = await repository.sharedOut(change.tx, [...open]);
    const done = [...tests.values()].filter(({ test_id }) => !open.has(test_id) || needless.has(test_id));
    return this.endable(change, done);
  }

  /**
   * Those of tests with nothing left to do that may end now. The others wait for samples of memory that are being read, since
   * their verdict hangs on these: within a bound, and no longer than the test may last.
   */
  async endable(change: Change, tests: readonly TestRow[]): Promise<TestRow[]> {
    const unread = await unreadOf(
      change.tx,
      tests.map(({ test_id }) => test_id),
    );
    const now: TestRow[] = [];
    for (const test of tests) {
      const { test_id } = test;
      const run = unread.has(test_id) ? await repository.findRun(change.tx, test_id) : undefined;
      const until = Math.min(change.now + LIMITS.memory_verdict_minutes * 60_000, test.deadline - BEFORE_DEADLINE_MS);
      if (!run?.config.memory?.fail_over_budget || until <= change.now) {
        now.push(test);
        continue;
      }
      // Another device would find nothing to do.
      const queued = (await slotsOf(change.tx, test_id)).filter(({ state }) => state === "queued");
      if (queued.length > 0)
        await endSlots(
          change,
          queued.map((slot) => ({ slot, result: "not_dispatched", error: null })),
        );
      // What ends a device of it meanwhile does not prolong the wait.
      await repository.updateRun(change.tx, test_id, { memory_until: run.memory_until ?? until });
      change.announce(run.project_id, { type: "run.changed", test_id });
    }
    return now;
  }

  async #deviceEnded(change: Change, slot: SlotRow, end: EndedPart): Promise<void> {
    switch (end.reason) {
      case "user":
      case "admin":
      case "access_lost":
        await this.endSlot(change, slot, "cancelled", endByReason(end.reason));
        break;
      case "device_timeout":
        await this.endSlot(change, slot, "timed_out", endByReason(end.reason));
        break;
      default:
        await this.#lost(change, slot, end, null);
    }
    change.announce(audienceOf(slot), { type: "run.changed", test_id: slot.test_id });
  }

  async endSlot(
    change: Change,
    slot: SlotRow,
    result: SlotRow["result"],
    end: Parameters<typeof both>[0],
  ): Promise<void> {
    await repository.addToAllTotals(change.tx, await endOwnCases(change, [{ slot, ends: both(end) }]));
    await moveSlot(change, slot, "done", { result, ended_at: change.now });
  }

  /** A device was lost: what it did not finish is given to another once. */
  async #lost(
    change: Change,
    slot: SlotRow,
    end: Pick<EndedPart, "reason" | "error">,
    outcome: RunOutcome | null,
  ): Promise<void> {
    const { test_id, device_seq } = slot;
    const run = await repository.findRun(change.tx, test_id);
    if (!run || slot.device_id === null) return;
    const cause = causeOfLoss(end.reason);
    const isShared = run.config.mode === "distributed";
    const stopped = await caseRuns.requeueCases(change.tx, { test_id, device_seq, toAnybody: isShared, cause });
    const next = slot.lost_device_ids.length > 0 ? undefined : await replacementOf(change.tx, slot, RUN_DEMAND);
    const lost_device_ids = [...slot.lost_device_ids, slot.device_id];
    // What was given back before is not given back again.
    const lost = { state: "distribution_failed", cause } as const;
    const ends = next ? { executing: lost } : both(lost);
    const ended = (await endOwnCases(change, [{ slot, ends }])).get(test_id);
    await repository.addToTotals(change.tx, test_id, { ...ended, executing: (ended?.executing ?? 0) - stopped });
    if (next) {
      const again = { lost_device_ids, wanted: next, device_id: null, dispatched_at: null, queued_at: change.now };
      await moveSlot(change, slot, "queued", { ...again, result: "not_dispatched", error: end.error });
      return;
    }
    const result = end.reason === "start_failed" ? "dispatch_failed" : "not_tested";
    const about = { lost_device_ids, result, error: end.error } as const;
    await moveSlot(change, slot, "done", { ...about, ended_at: change.now });
    if (outcome !== null) await noteOutcomes(change.tx, [{ test_id, device_seq, outcome }]);
  }

  /** Its first devices were given to a run that waited. */
  async begun(change: Change, test: TestRow): Promise<void> {
    const run = await repository.findRun(change.tx, test.test_id);
    if (!run) return;
    const count = (await slotsOf(change.tx, test.test_id)).length;
    await this.#needs.notify(change.tx, await noticeOf(change.tx, "start-test", test, run, count));
  }

  async testEnded(change: Change, test: TestRow, reason: EndReason): Promise<void> {
    const { test_id } = test;
    const slots = await slotsOf(change.tx, test_id);
    for (const slot of slots) {
      if (slot.state !== "done")
        await moveSlot(change, slot, "done", { result: resultByReason(slot, reason), ended_at: change.now });
    }
    await caseRuns.endCases(change.tx, { test_id }, endByReason(reason), change.now);
    const run = await recount(change.tx, test_id);
    await this.#needs.accounts.giveBack(change.tx, test_id);
    if (!run) return;
    await endRunRecordings(change, { test_id }, recordingEnd(reason));
    const isGated = run.config.memory?.fail_over_budget === true;
    const judged_by = isGated
      ? await judgeBudgets(change.tx, run, await measuredParts(change.tx, test_id))
      : NOT_JUDGED;
    const { reason: verdict_reason, note: verdict_note } = judged_by;
    const verdict = verdict_reason === null ? verdictOf(run, slots) : "failed";
    const judged = { verdict, verdict_reason, verdict_note, memory_until: null };
    await repository.updateRun(change.tx, test_id, judged);
    change.announce(run.project_id, { type: "run.changed", test_id });
    if (run.job_id !== null) change.announce(run.project_id, { type: "job.changed", job_id: run.job_id });
    await this.#needs.notify(
      change.tx,
      await noticeOf(change.tx, "end-test", test, { ...run, ...judged }, slots.length),
    );
  }
}

/** Why nothing more is recorded at a device whose part in a run is over. */
function recordingEnd(reason: EndReason) {
  if (reason === "device_lost") return "memory_recording_device_lost";
  return reason === "agent_lost" ? "memory_recording_agent_lost" : "memory_recording_run_over";
}
