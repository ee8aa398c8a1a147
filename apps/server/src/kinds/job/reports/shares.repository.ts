import { and, desc, eq, gt } from "../../../platform/database/sql.ts";
import { resources, users } from "../../../platform/database/core.schema.ts";
import type { Queries } from "../../../platform/database/database.ts";
import { report_shares } from "../../../platform/database/reports.schema.ts";

export type ShareRow = typeof report_shares.$inferSelect;

export async function insertShare(db: Queries, share: ShareRow): Promise<void> {
  await db.insert(report_shares).values(share);
}

/** Those of a test that still work, newest first. */
export async function listShares(
  db: Queries,
  project_id: string,
  test_id: string,
  now: number,
): Promise<{ share: ShareRow; user_name: string }[]> {
  return db
    .select({ share: report_shares, user_name: users.user_name })
    .from(report_shares)
    .innerJoin(users, eq(users.user_id, report_shares.user_id))
    .where(
      and(
        eq(report_shares.project_id, project_id),
        eq(report_shares.test_id, test_id),
        gt(report_shares.expires_at, now),
      ),
    )
    .orderBy(desc(report_shares.created_at), desc(report_shares.share_id));
}

/** Answers whether there was one. */
export async function deleteShare(
  db: Queries,
  of: { project_id: string; test_id: string; share_id: string },
): Promise<boolean> {
  const rows = await db
    .delete(report_shares)
    .where(
      and(
        eq(report_shares.project_id, of.project_id),
        eq(report_shares.test_id, of.test_id),
        eq(report_shares.share_id, of.share_id),
      ),
    )
    .returning({ share_id: report_shares.share_id });
  return rows.length > 0;
}

/** The share with this token, unless it has expired. */
export async function findShare(db: Queries, token_hash: string, now: number): Promise<ShareRow | undefined> {
  const [row] = await db
    .select()
    .from(report_shares)
    .where(and(eq(report_shares.token_hash, token_hash), gt(report_shares.expires_at, now)));
  return row;
}

/** The device that a video of a test is of; undefined for what is none of its videos. */
export async function deviceOfVideo(db: Queries, test_id: string, resource_id: string): Promise<string | undefined> {
  const [row] = await db
    .select({ device_id: resources.device_id })
    .from(resources)
    .where(and(eq(resources.test_id, test_id), eq(resources.resource_id, resource_id), eq(resources.kind, "video")));
  return row?.device_id;
}
