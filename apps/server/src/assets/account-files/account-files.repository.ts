import { and, desc, eq, ilike, sql } from "../../platform/database/sql.ts";
import { users } from "../../platform/database/core.schema.ts";
import type { Queries } from "../../platform/database/database.ts";
import { account_files, account_leases } from "../../platform/database/accounts.schema.ts";
import { likePattern } from "../../platform/ids.ts";

export type AccountFileRow = typeof account_files.$inferSelect;
export interface AccountFileListing {
  file: AccountFileRow;
  user_name: string;
  held: number;
}

const listed = (db: Queries) =>
  db
    .select({
      file: account_files,
      user_name: users.user_name,
      held: sql<number>`(select count(*)::int from ${account_leases} where ${account_leases.account_file_id} = ${account_files.account_file_id})`,
    })
    .from(account_files)
    .innerJoin(users, eq(users.user_id, account_files.user_id));

export async function listFiles(
  db: Queries,
  filter: { project_id: string; keyword: string; page_num: number; page_size: number },
): Promise<{ rows: AccountFileListing[]; total: number }> {
  const where = and(
    eq(account_files.project_id, filter.project_id),
    filter.keyword === "" ? undefined : ilike(account_files.name, likePattern(filter.keyword)),
  );
  const rows = await listed(db)
    .where(where)
    .orderBy(desc(account_files.created_at), desc(account_files.account_file_id))
    .limit(filter.page_size)
    .offset((filter.page_num - 1) * filter.page_size);
  return { rows, total: await db.$count(account_files, where) };
}

export async function findFile(
  db: Queries,
  project_id: string,
  account_file_id: string,
): Promise<AccountFileListing | undefined> {
  const [row] = await listed(db).where(
    and(eq(account_files.project_id, project_id), eq(account_files.account_file_id, account_file_id)),
  );
  return row;
}

/** Locks a file: its accounts are given out one run after the other. */
export async function lockFile(
  db: Queries,
  project_id: string,
  account_file_id: string,
): Promise<AccountFileRow | undefined> {
  const [row] = await db
    .select()
    .from(account_files)
    .where(and(eq(account_files.project_id, project_id), eq(account_files.account_file_id, account_file_id)))
    .for("update");
  return row;
}

export async function insertFile(db: Queries, row: AccountFileRow): Promise<void> {
  await db.insert(account_files).values(row);
}

export async function deleteFile(db: Queries, account_file_id: string): Promise<void> {
  await db.delete(account_files).where(eq(account_files.account_file_id, account_file_id));
}

export async function updateFile(
  db: Queries,
  account_file_id: string,
  change: Partial<Pick<AccountFileRow, "name" | "account_count" | "content" | "updated_at">>,
): Promise<void> {
  await db.update(account_files).set(change).where(eq(account_files.account_file_id, account_file_id));
}

export async function heldRows(db: Queries, account_file_id: string): Promise<number[]> {
  const rows = await db
    .select({ row: account_leases.row })
    .from(account_leases)
    .where(eq(account_leases.account_file_id, account_file_id));
  return rows.map(({ row }) => row);
}

export async function insertLeases(db: Queries, rows: (typeof account_leases.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await db.insert(account_leases).values(rows);
}

export async function deleteLeases(db: Queries, test_id: string): Promise<void> {
  await db.delete(account_leases).where(eq(account_leases.test_id, test_id));
}

export async function findLease(
  db: Queries,
  test_id: string,
  device_seq: number,
): Promise<{ file: AccountFileRow; row: number } | undefined> {
  const [found] = await db
    .select({ file: account_files, row: account_leases.row })
    .from(account_leases)
    .innerJoin(account_files, eq(account_files.account_file_id, account_leases.account_file_id))
    .where(and(eq(account_leases.test_id, test_id), eq(account_leases.device_seq, device_seq)));
  return found;
}

export const countFiles = (db: Queries, project_id: string): Promise<number> =>
  db.$count(account_files, eq(account_files.project_id, project_id));
