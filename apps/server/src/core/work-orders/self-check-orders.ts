/** What self-checks open and close by themselves. */
import type { Said, SelfCheckStep } from "@udt/contract";
import type { Queries } from "../../platform/database/database.ts";
import * as repository from "./work-orders.repository.ts";

/** What a self-check says of a device: the steps that failed in it and in the one before, and those that it found well. */
export interface CheckedSteps {
  device_id: string;
  test_id: string;
  broken: readonly { step: SelfCheckStep; message: Said | null }[];
  well: readonly SelfCheckStep[];
}

/**
 * Opens an order for each step that failed twice, unless it has one, and closes those whose step passed.
 * @returns the numbers of those that changed
 */
export async function orderBySteps(tx: Queries, now: number, checked: CheckedSteps): Promise<number[]> {
  const { device_id, test_id, broken, well } = checked;
  const changed: number[] = [];
  for (const order of await repository.openOf(tx, device_id)) {
    if (order.step === null || !well.includes(order.step)) continue;
    const { number } = order;
    await repository.updateOrder(tx, number, { state: "processed", closed_at: now, closed_by: "self_check" });
    const entry = { number, user_id: null, state: "processed", text: "", created_at: now } as const;
    await repository.insertEntry(tx, entry);
    changed.push(number);
  }
  for (const { step, message } of broken) {
    const number = await repository.insertOrder(tx, {
      device_id,
      test_id,
      state: "unprocessed",
      source: "self_check",
      step,
      error: message,
      text: "",
      reported_at: now,
    });
    if (number !== undefined) changed.push(number);
  }
  return changed;
}
