import type { ScriptSort } from "@udt/contract";
import { users } from "../../platform/database/core.schema.ts";
import type { Queries } from "../../platform/database/database.ts";
import { libraries } from "../../platform/database/libraries.schema.ts";
import { script_mirrors, script_repositories } from "../../platform/database/scripts.schema.ts";
import { and, desc, eq, gte, ilike, isNull, lt, or, sql, type SQL } from "../../platform/database/sql.ts";
import type { CallerProject } from "../../platform/http/caller.ts";
import { likePattern } from "../../platform/ids.ts";

export type ScriptRow = typeof script_repositories.$inferSelect;
export type MirrorRow = typeof script_mirrors.$inferSelect;
export interface ScriptListing {
  repository: ScriptRow;
  user_name: string;
  /** Null for the server's own. */
  mirror: MirrorRow | null;
}

/** Who asks, as far as it matters here. */
export type Standing = Pick<CallerProject, "project_id" | "user_type">;

const listed = (db: Queries) =>
  db
    .select({ repository: script_repositories, user_name: users.user_name, mirror: script_mirrors })
    .from(script_repositories)
    .leftJoin(script_mirrors, eq(script_mirrors.repo_id, script_repositories.repo_id))
    .innerJoin(users, eq(users.user_id, script_repositories.user_id));
const within = (project_id: string, repo_id: string) =>
  and(eq(script_repositories.project_id, project_id), eq(script_repositories.repo_id, repo_id));

const isOwn = eq(script_repositories.is_outside, false);
/** A mirror is one of its library as that is now: of one that was deleted, or is elsewhere now, nothing is shown. */
export const isShown = sql`exists (select 1 from ${libraries} where ${libraries.library_id} = ${script_mirrors.library_id}
  and ${libraries.url} = ${script_mirrors.url} and ${libraries.deleted_at} is null)`;

const SORT_KEYS: Record<ScriptSort, SQL> = {
  name: sql`lower(${script_repositories.name})`,
  created_at: sql`${script_repositories.created_at}`,
  updated_at: sql`${script_repositories.updated_at}`,
  size_bytes: sql`${script_repositories.size_bytes}`,
};

export async function listScripts(
  db: Queries,
  filter: {
    project_id: string;
    keyword: string;
    sort: ScriptSort;
    order: "asc" | "desc";
    page_num: number;
    page_size: number;
  },
): Promise<{ rows: ScriptListing[]; total: number }> {
  const pattern = likePattern(filter.keyword);
  const where = and(
    eq(script_repositories.project_id, filter.project_id),
    isOwn,
    filter.keyword === ""
      ? undefined
      : or(ilike(script_repositories.name, pattern), ilike(script_repositories.description, pattern)),
  );
  const key = SORT_KEYS[filter.sort];
  const rows = await listed(db)
    .where(where)
    .orderBy(filter.order === "asc" ? sql`${key} asc` : sql`${key} desc`, desc(script_repositories.repo_id))
    .limit(filter.page_size)
    .offset((filter.page_num - 1) * filter.page_size);
  return { rows, total: await db.$count(script_repositories, where) };
}

/** One of the server's own. */
export async function findScript(db: Queries, project_id: string, repo_id: string): Promise<ScriptListing | undefined> {
  const [row] = await listed(db).where(and(within(project_id, repo_id), isOwn));
  return row;
}

/** One that somebody of this standing may see: mirrors are for members, since their repositories need not be public as a project is. */
export async function findShown(
  db: Queries,
  { project_id, user_type }: Standing,
  repo_id: string,
): Promise<ScriptListing | undefined> {
  const [row] = await listed(db).where(and(within(project_id, repo_id), user_type === 0 ? isOwn : or(isOwn, isShown)));
  return row;
}

/** Holds one of the server's own to the end of the transaction: for who changes it, or for who only needs it to stay. */
export async function lockScript(
  db: Queries,
  project_id: string,
  repo_id: string,
  strength: "update" | "key share",
): Promise<ScriptRow | undefined> {
  const [row] = await db
    .select()
    .from(script_repositories)
    .where(and(within(project_id, repo_id), isOwn))
    .for(strength);
  return row;
}

