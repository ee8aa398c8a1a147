/**
 * Devices of agents that are draining, and those that are out of use, are given to nobody, and those that are not there for
 * something not for that. Who drains an agent holds the rows of its devices, as who takes one out of use holds its row: what is read while one holds a row is true.
 */
import { UdtError } from "@udt/contract";
import type { Queries } from "../../platform/database/database.ts";
import { assertOpenTo } from "../placement/placement.service.ts";
import { assertInUse } from "../out-of-use/out-of-use.service.ts";
import { findDevice, lockDevice, type DeviceListing } from "./devices.repository.ts";

/** @throws UdtError device_draining */
export function assertNotDraining({ device, agent_name, draining_since }: DeviceListing): void {
  if (draining_since !== null) throw new UdtError("device_draining", { device_id: device.device_id, agent_name });
}

/**
 * Locks a device that a debug session is to get as soon as it is free.
 * @throws UdtError device_not_found, device_out_of_use, device_no_remote, device_draining
 */
export async function assertGiven(tx: Queries, device_id: string): Promise<void> {
  await lockDevice(tx, device_id);
  const found = await findDevice(tx, device_id);
  if (!found) throw new UdtError("device_not_found", { device_id });
  await assertInUse(tx, device_id);
  await assertOpenTo(tx, device_id, "remote");
  assertNotDraining(found);
}
