/** What a battery's heat opens and closes by itself. */
import { say, WEAR } from "@udt/contract";
import type { Queries } from "../../platform/database/database.ts";
import { closeBySelf, openBySelf, type OrderChange } from "../work-orders/work-orders.service.ts";

export interface Reading {
  device_id: string;
  battery_celsius: number | null;
}

/**
 * Opens a work order for each device that is too hot and has none for that, and closes those of devices that have cooled. What
 * lies between changes nothing, so that a battery about the limit does not open and close them all day.
 * @returns those that changed
 */
export async function orderByHeat(tx: Queries, now: number, readings: readonly Reading[]): Promise<OrderChange[]> {
  const changed: OrderChange[] = [];
  const step = "battery_temperature";
  const cool: string[] = [];
  for (const { device_id, battery_celsius: celsius } of readings) {
    if (celsius !== null && celsius >= WEAR.hot_celsius) {
      const error = say("battery_hot", { celsius, most: WEAR.hot_celsius });
      const order = await openBySelf(tx, now, { device_id, test_id: null, step, message: error });
      if (order) changed.push(order);
    } else if (celsius !== null && celsius <= WEAR.warm_celsius) cool.push(device_id);
  }
  if (cool.length > 0) changed.push(...(await closeBySelf(tx, now, cool, step)));
  return changed;
}
