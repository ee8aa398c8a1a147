import {
  UdtError,
  WORK_ORDER_TRANSITIONS,
  type BodyOf,
  type DataOf,
  type ENDPOINTS,
  type WorkOrder,
} from "@udt/contract";
import type { WholeWorkOrder } from "@udt/contract/endpoints/work-orders";
import type { Announce, Bus, EventPayload } from "../../platform/bus.ts";
import type { ServerClock } from "../../platform/clock.ts";
import type { Queries } from "../../platform/database/database.ts";
import type { Actor } from "../../platform/http/caller.ts";
import { countByState, orderedAgents } from "./all-orders.repository.ts";
import type { AtOrder } from "./at-order.ts";
import { assertStepsLeft, assertWordsLeft } from "./order-bounds.ts";
import { filesOf, type FileReader } from "./order-files.repository.ts";
import { OrderFiles, type OrderFilesNeeds } from "./order-files.service.ts";
import type { TellOrder } from "./self-check-orders.ts";
import * as repository from "./work-orders.repository.ts";

export {
  closeBySelf,
  openBySelf,
  orderBySteps,
  tellOrders,
  type CheckedSteps,
  type OrderChange,
  type TellOrder,
} from "./self-check-orders.ts";
export { brokenAmong, findTold, isBroken, openOrders, seeing } from "./work-orders.repository.ts";

/** What work orders need to know of devices, and tell them. */
export interface OrderedDevices {
  /** @throws UdtError device_not_found, device_not_in_project */
  seen(project_id: string | null, device_id: string, tx: Queries): Promise<{ device: { serial: string } }>;
  lock(tx: Queries, device_id: string): Promise<void>;
  changed(tx: Queries, announce: Announce, device_ids: readonly string[]): Promise<void>;
  tell(tx: Queries, announce: Announce, device_id: string, payload: EventPayload): Promise<void>;
}

export interface WorkOrdersNeeds extends OrderFilesNeeds {
  bus: Bus;
  clock: ServerClock;
  devices: OrderedDevices;
  tell: TellOrder;
  checksFinding: ChecksFinding;
}

/** What is known of how a fault was found. */
export interface FoundBy {
  /** The self-check that found it. */
  selfcheck_id: string | null;
  /** Whether who asks is told no more than which step failed. */
  is_withheld: boolean;
}
/** Of orders by their numbers, as a project sees them, with its tags or without, or with null an administrator of the server. */
export type ChecksFinding = (
  db: Queries,
  orders: readonly repository.WorkOrderRow[],
  of: { project_id: string | null; sees_tags: boolean },
) => Promise<ReadonlyMap<number, FoundBy>>;

/** By whom an order is read, in which project; by an administrator of the server through none. */
export type OrderReader = (FileReader & { sees_tags: boolean }) | { project_id: null; sees_tags: false };

interface Paged {
  keyword: string;
  page_num: number;
  page_size: number;
}

/** Which devices are broken, by whose word, and who sees to them. */
export class WorkOrdersService {
  readonly #needs: WorkOrdersNeeds;
  readonly files: OrderFiles;

