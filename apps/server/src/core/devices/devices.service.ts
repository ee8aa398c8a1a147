import { UdtError } from "@udt/contract";
import type { Device, DeviceOs, DeviceReport, DeviceState, Said, ToldOutcome, UnreadDevice } from "@udt/contract";
import type { Announce, Bus, EventPayload } from "../../platform/bus.ts";
import type { ServerClock } from "../../platform/clock.ts";
import type { Database, Queries } from "../../platform/database/database.ts";
import { shared } from "../../platform/database/gathered.ts";
import { newId } from "../../platform/ids.ts";
import type { LinksService } from "../links/links.service.ts";
import { countsOf, deviceOf } from "./device-answers.ts";
import type { Asking, Causes, Held, HolderNames, Holders, Progress } from "./device-answers.ts";
import { askedBy, type DeviceQuery } from "./device-query.ts";
import { isTaggedWith, noteOccasion } from "../tags/tags.service.ts";
import { isNewModel, noteModels } from "../models/models.service.ts";
import { assertOpenTo, findPlacement, sitesSeen } from "../placement/placement.service.ts";
import { assertInUse } from "../out-of-use/out-of-use.service.ts";
import { noteGone, noteHour, orderByHeat } from "../wear/wear.service.ts";
import { tellOrders, type TellOrder } from "../work-orders/work-orders.service.ts";
import { noteOutcomes, outcomeIn, withoutWhy } from "./device-profiles.service.ts";
import { listDevices, type DeviceFilter } from "./device-list.repository.ts";
import * as repository from "./devices.repository.ts";
import { assertNotDraining } from "./given.ts";
import { holdersOf } from "./holders.ts";
import { differs, isNewWear, ordered, seenNow, type RefusedDevice, type Reported } from "./report-news.ts";
import * as reportedRows from "./reports.repository.ts";

export type { DeviceQuery } from "./device-query.ts";
export type { Asking, Causes, Held, Progress } from "./device-answers.ts";
export { agentHaving } from "./devices.repository.ts";
export { assertGiven } from "./given.ts";
export type { RefusedDevice, Reported } from "./report-news.ts";
export { assertInstallable } from "./installable.ts";

export interface DevicesNeeds {
  database: Database;
  bus: Bus;
  clock: ServerClock;
  links: LinksService;
  namesOf(tests: Held): Promise<HolderNames>;
  progressOf(tests: Held): Promise<Progress>;
  causesOf(tests: Held): Promise<Causes>;
  /** Hears of the work orders that batteries open and close. */
  tellOrder: TellOrder;
  /** Whether devices are looked at as they first appear. */
  firstLook(): boolean;
}

