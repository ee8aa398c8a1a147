import { and, desc, eq, lte, sql } from "../../platform/database/sql.ts";
import { tests } from "../../platform/database/core.schema.ts";
import type { Queries } from "../../platform/database/database.ts";
import { adb_keys, remote_adb, type AskedKey } from "../../platform/database/remote-adb.schema.ts";

export type OpeningRow = typeof remote_adb.$inferSelect;
export type KeyRow = typeof adb_keys.$inferSelect;
export interface OpeningOf {
  test_id: string;
  device_id: string;
}

const isOf = ({ test_id, device_id }: OpeningOf) =>
  and(eq(remote_adb.test_id, test_id), eq(remote_adb.device_id, device_id));

export async function findOpening(db: Queries, of: OpeningOf): Promise<OpeningRow | undefined> {
  const [row] = await db.select().from(remote_adb).where(isOf(of));
  return row;
}

export async function lockOpening(tx: Queries, of: OpeningOf): Promise<OpeningRow | undefined> {
  const [row] = await tx.select().from(remote_adb).where(isOf(of)).for("update");
  return row;
}

/** In the place of one that was heard of no later than `silentSince`. False where another is there. */
export async function insertOpening(
  tx: Queries,
  opening: typeof remote_adb.$inferInsert,
  silentSince: number,
): Promise<boolean> {
  await tx.delete(remote_adb).where(and(isOf(opening), lte(remote_adb.heard_at, silentSince)));
  const rows = await tx.insert(remote_adb).values(opening).onConflictDoNothing().returning({ port: remote_adb.port });
  return rows.length > 0;
}

/** Whichever opening it is, or that one alone. */
export async function deleteOpening(
  tx: Queries,
  of: OpeningOf | { opening_id: string },
): Promise<OpeningRow | undefined> {
  const where = "opening_id" in of ? eq(remote_adb.opening_id, of.opening_id) : isOf(of);
  const [row] = await tx.delete(remote_adb).where(where).returning();
  return row;
}

type Figures = Pick<OpeningRow, "heard_at" | "connections" | "connected_at" | "received_bytes" | "sent_bytes">;
export async function updateFigures(tx: Queries, opening_id: string, figures: Figures): Promise<void> {
  await tx.update(remote_adb).set(figures).where(eq(remote_adb.opening_id, opening_id));
}

/** Null where nobody asks any more. False when the opening is no more. */
export async function updateAsked(tx: Queries, opening_id: string, asked: AskedKey | null): Promise<boolean> {
  const rows = await tx
    .update(remote_adb)
    .set({ asked })
    .where(eq(remote_adb.opening_id, opening_id))
    .returning({ port: remote_adb.port });
  return rows.length > 0;
}

/** Nobody waits for an answer about this key any more. */
export async function withdrawAsked(tx: Queries, opening_id: string, key_id: string): Promise<void> {
  const isAsked = sql`${remote_adb.asked} ->> 'key_id' = ${key_id}`;
  await tx
    .update(remote_adb)
    .set({ asked: null })
    .where(and(eq(remote_adb.opening_id, opening_id), isAsked));
}

/** What a user has on, with their projects. */
export async function openingsOf(db: Queries, user_id: string): Promise<(OpeningOf & { project_id: string | null })[]> {
  return db
    .select({ test_id: remote_adb.test_id, device_id: remote_adb.device_id, project_id: tests.project_id })
    .from(remote_adb)
    .innerJoin(tests, eq(tests.test_id, remote_adb.test_id))
    .where(eq(remote_adb.user_id, user_id));
}

/** A user's keys, newest first. */
export async function keysOf(db: Queries, user_id: string): Promise<KeyRow[]> {
  return db
    .select()
    .from(adb_keys)
    .where(eq(adb_keys.user_id, user_id))
    .orderBy(desc(adb_keys.created_at), desc(adb_keys.key_id));
}

export const countKeys = (db: Queries, user_id: string): Promise<number> =>
  db.$count(adb_keys, eq(adb_keys.user_id, user_id));

export async function insertKey(tx: Queries, key: typeof adb_keys.$inferInsert): Promise<void> {
  await tx.insert(adb_keys).values(key).onConflictDoNothing();
}

export async function noteKeyUse(db: Queries, user_id: string, key_id: string, now: number): Promise<void> {
  await db
    .update(adb_keys)
    .set({ last_used_at: now })
    .where(and(eq(adb_keys.user_id, user_id), eq(adb_keys.key_id, key_id)));
}

export async function deleteKey(tx: Queries, user_id: string, key_id: string): Promise<KeyRow | undefined> {
  const [row] = await tx
    .delete(adb_keys)
    .where(and(eq(adb_keys.user_id, user_id), eq(adb_keys.key_id, key_id)))
    .returning();
  return row;
}
