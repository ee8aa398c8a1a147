import { and, eq, gt } from "../../platform/database/sql.ts";
import type { Queries } from "../../platform/database/database.ts";
import { sign_in_steps } from "../../platform/database/second-factor.schema.ts";
import { password_links } from "../../platform/database/signin.schema.ts";
import { updateUser, type UserRow } from "./users.repository.ts";

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

/**
 * Sets a password. Links to set one, and sign-ins that are half done with the one before, are worth nothing any more.
 * @returns the user, unless they have gone
 */
export async function setPassword(tx: Queries, user_id: string, password_hash: string): Promise<UserRow | undefined> {
  const user = await updateUser(tx, user_id, { password_hash });
  await tx.delete(password_links).where(eq(password_links.user_id, user_id));
  await tx.delete(sign_in_steps).where(eq(sign_in_steps.user_id, user_id));
  return user;
}