export async function insertScript(db: Queries, row: typeof script_repositories.$inferInsert): Promise<void> {
  await db.insert(script_repositories).values(row);
}

export async function updateScript(
  db: Queries,
  repo_id: string,
  change: Partial<typeof script_repositories.$inferInsert>,
): Promise<void> {
  await db.update(script_repositories).set(change).where(eq(script_repositories.repo_id, repo_id));
}

export async function deleteScript(db: Queries, repo_id: string): Promise<void> {
  await db.delete(script_repositories).where(eq(script_repositories.repo_id, repo_id));
}

/** Deletes those of a project. Answers which they were. */
export async function deleteScriptsOf(db: Queries, project_id: string): Promise<string[]> {
  const rows = await db
    .delete(script_repositories)
    .where(eq(script_repositories.project_id, project_id))
    .returning({ repo_id: script_repositories.repo_id });
  return rows.map(({ repo_id }) => repo_id);
}

/** Of the server's own: what a mirror holds is somewhere else, and goes when nobody opens it. */
export async function sumOf(db: Queries, project_id: string): Promise<{ count: number; size_bytes: number }> {
  const [row] = await db
    .select({
      count: sql<number>`count(*)::int`,
      size_bytes: sql<string>`coalesce(sum(${script_repositories.size_bytes}), 0)`,
    })
    .from(script_repositories)
    .where(and(eq(script_repositories.project_id, project_id), isOwn));
  return { count: row?.count ?? 0, size_bytes: Number(row?.size_bytes ?? 0) };
}

/** Every repository that is nowhere else. */
export async function allScripts(db: Queries): Promise<{ repo_id: string }[]> {
  return db.select({ repo_id: script_repositories.repo_id }).from(script_repositories).where(isOwn);
}

/** What the libraries are called that read a repository. */
export async function libraryNames(db: Queries, project_id: string, path: string): Promise<string[]> {
  const rows = await db
    .select({ name: libraries.name })
    .from(libraries)
    .where(and(eq(libraries.project_id, project_id), eq(libraries.url, path), isNull(libraries.deleted_at)))
    .orderBy(sql`lower(${libraries.name})`);
  return rows.map(({ name }) => name);
}

/** Makes one push the writer of a repository until a time; false while another one is. */
export async function takeWriter(
  db: Queries,
  repo_id: string,
  { writer, now, until }: { writer: string; now: number; until: number },
): Promise<boolean> {
  const isFree = or(isNull(script_repositories.writer), lt(script_repositories.writer_until, now));
  const rows = await db
    .update(script_repositories)
    .set({ writer, writer_until: until })
    .where(and(eq(script_repositories.repo_id, repo_id), isFree))
    .returning({ repo_id: script_repositories.repo_id });
  return rows.length > 0;
}

/** Whether a push writes now into one of a project's repositories. */
export async function isWritten(db: Queries, project_id: string, now: number): Promise<boolean> {
  const isNow = and(eq(script_repositories.project_id, project_id), gte(script_repositories.writer_until, now));
  const rows = await db
    .select({ repo_id: script_repositories.repo_id })
    .from(script_repositories)
    .where(isNow)
    .limit(1);
  return rows.length > 0;
}

const writtenBy = (repo_id: string, writer: string) =>
  and(eq(script_repositories.repo_id, repo_id), eq(script_repositories.writer, writer));

export async function keepWriter(db: Queries, repo_id: string, writer: string, until: number): Promise<void> {
  await db.update(script_repositories).set({ writer_until: until }).where(writtenBy(repo_id, writer));
}

export async function releaseWriter(db: Queries, repo_id: string, writer: string): Promise<void> {
  await db.update(script_repositories).set({ writer: null, writer_until: null }).where(writtenBy(repo_id, writer));
}
