import { tests, users } from "../../platform/database/core.schema.ts";
import { watch_links } from "../../platform/database/control.schema.ts";
import type { Queries } from "../../platform/database/database.ts";
import { and, desc, eq, gt, isNull, ne, or } from "../../platform/database/sql.ts";

export type WatchLinkRow = typeof watch_links.$inferSelect;

const isGood = (now: number) =>
  and(isNull(watch_links.revoked_at), or(isNull(watch_links.expires_at), gt(watch_links.expires_at, now)));

export async function insertLink(tx: Queries, link: typeof watch_links.$inferInsert): Promise<void> {
  await tx.insert(watch_links).values(link);
}

/** Those of a test that are good, newest first, and who made each. */
export async function linksOf(
  db: Queries,
  test_id: string,
  now: number,
): Promise<{ link: WatchLinkRow; user_name: string }[]> {
  return db
    .select({ link: watch_links, user_name: users.user_name })
    .from(watch_links)
    .innerJoin(users, eq(users.user_id, watch_links.user_id))
    .where(and(eq(watch_links.test_id, test_id), isGood(now)))
    .orderBy(desc(watch_links.created_at), desc(watch_links.link_id));
}

/** False when there is none that is good. */
export async function revokeLink(
  tx: Queries,
  { test_id, link_id }: { test_id: string; link_id: string },
  now: number,
): Promise<boolean> {
  const rows = await tx
    .update(watch_links)
    .set({ revoked_at: now })
    .where(and(eq(watch_links.test_id, test_id), eq(watch_links.link_id, link_id), isGood(now)))
    .returning({ link_id: watch_links.link_id });
  return rows.length > 0;
}

/** The one of this hash that is good, with its test, which has not ended. */
export async function findLink(
  db: Queries,
  token_hash: string,
  now: number,
): Promise<{ link: WatchLinkRow; test: typeof tests.$inferSelect } | undefined> {
  const [found] = await db
    .select({ link: watch_links, test: tests })
    .from(watch_links)
    .innerJoin(tests, eq(tests.test_id, watch_links.test_id))
    .where(and(eq(watch_links.token_hash, token_hash), isGood(now), ne(tests.state, "ended")));
  return found;
}
