/** What happens to devices for which tags want them checked. */
import type { CheckOccasion } from "@udt/contract";
import { devices } from "../../platform/database/core.schema.ts";
import type { Queries } from "../../platform/database/database.ts";
import { check_occasions } from "../../platform/database/health.schema.ts";
import { and, eq, isAmong, notInArray, sql, type Column, type SQL } from "../../platform/database/sql.ts";
import { tags } from "../../platform/database/tags.schema.ts";

/** When what happened to a device for which it is to be checked; of each it is the last time. */
export type Occasions = Partial<Record<CheckOccasion, number>>;

/** In queries of tags: whether one wants its devices checked on an occasion. */
export const asksOn = (occasion: CheckOccasion | Column): SQL =>
  sql`${tags.inspection} -> 'check_on' @> to_jsonb(${occasion}::text)`;

/**
 * Notes what happened to devices. Where no tag asks for it nothing is kept, so that one that begins to has no devices checked
 * for what was.
 * @param isKept whether it is kept even so
 */
export async function noteOccasion(
  db: Queries,
  occasion: CheckOccasion,
  device_ids: readonly string[],
  happened_at: number,
  isKept = false,
): Promise<void> {
  if (device_ids.length === 0) return;
  await db.execute(sql`
    insert into ${check_occasions} (device_id, occasion, happened_at)
    select ${devices.device_id}, ${occasion}::text, ${happened_at}::bigint from ${devices}
    where ${isAmong(devices.device_id, device_ids)} and (${isKept} or exists (select 1 from ${tags} where ${asksOn(occasion)}))
    on conflict (device_id, occasion) do update set happened_at = excluded.happened_at`);
}

/** What is noted of these devices, or of all. */
export async function occasionsOf(db: Queries, device_ids?: readonly string[]): Promise<Map<string, Occasions>> {
  const rows = await db
    .select()
    .from(check_occasions)
    .where(device_ids && isAmong(check_occasions.device_id, device_ids));
  const found = new Map<string, Occasions>();
  for (const { device_id, occasion, happened_at } of rows)
    found.set(device_id, { ...found.get(device_id), [occasion]: happened_at });
  return found;
}

/** Forgets what is noted of a device, but for what happened to it since. */
export async function forgetOccasions(db: Queries, device_id: string, noted: Occasions): Promise<void> {
  for (const [occasion, happened_at] of Object.entries(noted) as [CheckOccasion, number][]) {
    const { device_id: device, occasion: of, happened_at: at } = check_occasions;
    await db.delete(check_occasions).where(and(eq(device, device_id), eq(of, occasion), eq(at, happened_at)));
  }
}

/** Forgets what no tag asks for any more. @param kept which is kept even so */
export async function forgetUnasked(db: Queries, kept: readonly CheckOccasion[]): Promise<void> {
  const isAsked = sql`exists (select 1 from ${tags} where ${asksOn(check_occasions.occasion)})`;
  await db.delete(check_occasions).where(and(notInArray(check_occasions.occasion, [...kept]), sql`not ${isAsked}`));
}
