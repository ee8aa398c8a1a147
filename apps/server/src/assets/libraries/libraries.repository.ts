import {
  and,
  asc,
  count,
  desc,
  eq,
  ilike,
  inArray,
  isNull,
  lte,
  or,
  sql,
  type SQL,
} from "../../platform/database/sql.ts";
import type { LibraryFramework, LibrarySort, ParseState } from "@udt/contract";
import { users } from "../../platform/database/core.schema.ts";
import type { Queries } from "../../platform/database/database.ts";
import { libraries, library_cases, parses } from "../../platform/database/libraries.schema.ts";
import { script_mirrors } from "../../platform/database/scripts.schema.ts";
import { agent_tasks } from "../../platform/database/tasks.schema.ts";
import { likePattern } from "../../platform/ids.ts";
import type { AssetUses } from "../uses.ts";
import type { ParseRow } from "./parses.repository.ts";

export type LibraryRow = typeof libraries.$inferSelect;
export interface LibraryListing {
  library: LibraryRow;
  user_name: string;
  parsed: ParseRow | null;
  last: ParseRow | null;
  open: ParseRow | null;
}
interface Page {
  page_num: number;
  page_size: number;
}

const one = (which: SQL) =>
  sql<ParseRow | null>`(select to_jsonb(t) || to_jsonb(p) from ${agent_tasks} t join ${parses} p using (task_id) where ${which})`;
const isOpen = sql`t.kind = 'parse' and t.subject_id = ${libraries.library_id} and t.state in ('queued', 'running')`;
const parsed = one(sql`t.task_id = ${libraries.parsed_task_id}`);
const last = one(sql`t.task_id = ${libraries.last_task_id}`);
const open = one(isOpen);
/** The state that document 2 speaks of, by what there is: a parsing under way, the last that ended, one that went well. */
const parseState = sql<ParseState>`case
  when exists (select 1 from ${agent_tasks} t where ${isOpen}) then 'parsing'
  when exists (select 1 from ${agent_tasks} t where t.task_id = ${libraries.last_task_id} and t.state = 'failed') then 'failed'
  when ${libraries.parsed_task_id} is not null then 'parsed'
  else 'unparsed' end`;

const listed = (db: Queries) =>
  db
    .select({ library: libraries, user_name: users.user_name, parsed, last, open })
    .from(libraries)
    .innerJoin(users, eq(users.user_id, libraries.user_id));
const alive = (project_id: string) => and(eq(libraries.project_id, project_id), isNull(libraries.deleted_at));

export interface LibraryFilter extends Page {
  project_id: string;
  keyword: string;
  framework?: LibraryFramework | undefined;
  parse_state?: ParseState | undefined;
  sort: LibrarySort;
  order: "asc" | "desc";
}

const SORT_KEYS: Record<LibrarySort, SQL> = {
  name: sql`lower(${libraries.name})`,
  created_at: sql`${libraries.created_at}`,
  parsed_at: sql`(select t.ended_at from ${agent_tasks} t where t.task_id = ${libraries.parsed_task_id})`,
  case_count: sql`(select p.case_count from ${parses} p where p.task_id = ${libraries.parsed_task_id})`,
};

export async function listLibraries(
  db: Queries,
  filter: LibraryFilter,
): Promise<{ rows: LibraryListing[]; total: number }> {
  const conditions: (SQL | undefined)[] = [alive(filter.project_id)];
  if (filter.keyword !== "") {
    const pattern = likePattern(filter.keyword);
    conditions.push(or(ilike(libraries.name, pattern), ilike(libraries.url, pattern)));
  }
  if (filter.framework !== undefined) conditions.push(eq(libraries.framework, filter.framework));
  if (filter.parse_state !== undefined) conditions.push(sql`${parseState} = ${filter.parse_state}`);
  const where = and(...conditions);
  const key = SORT_KEYS[filter.sort];
  const rows = await listed(db)
    .where(where)
    .orderBy(
      filter.order === "asc" ? sql`${key} asc nulls first` : sql`${key} desc nulls last`,
      desc(libraries.created_at),
      desc(libraries.library_id),
    )
    .limit(filter.page_size)
    .offset((filter.page_num - 1) * filter.page_size);
  return { rows, total: await db.$count(libraries, where) };
}

export async function findLibrary(
  db: Queries,
  project_id: string,
  library_id: string,
): Promise<LibraryListing | undefined> {
  const [row] = await listed(db).where(and(alive(project_id), eq(libraries.library_id, library_id)));
  return row;
}

export async function namesOf(db: Queries, project_id: string, library_ids: string[]): Promise<Map<string, string>> {
  if (library_ids.length === 0) return new Map();
  const rows = await db
    .select({ library_id: libraries.library_id, name: libraries.name })
    .from(libraries)
    .where(and(alive(project_id), inArray(libraries.library_id, library_ids)));
  return new Map(rows.map(({ library_id, name }) => [library_id, name]));
}

export async function findByHook(db: Queries, hook_hash: string): Promise<LibraryRow | undefined> {
  const [row] = await db
    .select()
    .from(libraries)
    .where(and(eq(libraries.hook_hash, hook_hash), isNull(libraries.deleted_at)));
  return row;
}

export async function findByUrl(db: Queries, project_id: string, url: string): Promise<LibraryRow[]> {
  return db
    .select()
    .from(libraries)
    .where(and(alive(project_id), eq(libraries.url, url)));
}

