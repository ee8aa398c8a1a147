import type { Said } from "@udt/contract";
import { openBySelf, type TellOrder } from "../work-orders/work-orders.service.ts";
import type { Change } from "./change.ts";

/** Devices are given back of which no agent said that they are clean: somebody is to see to each before tasks have it again. */
export async function orderForUncleaned(
  change: Change,
  of: { test_id: string; device_ids: readonly string[]; message: Said },
  tell: TellOrder,
): Promise<void> {
  const { test_id, device_ids, message } = of;
  for (const device_id of device_ids) {
    const order = await openBySelf(change.tx, change.now, { test_id, device_id, step: "handover", message });
    if (!order) continue;
    await change.tell(device_id, { type: "work_order.changed", device_id, number: order.number });
    await tell(change.tx, order);
  }
}
