/** What is opened and closed without anybody: by self-checks, and by what devices tell of themselves. */
import type { OrderTrigger, Said, SelfCheckStep, WorkOrderStep } from "@udt/contract";
import type { EventPayload } from "../../platform/bus.ts";
import type { Queries } from "../../platform/database/database.ts";
import * as repository from "./work-orders.repository.ts";

/** That one was opened, assigned or closed. */
export interface OrderChange {
  event: OrderTrigger;
  /** Which project hears of it, where not all do that see the device. */
  project_id?: string;
  device_id: string;
  number: number;
}
/** Tells of it outside of the console; in the transaction that does it. */
export type TellOrder = (tx: Queries, change: OrderChange) => Promise<void>;

/**
 * Says that orders changed, to whoever sees their devices and outside of the console.
 * @param at the transaction that changed them, and how it announces what is news of a device
 */
export async function tellOrders(
  at: { tx: Queries; tell(device_id: string, payload: EventPayload): Promise<void> },
  changes: readonly OrderChange[],
  tell: TellOrder,
): Promise<void> {
  for (const order of changes) {
    const { device_id, number } = order;
    await at.tell(device_id, { type: "work_order.changed", device_id, number });
    await tell(at.tx, order);
  }
}

/** What a self-check says of a device: the steps that failed often enough, and those that it found well. */
export interface CheckedSteps {
  device_id: string;
  test_id: string;
  broken: readonly { step: SelfCheckStep; message: Said | null }[];
  well: readonly WorkOrderStep[];
}

/**
 * Opens an order for each step that is broken, unless it has one, and closes those whose step passed.
 * @returns those that changed
 */
export async function orderBySteps(tx: Queries, now: number, checked: CheckedSteps): Promise<OrderChange[]> {
  const { device_id, test_id, broken, well } = checked;
  const changed: OrderChange[] = [];
  for (const order of await repository.openOf(tx, device_id))
    if (order.step !== null && well.includes(order.step)) changed.push(await close(tx, now, order));
  for (const { step, message } of broken) {
    const order = await openBySelf(tx, now, { device_id, test_id, step, message });
    if (order) changed.push(order);
  }
  return changed;
}

/** Undefined where the device has one for this step. */
export async function openBySelf(
  tx: Queries,
  now: number,
  found: { device_id: string; test_id: string | null; step: WorkOrderStep; message: Said | null },
): Promise<OrderChange | undefined> {
  const { device_id, test_id, step, message } = found;
  const number = await repository.insertOrder(tx, {
    device_id,
    test_id,
    state: "unprocessed",
    source: step === "handover" ? "handover" : sourceOf(step),
    step,
    error: message,
    text: "",
    reported_at: now,
  });
  return number === undefined ? undefined : { event: "open-order", device_id, number };
}

/** Closes those that some devices have open for a step. @param which of them; all when left out */
export async function closeBySelf(
  tx: Queries,
  now: number,
  device_ids: readonly string[],
  step: WorkOrderStep,
  which: (order: repository.WorkOrderRow) => boolean = () => true,
): Promise<OrderChange[]> {
  const changed: OrderChange[] = [];
  const open = await repository.openFor(tx, device_ids, step);
  for (const order of open.filter(which)) changed.push(await close(tx, now, order));
  return changed;
}

/** What a self-check does not look at, the device's battery tells. */
const sourceOf = (step: WorkOrderStep | null) => (step === "battery_temperature" ? "battery" : "self_check");

async function close(tx: Queries, now: number, order: repository.WorkOrderRow): Promise<OrderChange> {
  const { number, device_id, step } = order;
  const processed = { state: "processed", user_id: null, text: "", created_at: now } as const;
  await repository.bringTo(tx, number, processed, sourceOf(step));
  return { event: "close-order", device_id, number };
}
