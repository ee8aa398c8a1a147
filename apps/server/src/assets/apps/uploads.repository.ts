import { and, asc, eq, inArray, lt, ne, not, sum } from "../../platform/database/sql.ts";
import { upload_chunks, uploads } from "../../platform/database/apps.schema.ts";
import type { Queries } from "../../platform/database/database.ts";

export type UploadRow = typeof uploads.$inferSelect;
/** An upload is its caller's own: nobody else in the project can go on with it. */
export interface UploadKey {
  project_id: string;
  user_id: string;
  upload_id: string;
}

const same = (key: UploadKey) =>
  and(eq(uploads.upload_id, key.upload_id), eq(uploads.project_id, key.project_id), eq(uploads.user_id, key.user_id));

export async function findUpload(db: Queries, key: UploadKey): Promise<UploadRow | undefined> {
  const [row] = await db
    .select()
    .from(uploads)
    .where(and(same(key), ne(uploads.state, "dropped")));
  return row;
}

/** Locks it to the end of the transaction. */
export async function lockUpload(db: Queries, key: UploadKey): Promise<UploadRow | undefined> {
  const [row] = await db
    .select()
    .from(uploads)
    .where(and(same(key), ne(uploads.state, "dropped")))
    .for("update");
  return row;
}

/** The caller's upload of the same bytes that is under way, begun now if there was none. */
export async function findOrInsertUpload(db: Queries, upload: UploadRow): Promise<UploadRow> {
  const { project_id, user_id, md5, size_bytes, purpose } = upload;
  const [inserted] = await db.insert(uploads).values(upload).onConflictDoNothing().returning();
  if (inserted) return inserted;
  const [row] = await db
    .update(uploads)
    .set({ file_name: upload.file_name, touched_at: upload.touched_at })
    .where(
      and(
        eq(uploads.project_id, project_id),
        eq(uploads.user_id, user_id),
        eq(uploads.md5, md5),
        eq(uploads.size_bytes, size_bytes),
        eq(uploads.purpose, purpose),
        eq(uploads.state, "receiving"),
      ),
    )
    .returning();
  // It came to an end between the two statements: then the place is free.
  return row ?? findOrInsertUpload(db, upload);
}

export async function updateUpload(db: Queries, upload_id: string, change: Partial<UploadRow>): Promise<void> {
  await db.update(uploads).set(change).where(eq(uploads.upload_id, upload_id));
}

export async function receivedChunks(db: Queries, upload_id: string): Promise<number[]> {
  const rows = await db
    .select({ chunk: upload_chunks.chunk })
    .from(upload_chunks)
    .where(eq(upload_chunks.upload_id, upload_id))
    .orderBy(asc(upload_chunks.chunk));
  return rows.map((row) => row.chunk);
}

export async function insertChunk(db: Queries, upload_id: string, chunk: number): Promise<void> {
  await db.insert(upload_chunks).values({ upload_id, chunk }).onConflictDoNothing();
}

export async function deleteChunk(db: Queries, upload_id: string, chunk: number): Promise<void> {
  await db.delete(upload_chunks).where(and(eq(upload_chunks.upload_id, upload_id), eq(upload_chunks.chunk, chunk)));
}

/** What a memory sample has taken: that gives it up. */
const isTaken = and(eq(uploads.state, "done"), eq(uploads.purpose, "memory"));

/** Drops what nobody has touched since `before`, but for what is taken, and answers all that is dropped. */
export async function dropAbandoned(db: Queries, before: number): Promise<UploadRow[]> {
  await db
    .update(uploads)
    .set({ state: "dropped" })
    .where(and(lt(uploads.touched_at, before), isTaken && not(isTaken)));
  return db.select().from(uploads).where(eq(uploads.state, "dropped"));
}

export async function deleteDropped(db: Queries, upload_id: string): Promise<void> {
  await db.delete(uploads).where(and(eq(uploads.upload_id, upload_id), eq(uploads.state, "dropped")));
}

export async function deleteUploads(db: Queries, project_id: string): Promise<UploadRow[]> {
  return db.delete(uploads).where(eq(uploads.project_id, project_id)).returning();
}

/** Of a project's uploads that are not whole yet, the bytes that they will be. */
export async function bytesUnderWay(db: Queries, project_id: string, purpose: UploadRow["purpose"]): Promise<number> {
  const [row] = await db
    .select({ bytes: sum(uploads.size_bytes) })
    .from(uploads)
    .where(and(eq(uploads.project_id, project_id), eq(uploads.purpose, purpose), eq(uploads.state, "receiving")));
  return Number(row?.bytes ?? 0);
}

/** One that a memory sample has taken. */
export async function findTaken(db: Queries, upload_id: string): Promise<UploadRow | undefined> {
  const [row] = await db
    .select()
    .from(uploads)
    .where(and(eq(uploads.upload_id, upload_id), isTaken));
  return row;
}

/** Drops these; whoever swept them before is not told. */
export async function dropTaken(db: Queries, upload_ids: readonly string[]): Promise<UploadRow[]> {
  return db
    .update(uploads)
    .set({ state: "dropped" })
    .where(and(inArray(uploads.upload_id, [...upload_ids]), eq(uploads.purpose, "memory")))
    .returning();
}
