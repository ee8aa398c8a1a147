import { inArray, lt } from "../../platform/database/sql.ts";
import { loose_blobs } from "../../platform/database/apps.schema.ts";
import type { Queries } from "../../platform/database/database.ts";

/** Notes files that are about to be written, or that have lost their owner. */
export async function insertLoose(db: Queries, blob_keys: string[], since: number): Promise<void> {
  if (blob_keys.length === 0) return;
  await db
    .insert(loose_blobs)
    .values(blob_keys.map((blob_key) => ({ blob_key, since })))
    .onConflictDoNothing();
}

/** They have an owner, or are gone. */
export async function deleteLoose(db: Queries, blob_keys: string[]): Promise<void> {
  if (blob_keys.length > 0) await db.delete(loose_blobs).where(inArray(loose_blobs.blob_key, blob_keys));
}

export async function looseSince(db: Queries, before: number): Promise<string[]> {
  const rows = await db
    .select({ blob_key: loose_blobs.blob_key })
    .from(loose_blobs)
    .where(lt(loose_blobs.since, before));
  return rows.map((row) => row.blob_key);
}

/** Which of these have no owner. */
export async function looseAmong(db: Queries, blob_keys: string[]): Promise<string[]> {
  const rows = await db
    .select({ blob_key: loose_blobs.blob_key })
    .from(loose_blobs)
    .where(inArray(loose_blobs.blob_key, blob_keys));
  return rows.map((row) => row.blob_key);
}
