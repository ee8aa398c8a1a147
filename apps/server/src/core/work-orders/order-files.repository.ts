/** Files that people attach to work orders. Whoever sees the order's device reads them. */
import { devices, agents, users } from "../../platform/database/core.schema.ts";
import type { Queries } from "../../platform/database/database.ts";
import { and, asc, count, eq, isNull, or, sql } from "../../platform/database/sql.ts";
import { work_order_entries, work_order_files, work_orders } from "../../platform/database/work-orders.schema.ts";
import { visibleIn } from "../agents/agents.service.ts";

export type OrderFileRow = typeof work_order_files.$inferSelect;

/** Who asks, in which project, and whether they administer it. */
export interface FileReader {
  project_id: string;
  /** Whose files are their own; null for nobody's. */
  own_id: string | null;
  is_owner: boolean;
}

/** Who attached it removes it, and so do the administrators of the project by which it was attached. */
const removableBy = ({ project_id, own_id, is_owner }: FileReader) =>
  or(
    own_id === null ? sql`false` : eq(work_order_files.user_id, own_id),
    is_owner ? eq(work_order_files.project_id, project_id) : undefined,
  );

/** Through no project they are read alone. */
export const filesOf = (db: Queries, reader: FileReader | { project_id: null }, number: number) =>
  db
    .select({
      entry_id: work_order_files.entry_id,
      file: {
        file_id: work_order_files.file_id,
        name: work_order_files.name,
        content_type: work_order_files.content_type,
        size_bytes: work_order_files.size_bytes,
        user_name: users.user_name,
        created_at: work_order_files.created_at,
        removable: sql<boolean>`${reader.project_id === null ? sql`false` : removableBy(reader)}`,
      },
    })
    .from(work_order_files)
    .innerJoin(users, eq(users.user_id, work_order_files.user_id))
    .where(eq(work_order_files.number, number))
    .orderBy(asc(work_order_files.created_at), asc(work_order_files.file_id));

/** One of an order whose device the project sees; with null of any. */
export async function findFile(
  db: Queries,
  project_id: string | null,
  { number, file_id }: { number: number; file_id: string },
): Promise<OrderFileRow | undefined> {
  const [row] = await db
    .select({ file: work_order_files })
    .from(work_order_files)
    .innerJoin(work_orders, eq(work_orders.number, work_order_files.number))
    .innerJoin(devices, eq(devices.device_id, work_orders.device_id))
    .innerJoin(agents, eq(agents.agent_id, devices.agent_id))
    .where(and(visibleIn(project_id), eq(work_orders.number, number), eq(work_order_files.file_id, file_id)));
  return row?.file;
}

/** By everybody, or by one. */
export const countFiles = (db: Queries, number: number, user_id?: string): Promise<number> =>
  db.$count(
    work_order_files,
    and(eq(work_order_files.number, number), user_id === undefined ? undefined : eq(work_order_files.user_id, user_id)),
  );

export async function insertFile(db: Queries, row: typeof work_order_files.$inferInsert): Promise<void> {
  await db.insert(work_order_files).values(row);
}

/** Answers what it was; undefined where it is not the caller's to remove. */
export async function deleteFile(db: Queries, reader: FileReader, file_id: string): Promise<OrderFileRow | undefined> {
  const [row] = await db
    .delete(work_order_files)
    .where(and(eq(work_order_files.file_id, file_id), removableBy(reader)))
    .returning();
  return row;
}

/** Whether an entry is what somebody said of the order, and nothing that they did. */
export async function isComment(
  db: Queries,
  { number, entry_id, own_id }: { number: number; entry_id: number; own_id: string | null },
): Promise<boolean> {
  if (own_id === null) return false;
  const { state, is_assignment, ...entry } = work_order_entries;
  const isOwn = and(eq(entry.number, number), eq(entry.entry_id, entry_id), eq(entry.user_id, own_id));
  return (await db.$count(work_order_entries, and(isOwn, isNull(state), eq(is_assignment, false)))) > 0;
}

export async function countOfProject(
  db: Queries,
  project_id: string,
): Promise<{ order_files: number; order_file_bytes: number }> {
  const bytes = sql<number>`coalesce(sum(${work_order_files.size_bytes}), 0)::float8`;
  const [found] = await db
    .select({ order_files: count(), order_file_bytes: bytes })
    .from(work_order_files)
    .where(eq(work_order_files.project_id, project_id));
  return found ?? { order_files: 0, order_file_bytes: 0 };
}

/** Deletes those that were attached by a project; answers their files. */
export async function deleteOfProject(db: Queries, project_id: string): Promise<string[]> {
  const rows = await db
    .delete(work_order_files)
    .where(eq(work_order_files.project_id, project_id))
    .returning({ blob_key: work_order_files.blob_key });
  return rows.map(({ blob_key }) => blob_key);
}
