/** Since when a device is in its state, which follows from the same as the state itself. */
import type { OutOfUse } from "../out-of-use/out-of-use.service.ts";
import type { DeviceListing } from "./devices.repository.ts";

type Row = Pick<
  DeviceListing,
  "state" | "lease" | "agent_offline_at" | "agent_online_at" | "cleaning_since" | "released_at"
> & {
  device: Pick<DeviceListing["device"], "attached" | "last_seen_at" | "readiness_since">;
};

export function sinceOf(row: Row, out: Pick<OutOfUse, "since"> | undefined): number {
  const { state, device, lease } = row;
  if (!device.attached) return device.last_seen_at;
  if (row.agent_offline_at !== null) return row.agent_offline_at;
  if (lease) return (state === "cleaning" ? row.cleaning_since : null) ?? lease.created_at;
  const said = Math.max(device.readiness_since, row.agent_online_at ?? 0);
  if (state !== "idle" && state !== "out_of_use") return said;
  return Math.max(said, row.released_at ?? 0, (state === "out_of_use" && out?.since) || 0);
}
