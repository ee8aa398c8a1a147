import type { Queries } from "../../platform/database/database.ts";
import { deleteKeysOf } from "./api-keys.repository.ts";
import { deleteLinksOf } from "./password-links.repository.ts";
import { deleteSessionsOf, updateUser, type UserRow } from "./users.repository.ts";

/** What ended with a password, by hash. */
interface EndedByPassword {
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
  await deleteLinksOf(tx, user_id);
  return { user, ended: { sessions: await deleteSessionsOf(tx, user_id, but), keys: await deleteKeysOf(tx, user_id) } };
}
