import { eq } from "../../platform/database/sql.ts";
import { users } from "../../platform/database/core.schema.ts";
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

export async function findKeyOf(db: Queries, user_id: string): Promise<ApiKeyRow | undefined> {
  const [row] = await db.select().from(api_keys).where(eq(api_keys.user_id, user_id));
  return row;
}

/** A user's one key; the one before is gone. */
export async function putKey(db: Queries, key: typeof api_keys.$inferInsert): Promise<void> {
  const { user_id: _, ...set } = key;
  await db
    .insert(api_keys)
    .values(key)
    .onConflictDoUpdate({ target: api_keys.user_id, set: { ...set, last_used_at: null } });
}

/** @returns the hash of its secret, when there was one */
export async function deleteKeyOf(db: Queries, user_id: string): Promise<string | undefined> {
  const [row] = await db
    .delete(api_keys)
    .where(eq(api_keys.user_id, user_id))
    .returning({ secret_hash: api_keys.secret_hash });
  return row?.secret_hash;
}

export async function touchKey(db: Queries, secret_id: string, last_used_at: number): Promise<void> {
  await db.update(api_keys).set({ last_used_at }).where(eq(api_keys.secret_id, secret_id));
}