  constructor(needs: WorkOrdersNeeds) {
    this.#needs = needs;
    this.files = new OrderFiles(needs, (...at) => this.#at(...at));
  }

  async list(filter: repository.OrderFilter, sees_tags = false): Promise<DataOf<typeof ENDPOINTS.workOrderList>> {
    const { rows, total } = await repository.listOrders(this.#needs.database.db, filter);
    const checks = await this.#needs.checksFinding(
      this.#needs.database.db,
      rows.map(({ order }) => order),
      { project_id: filter.project_id, sees_tags },
    );
    return {
      list: rows.map((row) => shown(row, checks.get(row.order.number))),
      total,
      page_num: filter.page_num,
      page_size: filter.page_size,
    };
  }

  /** Those of all devices, for administrators of the server. */
  async all(filter: Omit<repository.OrderFilter, "project_id">): Promise<DataOf<typeof ENDPOINTS.adminOrderList>> {
    const { db } = this.#needs.database;
    const asked = { ...filter, project_id: null };
    const state_counts = await countByState(db, asked);
    return { ...(await this.list(asked)), state_counts, agents: await orderedAgents(db) };
  }

  /** Those of one device, for administrators of the server. @throws UdtError device_not_found */
  async ofDevice(device_id: string, filter: Omit<repository.OrderFilter, "project_id" | "device_id">) {
    await this.#needs.devices.seen(null, device_id, this.#needs.database.db);
    return this.list({ ...filter, project_id: null, device_id });
  }

  /** @throws UdtError work_order_not_found */
  async get(reader: OrderReader, number: number): Promise<WholeWorkOrder> {
    const { db } = this.#needs.database;
    const found = await repository.findOrder(db, reader.project_id, number);
    if (!found) throw new UdtError("work_order_not_found", { number });
    const files = Map.groupBy(await filesOf(db, reader, number), ({ entry_id }) => entry_id);
    const filesAt = (entry_id: number | null) => (files.get(entry_id) ?? []).map(({ file }) => file);
    const entries = (await repository.entriesOf(db, number)).map(({ entry, user_name, assignee_name }) => ({
      entry_id: entry.entry_id,
      user_name,
      state: entry.state,
      assigned: entry.is_assignment ? { user_name: assignee_name } : null,
      text: entry.text,
      files: filesAt(entry.entry_id),
      created_at: entry.created_at,
    }));
    const checks = await this.#needs.checksFinding(db, [found.order], reader);
    return { ...shown(found, checks.get(number)), entries, files: filesAt(null) };
  }

  /** Whom one can be assigned to. @throws UdtError work_order_not_found */
  async assignees({
    project_id,
    number,
    ...filter
  }: { project_id: string; number: number } & Paged): Promise<DataOf<typeof ENDPOINTS.workOrderAssignees>> {
    const { db } = this.#needs.database;
    if (!(await repository.findOrder(db, project_id, number))) throw new UdtError("work_order_not_found", { number });
    const { page_num, page_size } = filter;
    return {
      ...(await repository.listProcessors(db, { project_id, ...filter }, this.#needs.clock.now())),
      page_num,
      page_size,
    };
  }

  /** @throws UdtError work_order_not_found, work_order_state, work_order_reassigned, work_order_assignee, work_order_steps */
  async assign(
    { user, ip }: Actor,
    project_id: string,
    number: number,
    { user_id: assignee_id, instead_of }: BodyOf<typeof ENDPOINTS.workOrderAssign>,
  ): Promise<void> {
    const { audit, tell } = this.#needs;
    await this.#at(project_id, number, async (order, { tx, now, serial, changed }) => {
      if (order.state === "processed") throw new UdtError("work_order_state", { number, state: order.state });
      if (order.assignee_id !== instead_of) throw new UdtError("work_order_reassigned", { number });
      if (assignee_id === order.assignee_id) return;
      if (assignee_id !== null && !(await repository.isProcessor(tx, project_id, assignee_id, now)))
        throw new UdtError("work_order_assignee", { user_id: assignee_id });
      await assertStepsLeft(tx, number);
      await repository.assignTo(tx, number, { assignee_id, user_id: user.user_id, created_at: now });
      const detail = { number, user_id: assignee_id ?? "" };
      await audit.write(tx, { user, ip, action: "work_order.assign", project_id, target: serial, detail });
      const { device_id } = order;
      // Who takes it on themselves knows of it.
      if (assignee_id !== null && assignee_id !== user.user_id)
        await tell(tx, { event: "assign-order", project_id, device_id, number });
      await changed(order);
    });
  }

  /**
   * @param project_id null: an administrator of the server reports it, in no test
   * @throws UdtError device_not_found, device_not_in_project, test_not_found, work_order_open
   */
  async create(
    { user, ip }: Actor,
    project_id: string | null,
    { device_id, test_id, text }: BodyOf<typeof ENDPOINTS.workOrderCreate>,
  ): Promise<number> {
    const { bus, clock, audit, devices, tell } = this.#needs;
    return bus.transaction(async (tx, announce) => {
      // Who reports it at the same moment waits, and is told of this one.
      await devices.lock(tx, device_id);
      const { device } = await devices.seen(project_id, device_id, tx);
      const isOfIt =
        test_id === null ||
        (project_id !== null && (await repository.isTestOf(tx, { project_id, test_id, device_id })));
      if (!isOfIt) throw new UdtError("test_not_found", { test_id });
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
      const of = { target: device.serial, ...(project_id !== null && { project_id }), detail };
      await audit.write(tx, { user, ip, action: "work_order.create", ...of });
      await tell(tx, { event: "open-order", device_id, number: made });
      await this.#changed(tx, announce, { device_id, number: made });
      return made;
    });
  }

  /** @throws UdtError work_order_not_found, work_order_state, work_order_steps */
  async move(
    { user, ip }: Actor,
    project_id: string | null,
    number: number,
    { state, text }: BodyOf<typeof ENDPOINTS.workOrderMove>,
  ): Promise<void> {
    await this.#at(project_id, number, async (order, { tx, announce, now, serial }) => {
      if (!WORK_ORDER_TRANSITIONS[order.state].includes(state))
        throw new UdtError("work_order_state", { number, state: order.state });
      // Closing it is always possible.
      if (state !== "processed") await assertStepsLeft(tx, number);
      await repository.bringTo(tx, number, { state, user_id: user.user_id, text, created_at: now });
      const detail = { number, state, text };
      await this.#needs.audit.write(tx, {
        user,
        ip,
        action: "work_order.move",
        ...(project_id !== null && { project_id }),
        target: serial,
        detail,
      });
      const { device_id } = order;
      if (state === "processed") await this.#needs.tell(tx, { event: "close-order", device_id, number });
      await this.#changed(tx, announce, { device_id, number });
    });
  }

  /** @throws UdtError work_order_not_found, work_order_comments, work_order_comments_own */
  async comment({ user }: Actor, project_id: string | null, number: number, text: string): Promise<void> {
    await this.#at(project_id, number, async (order, { tx, now, changed }) => {
      await assertWordsLeft(tx, number, user.user_id);
      await repository.insertEntry(tx, { number, user_id: user.user_id, state: null, text, created_at: now });
      await changed(order);
    });
  }

  async #at(...[project_id, number, act, first]: Parameters<AtOrder>): Promise<void> {
    const { bus, clock, devices } = this.#needs;
    await bus.transaction(async (tx, announce) => {
      await first?.(tx);
      const found = await repository.findOrder(tx, project_id, number);
      const order = found && (await repository.lockOrder(tx, number));
      if (!order) throw new UdtError("work_order_not_found", { number });
      const changed = ({ device_id }: repository.WorkOrderRow) =>
        devices.tell(tx, announce, device_id, { type: "work_order.changed", device_id, number });
      await act(order, { tx, announce, now: clock.now(), serial: found.device.serial, changed });
    });
  }

  /** Whether it gets tests may have changed with it. */
  async #changed(tx: Queries, announce: Announce, of: { device_id: string; number: number }): Promise<void> {
    const { devices } = this.#needs;
    await devices.tell(tx, announce, of.device_id, { type: "work_order.changed", ...of });
    await devices.changed(tx, announce, [of.device_id]);
  }
}

function shown(listing: repository.OrderListing, check: FoundBy | undefined): WorkOrder {
  const { order, device, reporter_name, assignee_name, test } = listing;
  const { number, state, source, step, error, text, assignee_id, reported_at, closed_at, closed_by } = order;
  return {
    number,
    state,
    source,
    device,
    step,
    error: check?.is_withheld ? null : error,
    text,
    reporter_name,
    assignee_id,
    assignee_name,
    test,
    selfcheck_id: check?.selfcheck_id ?? null,
    reported_at,
    closed_at,
    closed_by,
  };
}