export class DevicesService {
  readonly #database: Database;
  readonly #bus: Bus;
  readonly #clock: ServerClock;
  readonly #links: LinksService;
  readonly #listing: (
    filter: Omit<DeviceFilter, "which"> & { tag_id: string | undefined },
  ) => Promise<Awaited<ReturnType<typeof listDevices>> & { holders: Holders; sites: string[] }>;
  readonly #needs: Pick<DevicesNeeds, "namesOf" | "progressOf" | "causesOf" | "tellOrder" | "firstLook">;
  constructor(needs: DevicesNeeds) {
    const { database } = needs;
    this.#database = database;
    // Each change of a device has everybody who looks at the list ask for it again.
    this.#listing = shared(async ({ tag_id, ...filter }) => {
      const which =
        tag_id === undefined || filter.project_id === null
          ? undefined
          : await isTaggedWith(database.db, filter.project_id, tag_id);
      const found = await listDevices(database.db, { ...filter, which });
      const sites = await sitesSeen(database.db, filter.project_id);
      return { ...found, sites, holders: await holdersOf(database.db, needs, filter.project_id, found.rows) };
    });
    this.#needs = needs;
    this.#bus = needs.bus;
    this.#clock = needs.clock;
    this.#links = needs.links;
  }

  /** @throws UdtError no_permission for who asks for those of a tag and may not see tags */
  async list(asking: Asking, query: DeviceQuery) {
    const { project_id } = asking;
    const asked = { ...askedBy(query), project_id };
    const { tag_id } = asked;
    if (tag_id !== undefined && !asking.sees_tags) throw new UdtError("no_permission", { privilege: "tag.view" });
    const { rows, counts, holders, sites } = await this.#listing(asked);
    const total = counts
      .filter(({ state }) => query.state === undefined || state === query.state)
      .reduce((sum, { count, draining_count }) => sum + count - (query.no_draining ? draining_count : 0), 0);
    return {
      list: rows.map((row) => deviceOf(row, holders, asking)),
      total,
      page_num: query.page_num,
      page_size: query.page_size,
      state_counts: countsOf(counts),
      sites,
      care_count: counts.reduce((sum, { care_count }) => sum + care_count, 0),
      draining_count: counts.reduce((sum, { draining_count }) => sum + draining_count, 0),
    };
  }

  /** Whether a project sees a device that is not virtual, there or not. */
  hasReal(project_id: string): Promise<boolean> {
    return repository.hasReal(this.#database.db, project_id);
  }

  /** @throws UdtError device_not_found, device_not_in_project */
  async get(asking: Asking, device_id: string): Promise<Device> {
    const found = await this.seen(asking.project_id, device_id);
    const { db } = this.#database;
    return deviceOf(found, await holdersOf(db, this.#needs, asking.project_id, [found]), asking);
  }

  /** A device as the project, or with null whoever, sees it. @throws UdtError device_not_found, device_not_in_project */
  async seen(
    project_id: string | null,
    device_id: string,
    db: Queries = this.#database.db,
  ): Promise<repository.DeviceListing> {
    const found = await repository.findDevice(db, device_id);
    if (!found) throw new UdtError("device_not_found", { device_id });
    if (!(await repository.isSeenBy(db, device_id, project_id)))
      throw new UdtError("device_not_in_project", { device_id });
    return found;
  }

  /** @throws UdtError device_not_found, device_not_in_project */
  async profileOutcome(
    project_id: string,
    device_id: string,
    { sees_tags }: Pick<Asking, "sees_tags">,
  ): Promise<{ outcome: ToldOutcome | null }> {
    await this.seen(project_id, device_id);
    const outcome = await outcomeIn(this.#database.db, project_id, device_id);
    return { outcome: outcome && !sees_tags ? withoutWhy(outcome) : outcome };
  }

  /** A device that the project sees. */
  async find(
    project_id: string,
    device_id: string,
  ): Promise<{ os: DeviceOs; state: DeviceState; task_access: boolean } | undefined> {
    const { db } = this.#database;
    const found = await repository.findDevice(db, device_id);
    if (!found || !(await repository.isSeenBy(db, device_id, project_id))) return undefined;
    const { task_access } = await findPlacement(db, device_id);
    return { os: found.device.os, state: found.state, task_access };
  }

  /** What each of some devices is doing. */
  statesOf(device_ids: readonly string[]): Promise<Map<string, DeviceState>> {
    return repository.statesOf(this.#database.db, device_ids);
  }

  /** Locks a device to the end of the transaction. */
  async lock(tx: Queries, device_id: string): Promise<void> {
    await repository.lockDevice(tx, device_id);
  }

  /**
   * Locks a device for a debug session to take it, and makes sure that it can be taken but for its lease.
   * @throws UdtError device_not_found, device_not_in_project, device_offline, device_out_of_use, device_no_remote, device_busy, device_not_ready, device_draining
   */
  async claim(tx: Queries, project_id: string, device_id: string): Promise<repository.DeviceRow> {
    const device = await repository.lockDevice(tx, device_id);
    if (!device) throw new UdtError("device_not_found", { device_id });
    const found = await this.seen(project_id, device_id, tx);
    const { state } = found;
    if (state === "offline") throw new UdtError("device_offline", { device_id });
    await assertInUse(tx, device_id);
    await assertOpenTo(tx, device_id, "remote");
    if (found.lease) throw new UdtError("device_busy", { device_id, user_name: found.user_name ?? "" });
    if (state !== "idle") throw new UdtError("device_not_ready", { device_id, state });
    assertNotDraining(found);
    if (!(await this.#links.isLinked(tx, device.agent_id))) throw new UdtError("device_offline", { device_id });
    return device;
  }

  /** Claims many, of agents linked to this server, without those that cannot be taken for this; some may be out of use. */
  async claimAll(
    tx: Queries,
    project_id: string | null,
    device_ids: readonly string[],
    as: repository.TakenAs,
  ): Promise<repository.DeviceRow[]> {
    const locked = await repository.lockDevices(tx, device_ids);
    const idle = await repository.idleDevices(tx, project_id, device_ids, as);
    return locked.filter(({ device_id, agent_id }) => idle.has(device_id) && this.#links.isReachable(agent_id));
  }

  /** Announces within the caller's transaction that devices look different now. */
  async changed(tx: Queries, announce: Announce, device_ids: readonly string[]): Promise<void> {
    if (device_ids.length === 0) return;
    for (const { project_id, device_id } of await repository.audienceOf(tx, device_ids))
      announce(project_id, { type: "device.changed", device_id });
  }

  /** Announces within the caller's transaction what is news to whoever sees a device. */
  async tell(tx: Queries, announce: Announce, device_id: string, payload: EventPayload): Promise<void> {
    for (const { project_id } of await repository.audienceOf(tx, [device_id])) announce(project_id, payload);
  }

  /** The agent's whole list; answers also the devices that are gone. */
  async reportAll(agent_id: string, reports: DeviceReport[], unread: readonly UnreadDevice[]) {
    return this.#bus.transaction(async (tx, announce) => {
      const reported = await this.#report(tx, announce, agent_id, reports);
      await reportedRows.noteUnread(tx, agent_id, unread, this.#clock.now());
      const serials = [...reports, ...unread].map(({ serial }) => serial);
      const detached = await reportedRows.detachOthers(tx, agent_id, serials, this.#clock.now());
      const gone = detached.map((device) => device.device_id);
      // The agent may have been away, so that all its devices look different.
      await this.changed(tx, announce, [...(await repository.agentDeviceIds(tx, agent_id)), ...gone]);
      return { ...reported, gone };
    });
  }

  /** One device's news. */
  report(agent_id: string, report: DeviceReport): Promise<Reported> {
    return this.#bus.transaction((tx, announce) => this.#report(tx, announce, agent_id, [report]));
  }

  /** It is at the agent, and cannot be read: nothing is known of one that never was. */
  async unread(agent_id: string, device: UnreadDevice): Promise<void> {
    await this.#bus.transaction(async (tx, announce) => {
      await this.changed(tx, announce, await reportedRows.noteUnread(tx, agent_id, [device], this.#clock.now()));
    });
  }

  /** The agent no longer has it. Answers its id when it had. */
  async gone(agent_id: string, serial: string, reason: Said): Promise<string | undefined> {
    return this.#bus.transaction(async (tx, announce) => {
      const device = await reportedRows.detachDevice(tx, agent_id, serial, reason, this.#clock.now());
      if (!device) return undefined;
      await noteGone(tx, this.#clock.now(), device.device_id);
      await this.changed(tx, announce, [device.device_id]);
      return device.device_id;
    });
  }

  /** Announces all of an agent's devices: its own presence changed. */
  async agentChanged(agent_id: string): Promise<void> {
    await this.#bus.transaction(async (tx, announce) =>
      this.changed(tx, announce, await repository.agentDeviceIds(tx, agent_id)),
    );
  }

  countByState(): Promise<{ state: DeviceState; count: number }[]> {
    return repository.countByState(this.#database.db);
  }

  async #report(tx: Queries, announce: Announce, agent_id: string, reports: DeviceReport[]): Promise<Reported> {
    const now = this.#clock.now();
    const serials = reports.map((report) => report.serial);
    const locked = await reportedRows.lockDevicesBySerial(tx, serials);
    const known = new Map(locked.map((row) => [row.device.serial, row]));
    const refused: RefusedDevice[] = [];
    const moved: string[] = [];
    const ready: string[] = [];
    const rows = new Map<string, reportedRows.ReportedRow>();
    const changed: string[] = [];
    const appeared: string[] = [];
    const worn: reportedRows.ReportedRow[] = [];
    const told: Parameters<typeof noteOutcomes>[2][number][] = [];
    for (const { profile: outcome, ...report } of ordered(reports)) {
      const before = known.get(report.serial);
      const isTaken =
        before && before.device.agent_id !== agent_id && before.device.attached && before.agent_offline_at === null;
      if (isTaken) {
        const { device, agent_name } = before;
        refused.push({ serial: report.serial, device_id: device.device_id, agent_name });
        continue;
      }
      if (before && before.device.agent_id !== agent_id) moved.push(before.device.device_id);
      const device_id = before?.device.device_id ?? newId();
      if (report.readiness === "ready" && before?.device.readiness !== "ready") ready.push(device_id);
      const after = { ...report, device_id, agent_id, ...seenNow(before?.device, { ...report, agent_id }, now) };
      rows.set(report.serial, after);
      if (!before) appeared.push(device_id);
      if (!before || differs(before.device, after)) changed.push(device_id);
      if (isNewWear(before?.device, after)) worn.push(after);
      if (outcome) told.push({ device_id, outcome });
    }
    await reportedRows.upsertDevices(tx, [...rows.values()]);
    await noteOccasion(tx, "first_seen", appeared, this.#clock.now(), this.#needs.firstLook());
    const modelled = [...rows.values()].filter((after) => isNewModel(known.get(after.serial)?.device, after));
    await noteModels(tx, announce, this.#clock.now(), modelled);
    await this.#noteWear(tx, announce, worn);
    changed.push(...(await noteOutcomes(tx, this.#clock.now(), told)));
    await this.changed(tx, announce, changed);
    return { refused, moved, ready, at: this.#clock.now() };
  }

  /** What devices tell of how worn they are goes into their charts, and what is too hot out of use. */
  async #noteWear(tx: Queries, announce: Announce, worn: readonly reportedRows.ReportedRow[]): Promise<void> {
    if (worn.length === 0) return;
    const now = this.#clock.now();
    const device_ids = worn.map(({ device_id }) => device_id);
    await noteHour(tx, now, device_ids);
    const at = { tx, tell: this.tell.bind(this, tx, announce) };
    await tellOrders(at, await orderByHeat(tx, now, worn), this.#needs.tellOrder);
  }
}
