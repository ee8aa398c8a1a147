import { UdtError, type DeviceAccess, type ErrorName } from "@udt/contract";
import type { PlacementWish } from "@udt/contract/endpoints/device-placements";
import type { AuditService } from "../../people/audit/audit.service.ts";
import type { Bus } from "../../platform/bus.ts";
import type { Queries } from "../../platform/database/database.ts";
import type { Actor } from "../../platform/http/caller.ts";
import { assertOwn, atDevice, type HeldDevices } from "../giving/giving.service.ts";
import * as repository from "./placement.repository.ts";

export {
  ANYWHERE,
  findPlacement,
  hasAccess,
  isClosedTo,
  isItsPlacement,
  locationOf,
  placed,
  placementsAmong,
  siteOf,
  isLocatedLike,
  sitesSeen,
  standsAt,
  type Placement,
} from "./placement.repository.ts";

const CLOSED = { task: "device_no_tasks", remote: "device_no_remote" } as const satisfies Record<
  DeviceAccess,
  ErrorName
>;

/** @throws UdtError device_no_tasks, device_no_remote */
export async function assertOpenTo(tx: Queries, device_id: string, access: DeviceAccess): Promise<void> {
  const placement = await repository.findPlacement(tx, device_id);
  if (!placement[`${access}_access`]) throw new UdtError(CLOSED[access], { device_id });
}

/** Where devices stand and what they are there for, in every project that sees them. */
export class PlacementService {
  readonly #needs: { bus: Bus; audit: AuditService; devices: HeldDevices };

  constructor(needs: { bus: Bus; audit: AuditService; devices: HeldDevices }) {
    this.#needs = needs;
  }

  /** With null an administrator's. What is not wished stays as it is. @throws UdtError device_not_found, device_not_in_project, device_shared */
  async place(actor: Actor, project_id: string | null, device_id: string, wish: PlacementWish): Promise<void> {
    await atDevice(this.#needs, project_id, device_id, async (at) => {
      await assertOwn(at, actor, project_id, device_id);
      const { tx, serial } = at;
      const before = await repository.findPlacement(tx, device_id);
      const placement = {
        site: wish.site ?? before.site,
        location: wish.location ?? before.location,
        task_access: wish.task_access ?? before.task_access,
        remote_access: wish.remote_access ?? before.remote_access,
      };
      await repository.putPlacement(tx, device_id, placement);
      const about = { ...(project_id !== null && { project_id }), target: serial, detail: placement };
      await this.#needs.audit.write(tx, { ...actor, action: "device.place", ...about });
    });
  }
}
