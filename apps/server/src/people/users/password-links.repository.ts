import { and, eq, gt, lte } from "../../platform/database/sql.ts";
import type { Queries } from "../../platform/database/database.ts";
import { password_links } from "../../platform/database/signin.schema.ts";

/** Those of the user that are over go; the others stay good. */
export async function insertLink(db: Queries, link: typeof password_links.$inferInsert, now: number): Promise<void> {
  const isOver = lte(password_links.expires_at, now);
  await db.delete(password_links).where(and(eq(password_links.user_id, link.user_id), isOver));
  await db.insert(password_links).values(link);
}

/** Whose link this is, while it is good. */
export async function userOfLink(db: Queries, token_hash: string, now: number): Promise<string | undefined> {
  const [row] = await db
    .select({ user_id: password_links.user_id })
    .from(password_links)
    .where(and(eq(password_links.token_hash, token_hash), gt(password_links.expires_at, now)));
  return row?.user_id;
}

export async function deleteLinksOf(tx: Queries, user_id: string): Promise<void> {
  await tx.delete(password_links).where(eq(password_links.user_id, user_id));
}
