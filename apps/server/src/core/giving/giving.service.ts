import { UdtError } from "@udt/contract";
import type { GivingWish } from "@udt/contract/endpoints/device-giving";
import type { AuditService } from "../../people/audit/audit.service.ts";
import type { Bus } from "../../platform/bus.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Actor } from "../../platform/http/caller.ts";
import { atDevice, type HeldDevices } from "./at-device.ts";
import * as repository from "./giving.repository.ts";

export { assertOwn, atDevice, isShared, type AtDevice, type HeldDevices } from "./at-device.ts";
export { holdProjects } from "./giving.repository.ts";

export interface GivingNeeds {
  database: Database;
  bus: Bus;
  audit: AuditService;
  devices: HeldDevices;
  /** Ends what waits for a device for a project that has just lost it. */
  endVain(device_id: string): Promise<void>;
}

/** To which projects administrators of the server give single devices. */
export class GivingService {
  readonly #needs: GivingNeeds;
  constructor(needs: GivingNeeds) {
    this.#needs = needs;
  }

  /**
   * Gives a device to others. As when its agent leaves projects, one that it is taken from must have nothing on it: its people
   * would be left with a session whose device they see no more. Of two administrators at one moment the later one's word holds.
   * @throws UdtError device_not_found, device_not_in_project, project_not_exists, device_used_by_project
   */
  async give(actor: Actor, device_id: string, wish: GivingWish): Promise<void> {
    const { audit, devices, endVain } = this.#needs;
    await atDevice(this.#needs, null, device_id, async ({ tx, announce, serial }) => {
      const before = await repository.givenOf(tx, device_id);
      const after = afterwards(before, wish);
      if (toldOf(before) === toldOf(after)) return;
      // A project that goes may take the agent with it, if it is the agent's last and nothing of it is given to others: it waits for
      // this, or was first, and then the device is there no more.
      const itsAgents = await repository.agentsProjects(tx, device_id);
      const there = await repository.holdProjects(tx, [...after.project_ids, ...itsAgents]);
      await devices.seen(null, device_id, tx);
      if (after.project_ids.some((project_id) => !there.has(project_id))) throw new UdtError("project_not_exists");
      await devices.changed(tx, announce, [device_id]);
      await repository.putGiven(tx, device_id, after);
      if (await repository.isUsedUnseen(tx, device_id)) throw new UdtError("device_used_by_project", { serial });
      const detail = { device_id, before: toldOf(before), after: toldOf(after) };
      await audit.write(tx, { ...actor, action: "device.give", target: serial, detail });
    });
    await endVain(device_id);
  }

  /** @throws UdtError device_not_found */
  async projects(device_id: string, page: { keyword: string; page_num: number; page_size: number }) {
    const { database, devices } = this.#needs;
    await devices.seen(null, device_id, database.db);
    const { page_num, page_size } = page;
    return { ...(await repository.listProjects(database.db, device_id, page)), page_num, page_size };
  }
}

/** What a wish makes of it. */
function afterwards(before: repository.Given, { given_to, project_ids, change }: GivingWish): repository.Given {
  if (given_to !== "projects") return { given_to, project_ids: [] };
  const [known, named] = [change === "set" ? [] : before.project_ids, new Set(project_ids)];
  const kept = known.filter((project_id) => !named.has(project_id));
  return { given_to, project_ids: change === "remove" ? kept : [...kept, ...named].toSorted() };
}

/** For the audit log. */
const toldOf = ({ given_to, project_ids }: repository.Given): string => [given_to, ...project_ids.toSorted()].join(" ");
