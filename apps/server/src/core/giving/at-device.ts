/** What people do with a device that its holders and all who see it are to hear of. */
import { UdtError } from "@udt/contract";
import type { Announce, Bus } from "../../platform/bus.ts";
import type { Queries } from "../../platform/database/database.ts";
import { isServerAdmin, type Actor } from "../../platform/http/caller.ts";
import { seenBy } from "../agents/agents.service.ts";

/** What this needs to know of devices, and tells them. */
export interface HeldDevices {
  /** @throws UdtError device_not_found, device_not_in_project */
  seen(project_id: string | null, device_id: string, tx: Queries): Promise<{ device: { serial: string } }>;
  lock(tx: Queries, device_id: string): Promise<void>;
  changed(tx: Queries, announce: Announce, device_ids: readonly string[]): Promise<void>;
}

export interface AtDevice {
  tx: Queries;
  announce: Announce;
  serial: string;
}

/**
 * Does something to a device, which is held meanwhile, and tells whoever sees it. Who takes a device for a test holds its row as
 * this does: either it has the device before, and keeps it to its end, or it finds it as it is afterwards.
 * @throws UdtError device_not_found, device_not_in_project
 */
export async function atDevice(
  { bus, devices }: { bus: Bus; devices: HeldDevices },
  project_id: string | null,
  device_id: string,
  act: (at: AtDevice) => Promise<void>,
): Promise<void> {
  await bus.transaction(async (tx, announce) => {
    await devices.lock(tx, device_id);
    const { device } = await devices.seen(project_id, device_id, tx);
    await act({ tx, announce, serial: device.serial });
    await devices.changed(tx, announce, [device_id]);
  });
}

/** Whether several projects see a device, or with null all. */
export const isShared = (project_ids: readonly string[] | null): boolean =>
  project_ids === null || project_ids.length > 1;

/**
 * What holds for every project that sees a device, one of them alone does not say: who would be kept from it is another's.
 * @throws UdtError device_shared for who acts in a project and is no administrator of the server
 */
export async function assertOwn(
  { tx, serial }: AtDevice,
  { user }: Actor,
  project_id: string | null,
  device_id: string,
): Promise<void> {
  if (project_id === null || isServerAdmin(user)) return;
  const seeing = (await seenBy(tx, [device_id])).get(device_id);
  if (seeing !== undefined && isShared(seeing)) throw new UdtError("device_shared", { serial });
}
