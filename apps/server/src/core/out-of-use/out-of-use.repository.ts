import { devices, users } from "../../platform/database/core.schema.ts";
import type { Queries } from "../../platform/database/database.ts";
import { devices_out_of_use } from "../../platform/database/out-of-use.schema.ts";
import { eq, isAmong, sql } from "../../platform/database/sql.ts";

/** In queries of devices: whether somebody took it out of use. */
export const isOutOfUse = sql<boolean>`exists (select 1 from ${devices_out_of_use} where ${devices_out_of_use.device_id} = ${devices.device_id})`;

export interface OutOfUse {
  since: number;
  user_name: string;
  reason: string;
}

/** Those of some devices that are out of use. */
export async function outAmong(db: Queries, device_ids: readonly string[]): Promise<Map<string, OutOfUse>> {
  if (device_ids.length === 0) return new Map();
  const { device_id, since, reason } = devices_out_of_use;
  const rows = await db
    .select({ device_id, since, reason, user_name: users.user_name })
    .from(devices_out_of_use)
    .innerJoin(users, eq(users.user_id, devices_out_of_use.user_id))
    .where(isAmong(devices_out_of_use.device_id, device_ids));
  return new Map(rows.map(({ device_id, ...out }) => [device_id, out]));
}

export async function takeOut(db: Queries, row: typeof devices_out_of_use.$inferInsert): Promise<void> {
  await db.insert(devices_out_of_use).values(row);
}

export async function putBack(db: Queries, device_id: string): Promise<void> {
  await db.delete(devices_out_of_use).where(eq(devices_out_of_use.device_id, device_id));
}
