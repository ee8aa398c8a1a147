import {
  LIMITS,
  UdtError,
  type BodyOf,
  type DataOf,
  type ENDPOINTS,
  type WorkOrder,
  type WorkOrderState,
} from "@udt/contract";
import type { WholeWorkOrder } from "@udt/contract/endpoints/work-orders";
import type { AuditService } from "../../people/audit/audit.service.ts";
import type { Announce, Bus, EventPayload } from "../../platform/bus.ts";
import type { ServerClock } from "../../platform/clock.ts";
import type { Database, Queries } from "../../platform/database/database.ts";
import type { Actor } from "../../platform/http/caller.ts";
import type { TellOrder } from "./self-check-orders.ts";
import * as repository from "./work-orders.repository.ts";

export {
  closeBySelf,
  openBySelf,
  orderBySteps,
  type CheckedSteps,
  type OrderChange,
  type TellOrder,
} from "./self-check-orders.ts";
export { brokenAmong, findTold, isBroken, openOrders, seeing } from "./work-orders.repository.ts";

/** What work orders need to know of devices, and tell them. */
export interface OrderedDevices {
  /** @throws UdtError device_not_found, device_not_in_project */
  seen(project_id: string, device_id: string, tx: Queries): Promise<{ device: { serial: string } }>;
  lock(tx: Queries, device_id: string): Promise<void>;
  changed(tx: Queries, announce: Announce, device_ids: readonly string[]): Promise<void>;
  tell(tx: Queries, announce: Announce, device_id: string, payload: EventPayload): Promise<void>;
}

export interface WorkOrdersNeeds {
  database: Database;
  bus: Bus;
  clock: ServerClock;
  audit: AuditService;
  devices: OrderedDevices;
  tell: TellOrder;
}

/** From which states one comes to another; `processed` is the end. */
const FROM: Record<WorkOrderState, readonly WorkOrderState[]> = {
  unprocessed: ["processing"],
  processing: ["unprocessed"],
  processed: ["unprocessed", "processing"],
};

/** Which devices are broken, by whose word, and who sees to them. */
export class WorkOrdersService {
  readonly #needs: WorkOrdersNeeds;

  constructor(needs: WorkOrdersNeeds) {
    this.#needs = needs;
  }

