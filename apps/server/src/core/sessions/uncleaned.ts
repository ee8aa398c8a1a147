/**
 * Devices of which no agent said that it cleaned them. What a session did to one stands on the disk of the agent that had it, and
 * that one cleans it as soon as it has it back; at another agent it is cleaned of all before somebody has it there.
 */
import { isFinalReport, type Said, type SessionReport } from "@udt/contract";
import { hasRemained } from "../handovers/handovers.service.ts";
import { closeBySelf, openBySelf, tellOrders, type TellOrder } from "../work-orders/work-orders.service.ts";
import type { Change } from "./change.ts";
import type { HeldDevice } from "./entrance.ts";
import type { DeviceSessionsNeeds } from "./sessions-dependencies.ts";
import { findDeviceSessions } from "./tests.repository.ts";
import { forgetDevices, forgetLeases, forgetReady, noteUncleaned } from "./uncleaned.repository.ts";

/** Somebody is to see to devices of which no agent says that they are clean, before tasks have them again. */
export async function orderForUncleaned(
  change: Change,
  parts: readonly HeldDevice[],
  message: Said,
  tell: TellOrder,
): Promise<void> {
  for (const { test_id, device_id } of parts) {
    const order = await openBySelf(change.tx, change.now, { test_id, device_id, step: "handover", message });
    if (order) await tellOrders(change, [order], tell);
  }
}

/** Devices are about to be given back though nobody said that they are clean. */
export async function giveUpCleaning(...of: Parameters<typeof orderForUncleaned>): Promise<void> {
  const [{ tx }, parts] = of;
  await noteUncleaned(tx, parts);
  await orderForUncleaned(...of);
}

/** Devices turned out to be clean: nobody has to see to them, unless for what is known to have remained. */
export async function closeForCleaned(change: Change, device_ids: readonly string[], tell: TellOrder): Promise<void> {
  for (const device_id of device_ids) {
    if (await hasRemained(change.tx, device_id)) continue;
    await tellOrders(change, await closeBySelf(change.tx, change.now, [device_id], "handover", isOfUncleaned), tell);
  }
}

/** A device was cleaned of all that did not come with it, where it is. */
export async function noteSwept(change: Change, device_ids: readonly string[], tell: TellOrder): Promise<void> {
  await closeForCleaned(change, await forgetDevices(change.tx, device_ids), tell);
}

/** What agents say of devices that they had to clean when their leases were over. */
export class CleanedDevices {
  readonly #change: (work: (change: Change) => Promise<void>) => Promise<void>;
  readonly #needs: () => Pick<DeviceSessionsNeeds, "database" | "tellOrder">;

  constructor(
    change: (work: (change: Change) => Promise<void>) => Promise<void>,
    needs: () => Pick<DeviceSessionsNeeds, "database" | "tellOrder">,
  ) {
    this.#change = change;
    this.#needs = needs;
  }

  /** An agent began anew and knows nothing of sessions whose devices it was to clean: it cleans what it has a mark of. */
  async forgotten(agent_id: string, reports: readonly SessionReport[]): Promise<void> {
    const { db } = this.#needs().database;
    const held = new Set(reports.map((report) => report.lease_token));
    const left = (await findDeviceSessions(db, { agent_id })).filter(
      ({ device, lease_token }) => device.state === "cleaning" && !held.has(lease_token),
    );
    await noteUncleaned(
      db,
      left.map(({ device }) => device),
    );
  }

  /** An agent that was away says which sessions it still has and which it has cleaned after; of its devices that are ready it has cleaned the rest. */
  byHello(agent_id: string, reports: readonly SessionReport[]): Promise<void> {
    const tokens = (of: (report: SessionReport) => boolean) => reports.filter(of).map(({ lease_token }) => lease_token);
    return this.#forget(async ({ tx }) => {
      const told = await forgetLeases(
        tx,
        agent_id,
        tokens(({ state }) => state === "cleaned"),
      );
      const held = tokens((report) => !isFinalReport(report));
      return [...told, ...(await forgetReady(tx, agent_id, { held }))];
    });
  }

  /** An agent has these devices anew, or calls them ready: what it had to clean of those that are it has cleaned by now. */
  async byReady(agent_id: string, device_ids: readonly string[]): Promise<void> {
    if (device_ids.length > 0) await this.#forget(({ tx }) => forgetReady(tx, agent_id, { device_ids }));
  }

  #forget(forget: (change: Change) => Promise<string[]>): Promise<void> {
    return this.#change(async (change) => closeForCleaned(change, await forget(change), this.#needs().tellOrder));
  }
}

const UNCLEANED: readonly string[] = ["agent_not_clean_in_time", "device_left_uncleaned"];

const isOfUncleaned = ({ error }: { error: Said | null }): boolean => error !== null && UNCLEANED.includes(error.code);
