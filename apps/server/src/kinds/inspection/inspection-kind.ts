import { say, verdictOf, type EndReason, type Said, type SelfCheckState } from "@udt/contract";
import { endSlots, slotsOf } from "../../core/scheduling/scheduling.service.ts";
import { noteSwept, type Change, type KindRules } from "../../core/sessions/sessions.service.ts";
import type { TellOrder } from "../../core/work-orders/work-orders.service.ts";
import { outAmong } from "../../core/out-of-use/out-of-use.service.ts";
import { judgeBy, orderByLoss } from "./check-orders.ts";
import { isOfUnseen, vainChecks } from "./due.repository.ts";
import * as repository from "./self-checks.repository.ts";

/**
 * A device checks itself, restarts or is cleaned as soon as it is free, and not while somebody wants it.
 * @param tell hears of the work orders that checks open and close
 */
export const inspectionKind = (tell: TellOrder): KindRules => ({
  running_phase: "run",
  ends_with_device: true,
  ends_by_inactivity: false,
  waits_for_device: true,
  yields: true,
  wants_sound: false,
  counts_as: "sessions",
  projectOf: async (db, test_id) => (await repository.findCheck(db, test_id))?.project_id ?? null,
  worksOf: repository.worksOf,
  causesOf: repository.causesOf,
  async begun(change, { test_id }) {
    await repository.updateCheck(change.tx, test_id, { state: "running", started_at: change.now });
    await tellOf(change, await repository.findCheck(change.tx, test_id));
  },
  vainFor: vainChecks,
  async testEnded(change, { test_id }, reason) {
    const open = (await slotsOf(change.tx, test_id)).filter(({ state }) => state !== "done");
    const check = await repository.findCheck(change.tx, test_id);
    const verdict = verdictOf(check?.results ?? []) === "failed" ? "failed" : "passed";
    const result = reason === "finished" ? verdict : "not_tested";
    await endSlots(
      change,
      open.map((slot) => ({ slot, result, error: null })),
    );
    if (check) await endCheck(change, check, reason, tell);
  },
});

async function endCheck(
  change: Change,
  check: repository.SelfCheckRow,
  reason: EndReason,
  tell: TellOrder,
): Promise<void> {
  const { selfcheck_id: test_id, device_id } = check;
  const state = reason === "finished" ? verdictOf(check.results) : (ENDED_AS[reason] ?? "broken_off");
  const error =
    state === "broken_off"
      ? ((await repository.errorOf(change.tx, test_id)) ?? (await wordOf(change, check, reason)))
      : null;
  await repository.updateCheck(change.tx, test_id, { state, step: null, error, ended_at: change.now });
  const isSwept = check.results.some(({ step, state }) => step === "cleanup" && state === "passed");
  if (reason === "finished" && isSwept) await noteSwept(change, [device_id], tell);
  // That it was restarted or cleaned says nothing of how well it is.
  if (reason === "finished" && check.work === "check") await judgeBy(change, check, tell);
  if (reason === "device_lost" && check.work === "check") await orderByLoss(change, check, error, tell);
  // One that only waited has no device that changed with it.
  await change.devicesChanged([device_id]);
  await tellOf(change, check);
}

const tellOf = async (change: Change, check: repository.SelfCheckRow | undefined): Promise<void> =>
  check && change.tell(check.device_id, { type: "self_check.changed", device_id: check.device_id });

/** Why one that no device's fault ended did not come to its end. */
async function wordOf(
  change: Change,
  { selfcheck_id, device_id }: repository.SelfCheckRow,
  reason: EndReason,
): Promise<Said | null> {
  if (reason === "test_timeout") return say("check_ran_out");
  if (reason !== "no_device") return null;
  if (await isOfUnseen(change.tx, selfcheck_id)) return say("check_given_away");
  const out = (await outAmong(change.tx, [device_id])).get(device_id);
  return out ? say("check_out_of_use", { user: out.user_name, why: out.reason }) : say("check_never_free");
}

const ENDED_AS: Partial<Record<EndReason, SelfCheckState>> = {
  user: "cancelled",
  admin: "cancelled",
  yielded: "yielded",
};
