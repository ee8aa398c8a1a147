import { and, eq, gt } from "../../platform/database/sql.ts";
import type { Queries } from "../../platform/database/database.ts";
import { password_links } from "../../platform/database/signin.schema.ts";

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

export async function deleteLinksOf(tx: Queries, user_id: string): Promise<void> {
  await tx.delete(password_links).where(eq(password_links.user_id, user_id));
}