  async list(filter: repository.OrderFilter): Promise<DataOf<typeof ENDPOINTS.workOrderList>> {
    const { rows, total } = await repository.listOrders(this.#needs.database.db, filter);
    return { list: rows.map(shown), total, page_num: filter.page_num, page_size: filter.page_size };
  }

  /** @throws UdtError work_order_not_found */
  async get(project_id: string, number: number): Promise<WholeWorkOrder> {
    const { db } = this.#needs.database;
    const found = await repository.findOrder(db, project_id, number);
    if (!found) throw new UdtError("work_order_not_found", { number });
    const entries = (await repository.entriesOf(db, number)).map(({ entry, user_name }) => ({
      entry_id: entry.entry_id,
      user_name,
      state: entry.state,
      text: entry.text,
      created_at: entry.created_at,
    }));
    return { ...shown(found), entries };
  }

  /** @throws UdtError device_not_found, device_not_in_project, test_not_found, work_order_open */
  async create(
    { user, ip }: Actor,
    project_id: string,
    { device_id, test_id, text }: BodyOf<typeof ENDPOINTS.workOrderCreate>,
  ): Promise<WholeWorkOrder> {
    const { bus, clock, audit, devices, tell } = this.#needs;
    const number = await bus.transaction(async (tx, announce) => {
      // Who reports it at the same moment waits, and is told of this one.
      await devices.lock(tx, device_id);
      const { device } = await devices.seen(project_id, device_id, tx);
      if (test_id !== null && !(await repository.isTestOf(tx, { project_id, test_id, device_id })))
        throw new UdtError("test_not_found", { test_id });
      const before = (await repository.openOf(tx, device_id)).find(({ step }) => step === null);
      if (before) throw new UdtError("work_order_open", { device_id, number: before.number });
      const made = await repository.insertOrder(tx, {
        device_id,
        test_id,
        state: "unprocessed",
        source: "person",
        text,
        reporter_id: user.user_id,
        reported_at: clock.now(),
      });
      if (made === undefined) throw new Error(`a second open work order of device ${device_id}`);
      const detail = { number: made, text };
      await audit.write(tx, { user, ip, action: "work_order.create", project_id, target: device.serial, detail });
      await tell(tx, { event: "open-order", device_id, number: made });
      await this.#changed(tx, announce, { device_id, number: made });
      return made;
    });
    return this.get(project_id, number);
  }

  /** @throws UdtError work_order_not_found, work_order_state, work_order_comments */
  async move(
    { user, ip }: Actor,
    project_id: string,
    number: number,
    { state, text }: BodyOf<typeof ENDPOINTS.workOrderMove>,
  ): Promise<WholeWorkOrder> {
    await this.#at(project_id, number, async (order, { tx, announce, now, serial }) => {
      if (!FROM[state].includes(order.state)) throw new UdtError("work_order_state", { number, state: order.state });
      // Closing it is always possible.
      if (state !== "processed") await this.#assertRoom(tx, number);
      await repository.bringTo(tx, number, { state, user_id: user.user_id, text, created_at: now });
      const detail = { number, state, text };
      await this.#needs.audit.write(tx, {
        user,
        ip,
        action: "work_order.move",
        project_id,
        target: serial,
        detail,
      });
      const { device_id } = order;
      if (state === "processed") await this.#needs.tell(tx, { event: "close-order", device_id, number });
      await this.#changed(tx, announce, { device_id, number });
    });
    return this.get(project_id, number);
  }

  /** @throws UdtError work_order_not_found, work_order_comments */
  async comment({ user }: Actor, project_id: string, number: number, text: string): Promise<WholeWorkOrder> {
    await this.#at(project_id, number, async ({ device_id }, { tx, announce, now }) => {
      await this.#assertRoom(tx, number);
      const entry = { number, user_id: user.user_id, state: null, text, created_at: now };
      await repository.insertEntry(tx, entry);
      await this.#needs.devices.tell(tx, announce, device_id, { type: "work_order.changed", device_id, number });
    });
    return this.get(project_id, number);
  }

  /** @throws UdtError work_order_comments */
  async #assertRoom(tx: Queries, number: number): Promise<void> {
    const max = LIMITS.work_order_entries_max;
    if ((await repository.countEntries(tx, number)) >= max) throw new UdtError("work_order_comments", { max });
  }

  /** Does something at one of a device that the project sees, and keeps others from it meanwhile. */
  async #at(
    project_id: string,
    number: number,
    act: (
      order: repository.WorkOrderRow,
      change: { tx: Queries; announce: Announce; now: number; serial: string },
    ) => Promise<void>,
  ): Promise<void> {
    const { bus, clock } = this.#needs;
    await bus.transaction(async (tx, announce) => {
      const found = await repository.findOrder(tx, project_id, number);
      const order = found && (await repository.lockOrder(tx, number));
      if (!order) throw new UdtError("work_order_not_found", { number });
      await act(order, { tx, announce, now: clock.now(), serial: found.device.serial });
    });
  }

  /** Whether it gets tests may have changed with it. */
  async #changed(tx: Queries, announce: Announce, of: { device_id: string; number: number }): Promise<void> {
    const { devices } = this.#needs;
    await devices.tell(tx, announce, of.device_id, { type: "work_order.changed", ...of });
    await devices.changed(tx, announce, [of.device_id]);
  }
}

function shown({ order, device, reporter_name, assignee_name, test }: repository.OrderListing): WorkOrder {
  const { number, state, source, step, error, text, reported_at, closed_at, closed_by } = order;
  return {
    number,
    state,
    source,
    device,
    step,
    error,
    text,
    reporter_name,
    assignee_name,
    test,
    reported_at,
    closed_at,
    closed_by,
  };
}
