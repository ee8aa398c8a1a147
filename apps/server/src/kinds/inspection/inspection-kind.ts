import { verdictOf, type EndReason, type SelfCheckState } from "@udt/contract";
import { endSlots, slotsOf } from "../../core/scheduling/scheduling.service.ts";
import type { Change, KindRules } from "../../core/sessions/sessions.service.ts";
import * as repository from "./self-checks.repository.ts";

/** A device checks itself as soon as it is free, and not while somebody wants it. */
export const inspectionKind: KindRules = {
  running_phase: "run",
  ends_with_device: true,
  ends_by_inactivity: false,
  waits_for_device: true,
  yields: true,
  counts_as: "sessions",
  async begun(change, { test_id }) {
    await repository.updateCheck(change.tx, test_id, { state: "running", started_at: change.now });
  },
  async testEnded(change, { test_id }, reason) {
    const open = (await slotsOf(change.tx, test_id)).filter(({ state }) => state !== "done");
    const result = reason === "finished" ? "passed" : "not_tested";
    await endSlots(
      change,
      open.map((slot) => ({ slot, result, error: null })),
    );
    await endCheck(change, test_id, reason);
  },
};

async function endCheck(change: Change, test_id: string, reason: EndReason): Promise<void> {
  const check = await repository.findCheck(change.tx, test_id);
  if (!check) return;
  const state = reason === "finished" ? verdictOf(check.results) : (ENDED_AS[reason] ?? "broken_off");
  const error = state === "broken_off" ? await repository.errorOf(change.tx, test_id) : null;
  await repository.updateCheck(change.tx, test_id, { state, step: null, error, ended_at: change.now });
  // One that only waited has no device that changed with it.
  await change.devicesChanged([check.device_id]);
}

const ENDED_AS: Partial<Record<EndReason, SelfCheckState>> = {
  user: "cancelled",
  admin: "cancelled",
  yielded: "yielded",
};
