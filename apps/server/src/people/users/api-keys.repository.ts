import type { ApiKey } from "@udt/contract";
import { and, desc, eq, isNull, lte, or } from "../../platform/database/sql.ts";
import { projects, users } from "../../platform/database/core.schema.ts";
import type { Queries } from "../../platform/database/database.ts";
import { api_keys } from "../../platform/database/people.schema.ts";
import type { UserRow } from "./users.repository.ts";

export type ApiKeyRow = typeof api_keys.$inferSelect;

export async function findKey(db: Queries, secret_id: string): Promise<{ key: ApiKeyRow; user: UserRow } | undefined> {
  const [row] = await db
    .select({ key: api_keys, user: users })
    .from(api_keys)
    .innerJoin(users, eq(users.user_id, api_keys.user_id))
    .where(eq(api_keys.secret_id, secret_id));
  return row;
}

/** A user's keys, newest first. */
export async function listKeysOf(db: Queries, user_id: string): Promise<ApiKey[]> {
  const { secret_id, name, project_id, access, created_at, expires_at, last_used_at } = api_keys;
  const shown = { secret_id, name, project_id, access, created_at, expires_at, last_used_at };
  return db
    .select({ ...shown, project_name: projects.name })
    .from(api_keys)
    .leftJoin(projects, eq(projects.project_id, api_keys.project_id))
    .where(eq(api_keys.user_id, user_id))
    .orderBy(desc(api_keys.created_at), desc(api_keys.secret_id));
}

export async function findKeyOf(db: Queries, user_id: string, name: string): Promise<ApiKeyRow | undefined> {
  const [row] = await db
    .select()
    .from(api_keys)
    .where(and(eq(api_keys.user_id, user_id), eq(api_keys.name, name)));
  return row;
}

export const countKeysOf = (db: Queries, user_id: string): Promise<number> =>
  db.$count(api_keys, eq(api_keys.user_id, user_id));

export const countKeysFor = (db: Queries, project_id: string): Promise<number> =>
  db.$count(api_keys, eq(api_keys.project_id, project_id));

export async function insertKey(db: Queries, key: ApiKeyRow): Promise<void> {
  await db.insert(api_keys).values(key);
}

export async function deleteKey(db: Queries, user_id: string, secret_id: string): Promise<ApiKeyRow | undefined> {
  const [row] = await db
    .delete(api_keys)
    .where(and(eq(api_keys.user_id, user_id), eq(api_keys.secret_id, secret_id)))
    .returning();
  return row;
}

/** The hashes of their secrets. */
export async function keyHashesOf(db: Queries, user_id: string): Promise<string[]> {
  const rows = await db
    .select({ secret_hash: api_keys.secret_hash })
    .from(api_keys)
    .where(eq(api_keys.user_id, user_id));
  return rows.map((row) => row.secret_hash);
}

/** @returns the hashes of their secrets */
export async function deleteKeysOf(db: Queries, user_id: string): Promise<string[]> {
  const rows = await db
    .delete(api_keys)
    .where(eq(api_keys.user_id, user_id))
    .returning({ secret_hash: api_keys.secret_hash });
  return rows.map((row) => row.secret_hash);
}

/** Notes that a key was used, unless that was noted after `before`, by this server or another. */
export async function noteUse(db: Queries, secret_id: string, now: number, before: number): Promise<void> {
  await db
    .update(api_keys)
    .set({ last_used_at: now })
    .where(
      and(eq(api_keys.secret_id, secret_id), or(isNull(api_keys.last_used_at), lte(api_keys.last_used_at, before))),
    );
}
