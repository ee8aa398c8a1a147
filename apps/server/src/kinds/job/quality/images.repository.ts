import { users } from "../../../platform/database/core.schema.ts";
import type { Queries } from "../../../platform/database/database.ts";
import { board_images } from "../../../platform/database/quality.schema.ts";
import { and, desc, eq, gt, sql } from "../../../platform/database/sql.ts";

export type ImageRow = typeof board_images.$inferSelect;

const stillWorks = (user_id: string, now: number) =>
  and(eq(board_images.user_id, user_id), gt(board_images.expires_at, now));

/** A user's own that still work, newest first. */
export const listImages = (db: Queries, user_id: string, now: number): Promise<ImageRow[]> =>
  db
    .select()
    .from(board_images)
    .where(stillWorks(user_id, now))
    .orderBy(desc(board_images.created_at), desc(board_images.image_id));

/** How many of a user still work; those that do not are gone by then. One at a time: the user's row is held. */
export async function countImages(tx: Queries, user_id: string, now: number): Promise<number> {
  await tx.select({ user_id: users.user_id }).from(users).where(eq(users.user_id, user_id)).for("update");
  await tx.execute(sql`delete from ${board_images} where user_id = ${user_id} and expires_at <= ${now}::bigint`);
  return tx.$count(board_images, stillWorks(user_id, now));
}

export async function insertImage(db: Queries, image: ImageRow): Promise<void> {
  await db.insert(board_images).values(image);
}

/** Answers what it was called; undefined: they have none of that id. */
export async function deleteImage(db: Queries, user_id: string, image_id: string): Promise<string | undefined> {
  const [row] = await db
    .delete(board_images)
    .where(and(eq(board_images.user_id, user_id), eq(board_images.image_id, image_id)))
    .returning({ name: board_images.name });
  return row?.name;
}

/** The one with this token, unless it has expired. */
export async function findImage(db: Queries, token_hash: string, now: number): Promise<ImageRow | undefined> {
  const [row] = await db
    .select()
    .from(board_images)
    .where(and(eq(board_images.token_hash, token_hash), gt(board_images.expires_at, now)));
  return row;
}
