import { and, eq, gt } from "../../platform/database/sql.ts";
import type { Queries } from "../../platform/database/database.ts";
import { password_links } from "../../platform/database/signin.schema.ts";
import { deleteKeysOf } from "./api-keys.repository.ts";
import { deleteSessionsOf, updateUser, type UserRow } from "./users.repository.ts";

/** The newest link alone is good. */
export async function putLink(db: Queries, link: typeof password_links.$inferInsert): Promise<void> {
  const { user_id: _user_id, ...set } = link;
  await db.insert(password_links).values(link).onConflictDoUpdate({ target: password_links.user_id, set });
}

/** Uses a link up. Answers whose it was, while it is good. */
export async function takeLink(tx: Queries, token_hash: string, now: number): Promise<string | undefined> {
  const [row] = await tx
    .delete(password_links)
    .where(and(eq(password_links.token_hash, token_hash), gt(password_links.expires_at, now)))
    .returning({ user_id: password_links.user_id });
  return row?.user_id;
}

/** What ended with a password, by hash. */
export interface EndedByPassword {
  sessions: string[];
  keys: string[];
}

/**
 * Sets a password, and ends what whoever knew the one before may have made with it: sessions, sign-ins that are half done,
 * API keys, and links to set a password.
 * @param but the session that goes on
 * @returns the user and what ended, unless they have gone
 */
export async function setPassword(
  tx: Queries,
  user_id: string,
  password_hash: string,
  but?: string,
): Promise<{ user: UserRow; ended: EndedByPassword } | undefined> {
  const user = await updateUser(tx, user_id, { password_hash });
  if (!user) return undefined;
  await tx.delete(password_links).where(eq(password_links.user_id, user_id));
  return { user, ended: { sessions: await deleteSessionsOf(tx, user_id, but), keys: await deleteKeysOf(tx, user_id) } };
}