export async function findBuiltin(db: Queries, project_id: string, url: string): Promise<LibraryRow | undefined> {
  const [row] = await db
    .select()
    .from(libraries)
    .where(and(alive(project_id), eq(libraries.is_builtin, true), eq(libraries.url, url)));
  return row;
}

/** Whether a project has any that did not come with it. */
export async function hasOwn(db: Queries, project_id: string): Promise<boolean> {
  const rows = await db
    .select({ library_id: libraries.library_id })
    .from(libraries)
    .where(and(alive(project_id), eq(libraries.is_builtin, false)))
    .limit(1);
  return rows.length > 0;
}

export async function lockLibrary(
  db: Queries,
  project_id: string,
  library_id: string,
): Promise<LibraryRow | undefined> {
  const [row] = await db
    .select()
    .from(libraries)
    .where(and(alive(project_id), eq(libraries.library_id, library_id)))
    .for("update");
  return row;
}

export async function insertLibrary(db: Queries, row: typeof libraries.$inferInsert): Promise<void> {
  await db.insert(libraries).values(row);
}

export async function updateLibrary(
  db: Queries,
  library_id: string,
  change: Partial<typeof libraries.$inferInsert>,
): Promise<void> {
  await db.update(libraries).set(change).where(eq(libraries.library_id, library_id));
  const isLetInAnew = change.token !== undefined || change.credential_id !== undefined;
  if (isLetInAnew) await shutMirrors(db, eq(script_mirrors.library_id, library_id));
}

/** What was fetched by an access that is another one now is not read before it was fetched by that. */
export async function shutMirrors(db: Queries, which: SQL): Promise<void> {
  await db.update(script_mirrors).set({ fetched_at: null }).where(which);
}

export async function deleteLibrary(db: Queries, library_id: string): Promise<void> {
  await db.delete(libraries).where(eq(libraries.library_id, library_id));
}

/** Of the libraries that were deleted, those of which no test speaks. */
export async function deletedUnused(db: Queries, uses: AssetUses): Promise<LibraryRow[]> {
  const used = uses.speaksOf(libraries.library_id);
  return db
    .select()
    .from(libraries)
    .where(and(sql`${libraries.deleted_at} is not null`, sql`not ${used}`))
    .limit(100);
}

/** Takes libraries whose repositories are to be asked, each for one server alone until `next`. */
export async function takeDue(db: Queries, now: number, next: number, limit: number): Promise<LibraryRow[]> {
  const due = db
    .select({ library_id: libraries.library_id })
    .from(libraries)
    .where(and(lte(libraries.sync_at, now), isNull(libraries.deleted_at)))
    .orderBy(asc(libraries.sync_at))
    .limit(limit)
    .for("update", { skipLocked: true });
  return db.update(libraries).set({ sync_at: next }).where(inArray(libraries.library_id, due)).returning();
}

export async function listCases(
  db: Queries,
  task_id: string,
  filter: Page & { keyword: string },
): Promise<{ rows: (typeof library_cases.$inferSelect)[]; total: number }> {
  const pattern = likePattern(filter.keyword);
  const where = and(
    eq(library_cases.task_id, task_id),
    filter.keyword === "" ? undefined : or(ilike(library_cases.name, pattern), ilike(library_cases.file, pattern)),
  );
  const rows = await db
    .select()
    .from(library_cases)
    .where(where)
    .orderBy(asc(library_cases.position))
    .limit(filter.page_size)
    .offset((filter.page_num - 1) * filter.page_size);
  return { rows, total: await db.$count(library_cases, where) };
}

/** The cases of the last successful parsings of a project's libraries. */
export async function searchCases(db: Queries, filter: Page & { project_id: string; keyword: string }) {
  const pattern = likePattern(filter.keyword);
  const where = and(
    alive(filter.project_id),
    or(ilike(library_cases.name, pattern), ilike(library_cases.file, pattern)),
  );
  const { case_key, name, file, function: function_ } = library_cases;
  const { library_id, name: library_name } = libraries;
  const rows = await db
    .select({ case_key, name, file, function: function_, library_id, library_name })
    .from(libraries)
    .innerJoin(library_cases, eq(library_cases.task_id, libraries.parsed_task_id))
    .where(where)
    .orderBy(asc(libraries.name), asc(libraries.library_id), asc(library_cases.position))
    .limit(filter.page_size)
    .offset((filter.page_num - 1) * filter.page_size);
  const [counted] = await db
    .select({ total: count() })
    .from(libraries)
    .innerJoin(library_cases, eq(library_cases.task_id, libraries.parsed_task_id))
    .where(where);
  return { rows, total: counted?.total ?? 0 };
}

/** The cases of a parsing in its order; those that are not there are left out. */
export async function casesOf(
  db: Queries,
  task_id: string,
  keys: readonly string[] | undefined,
): Promise<(typeof library_cases.$inferSelect)[]> {
  // As one parameter: a run may name more cases than a query may have parameters.
  const chosen = keys && sql`${library_cases.case_key} = any(${sql.param([...keys])}::text[])`;
  return db
    .select()
    .from(library_cases)
    .where(and(eq(library_cases.task_id, task_id), chosen))
    .orderBy(asc(library_cases.position));
}

export async function countOf(db: Queries, project_id: string): Promise<number> {
  const [row] = await db.select({ total: count() }).from(libraries).where(alive(project_id));
  return row?.total ?? 0;
}

/** Also one that was deleted and is kept for its reports. */
export async function findAnyLibrary(db: Queries, library_id: string): Promise<LibraryRow | undefined> {
  const [row] = await db.select().from(libraries).where(eq(libraries.library_id, library_id));
  return row;
}
