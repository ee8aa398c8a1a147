import type { Announce } from "../../platform/bus.ts";
import type { Queries } from "../../platform/database/database.ts";
import type { WorkOrderRow } from "./work-orders.repository.ts";

/**
 * Does something at an order of a device that a project sees, or with null one that there is, and keeps others from it meanwhile.
 * @param first what is to be held before the order is
 * @throws UdtError work_order_not_found
 */
export type AtOrder = (
  project_id: string | null,
  number: number,
  act: (order: WorkOrderRow, at: OrderChanging) => Promise<void>,
  first?: (tx: Queries) => Promise<void>,
) => Promise<void>;

/** The transaction in which an order changes. */
export interface OrderChanging {
  tx: Queries;
  announce: Announce;
  now: number;
  serial: string;
  /** Tells the pages that show it; whether the device gets tests is as it was. */
  changed(order: WorkOrderRow): Promise<void>;
}
