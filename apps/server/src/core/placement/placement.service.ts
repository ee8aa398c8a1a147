import { UdtError, type DeviceAccess, type ErrorName } from "@udt/contract";
import type { PlacementWish } from "@udt/contract/endpoints/device-placements";
import type { AuditService } from "../../people/audit/audit.service.ts";
import type { Announce, Bus } from "../../platform/bus.ts";
import type { Queries } from "../../platform/database/database.ts";
import type { Actor } from "../../platform/http/caller.ts";
import * as repository from "./placement.repository.ts";

export {
  ANYWHERE,
  findPlacement,
  hasAccess,
  isClosedTo,
  placementsAmong,
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

/** What placing devices needs to know of them, and tells them. */
interface PlacedDevices {
  /** @throws UdtError device_not_found, device_not_in_project */
  seen(project_id: string | null, device_id: string, tx: Queries): Promise<{ device: { serial: string } }>;
  lock(tx: Queries, device_id: string): Promise<void>;
  changed(tx: Queries, announce: Announce, device_ids: readonly string[]): Promise<void>;
}

/**
 * Where devices stand and what they are there for, in every project that sees them. Who takes a device for a test holds its row
 * as this does: either it has the device before, and keeps it to its end, or it finds it closed.
 */
export class PlacementService {
  readonly #needs: { bus: Bus; audit: AuditService; devices: PlacedDevices };

  constructor(needs: { bus: Bus; audit: AuditService; devices: PlacedDevices }) {
    this.#needs = needs;
  }

  /** With null an administrator's. What is not wished stays as it is. @throws UdtError device_not_found, device_not_in_project */
  async place(actor: Actor, project_id: string | null, device_id: string, wish: PlacementWish): Promise<void> {
    const { bus, audit, devices } = this.#needs;
    await bus.transaction(async (tx, announce) => {
      await devices.lock(tx, device_id);
      const { device } = await devices.seen(project_id, device_id, tx);
      const before = await repository.findPlacement(tx, device_id);
      const placement = {
        site: wish.site ?? before.site,
        task_access: wish.task_access ?? before.task_access,
        remote_access: wish.remote_access ?? before.remote_access,
      };
      await repository.putPlacement(tx, device_id, placement);
      const about = { ...(project_id !== null && { project_id }), target: device.serial, detail: placement };
      await audit.write(tx, { ...actor, action: "device.place", ...about });
      await devices.changed(tx, announce, [device_id]);
    });
  }
}
