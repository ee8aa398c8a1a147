/** What self-checks open and close by themselves. */
import type { OrderTrigger, Said, SelfCheckStep } from "@udt/contract";
import type { Queries } from "../../platform/database/database.ts";
import * as repository from "./work-orders.repository.ts";

/** That one was opened or closed. */
export interface OrderChange {
  event: OrderTrigger;
  device_id: string;
  number: number;
}
/** Tells of it outside of the console; in the transaction that does it. */
export type TellOrder = (tx: Queries, change: OrderChange) => Promise<void>;

/** What a self-check says of a device: the steps that failed in it and in the one before, and those that it found well. */
export interface CheckedSteps {
  device_id: string;
  test_id: string;
  broken: readonly { step: SelfCheckStep; message: Said | null }[];
  well: readonly SelfCheckStep[];
}

/**
 * Opens an order for each step that failed twice, unless it has one, and closes those whose step passed.
 * @returns those that changed
 */
export async function orderBySteps(tx: Queries, now: number, checked: CheckedSteps): Promise<OrderChange[]> {
  const { device_id, test_id, broken, well } = checked;
  const changed: OrderChange[] = [];
  for (const order of await repository.openOf(tx, device_id)) {
    if (order.step === null || !well.includes(order.step)) continue;
    const { number } = order;
    await repository.bringTo(tx, number, { state: "processed", user_id: null, text: "", created_at: now });
    changed.push({ event: "close-order", device_id, number });
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
    if (number !== undefined) changed.push({ event: "open-order", device_id, number });
  }
  return changed;
}
