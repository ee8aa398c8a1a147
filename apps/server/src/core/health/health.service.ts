import type { CheckVerdict } from "@udt/contract";
import { devices } from "../../platform/database/core.schema.ts";
import type { Queries } from "../../platform/database/database.ts";
import { device_health } from "../../platform/database/health.schema.ts";
import { lte, sql } from "../../platform/database/sql.ts";

/** In queries of devices: whether it failed its last self-check. */
export const isUnwell = sql<boolean>`exists (select 1 from ${device_health} where ${device_health.device_id} = ${devices.device_id} and ${device_health.state} = 'failed')`;

/** In queries of devices: whether no self-check of it ever came to its end. */
export const isUnchecked = sql<boolean>`not exists (select 1 from ${device_health} where ${device_health.device_id} = ${devices.device_id})`;

/** Keeps what a device's check found, unless one that ended later did so before. */
export async function noteCheck(
  db: Queries,
  device_id: string,
  found: { state: CheckVerdict; checked_at: number },
): Promise<void> {
  await db
    .insert(device_health)
    .values({ device_id, ...found })
    .onConflictDoUpdate({
      target: device_health.device_id,
      set: found,
      setWhere: lte(device_health.checked_at, found.checked_at),
    });
}
