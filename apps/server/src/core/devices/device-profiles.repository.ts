import { leases } from "../../platform/database/core.schema.ts";
import type { Queries } from "../../platform/database/database.ts";
import { device_profiles } from "../../platform/database/device-profiles.schema.ts";
import { and, eq, inArray, sql } from "../../platform/database/sql.ts";

export type OutcomeRow = typeof device_profiles.$inferSelect;

/** The last one of each of some devices. */
export async function outcomesOf(db: Queries, device_ids: readonly string[]): Promise<Map<string, OutcomeRow>> {
  if (device_ids.length === 0) return new Map();
  const rows = await db
    .select()
    .from(device_profiles)
    .where(inArray(device_profiles.device_id, [...device_ids]));
  return new Map(rows.map((row) => [row.device_id, row]));
}

export async function outcomeFor(db: Queries, project_id: string, device_id: string): Promise<OutcomeRow | undefined> {
  const [row] = await db
    .select()
    .from(device_profiles)
    .where(and(eq(device_profiles.device_id, device_id), eq(device_profiles.project_id, project_id)));
  return row;
}

/** The device of each of some leases. */
export async function leasedBy(db: Queries, lease_tokens: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .select({ lease_token: leases.lease_token, device_id: leases.device_id })
    .from(leases)
    .where(inArray(leases.lease_token, [...lease_tokens]));
  return new Map(rows.map(({ lease_token, device_id }) => [lease_token, device_id]));
}

export async function putOutcomes(tx: Queries, rows: OutcomeRow[]): Promise<void> {
  await tx
    .insert(device_profiles)
    .values(rows)
    .onConflictDoUpdate({
      target: device_profiles.device_id,
      set: {
        project_id: sql`excluded.project_id`,
        lease_token: sql`excluded.lease_token`,
        results: sql`excluded.results`,
        told_at: sql`excluded.told_at`,
      },
    });
}
