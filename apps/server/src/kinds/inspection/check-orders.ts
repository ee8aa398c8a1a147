/** Which work orders a check opens and closes by what it found. */
import { hasFault, isOfCheck, type Said, type SelfCheckResult, type SelfCheckStep } from "@udt/contract";
import { isSweptAway } from "../../core/handovers/handovers.service.ts";
import type { Change } from "../../core/sessions/sessions.service.ts";
import { orderBySteps, type CheckedSteps, type TellOrder } from "../../core/work-orders/work-orders.service.ts";
import { configOf } from "./first-look.ts";
import * as repository from "./self-checks.repository.ts";

/** @param tell hears of them */
export async function orderByCheck(change: Change, check: repository.SelfCheckRow, tell: TellOrder): Promise<void> {
  await order(change, await checkedSteps(change, check), tell);
}

/**
 * A device that went away amid two of its checks in a row is broken, too: no check of it comes to an end that would find what.
 * The next that does says whether it is ready.
 * @param error what is known of why it went away
 */
export async function orderByLoss(
  change: Change,
  check: repository.SelfCheckRow,
  error: Said | null,
  tell: TellOrder,
): Promise<void> {
  const { selfcheck_id: test_id, device_id } = check;
  if (!isAtOnce(check) && !(await repository.wasLostBefore(change.tx, check))) return;
  await order(change, { test_id, device_id, broken: [{ step: "ready", message: error }], well: [] }, tell);
}

async function order(change: Change, checked: CheckedSteps, tell: TellOrder): Promise<void> {
  const { device_id } = checked;
  for (const order of await orderBySteps(change.tx, change.now, checked)) {
    await change.tell(device_id, { type: "work_order.changed", device_id, number: order.number });
    await tell(change.tx, order);
  }
}

/** Once is chance, unless its tag says otherwise: what failed in the check before that judged it, too, is broken. */
async function checkedSteps(change: Change, check: repository.SelfCheckRow): Promise<CheckedSteps> {
  const { test_id, device_id } = check;
  const results = check.results.filter(isOfCheck);
  const failed = ({ state }: Pick<SelfCheckResult, "state">) => state === "failed";
  const faults = results.filter(failed);
  const failing = faults.map(({ step }) => step);
  const broken = new Set<string>(isAtOnce(check) ? failing : await repository.failedBefore(change.tx, check, failing));
  const well = results.filter((result) => !failed(result) && judgedBy(check, result.step)).map(({ step }) => step);
  return {
    test_id,
    device_id,
    broken: faults.filter(({ step }) => broken.has(step)),
    // What a session left is gone where this cleaned the device, as far as cleaning looks at that.
    well: well.includes("cleanup") && (await isSweptAway(change.tx, device_id)) ? [...well, "handover"] : well,
  };
}

const isAtOnce = ({ config }: repository.SelfCheckRow): boolean => config?.order_after === "first_failure";

/** Not where its tag has a step off, and a fault that is but a warning says neither that all is well nor that it is broken. */
function judgedBy(check: repository.SelfCheckRow, step: SelfCheckStep): boolean {
  const result = check.results.find((one) => one.step === step);
  if (result === undefined || result.state === "failed") return true;
  return result.state !== "skipped" && !hasFault(configOf(check), result);
}
