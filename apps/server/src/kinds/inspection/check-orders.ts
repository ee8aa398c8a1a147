/** Which work orders a check opens and closes by what it found. */
import { hasFault, isOfCheck, type Said, type SelfCheckResult, type SelfCheckStep } from "@udt/contract";
import { onlySeeing } from "../../core/agents/agents.service.ts";
import { isSweptAway } from "../../core/handovers/handovers.service.ts";
import { noteCheck } from "../../core/health/health.service.ts";
import type { Change } from "../../core/sessions/sessions.service.ts";
import {
  orderBySteps,
  tellOrders,
  type CheckedSteps,
  type TellOrder,
} from "../../core/work-orders/work-orders.service.ts";
import { configOf } from "./first-look.ts";
import { forEverybody } from "./for-everybody.ts";
import * as repository from "./self-checks.repository.ts";

/**
 * What a check that came to its end says of its device: how well that is, and which work orders open and close.
 * @param tell hears of them
 */
export async function judgeBy(change: Change, check: repository.SelfCheckRow, tell: TellOrder): Promise<void> {
  const { device_id } = check;
  const alone = await onlySeeing(change.tx, device_id);
  const { check: counted, verdict } = forEverybody(check, alone);
  if (verdict) await noteCheck(change.tx, device_id, { state: verdict, checked_at: change.now });
  await order(change, await checkedSteps(change, counted, alone), tell);
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
  const { check: counted } = forEverybody(check, await onlySeeing(change.tx, device_id));
  if (!isAtOnce(counted) && !(await repository.wasLostBefore(change.tx, check))) return;
  await order(change, { test_id, device_id, broken: [{ step: "ready", message: error }], well: [] }, tell);
}

const order = async (change: Change, checked: CheckedSteps, tell: TellOrder): Promise<void> =>
  tellOrders(change, await orderBySteps(change.tx, change.now, checked), tell);

/** Once is chance, unless its tag says otherwise: what failed in the check before that judged it, too, is broken. */
async function checkedSteps(
  change: Change,
  check: repository.SelfCheckRow,
  alone: string | null,
): Promise<CheckedSteps> {
  const { test_id, device_id } = check;
  const results = check.results.filter(isOfCheck);
  const failed = ({ state }: Pick<SelfCheckResult, "state">) => state === "failed";
  const faults = results.filter(failed);
  const failing = faults.map(({ step }) => step);
  const before = () => repository.failedBefore(change.tx, check, failing, alone);
  const broken = new Set<string>(isAtOnce(check) ? failing : await before());
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
