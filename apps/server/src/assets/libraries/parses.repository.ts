import { and, asc, desc, eq, getTableColumns, inArray, sql } from "../../platform/database/sql.ts";
import { agents, users } from "../../platform/database/core.schema.ts";
import type { Queries } from "../../platform/database/database.ts";
import { libraries, library_cases, parses } from "../../platform/database/libraries.schema.ts";
import { agent_tasks } from "../../platform/database/tasks.schema.ts";
import type { AssetUses } from "../uses.ts";

/** A parsing with the task that it is. */
export type ParseRow = typeof agent_tasks.$inferSelect & typeof parses.$inferSelect;
export interface ParseListing {
  task: typeof agent_tasks.$inferSelect;
  parse: typeof parses.$inferSelect;
  user_name: string | null;
  agent_name: string | null;
}

const listed = (db: Queries) =>
  db
    .select({ task: agent_tasks, parse: parses, user_name: users.user_name, agent_name: agents.name })
    .from(agent_tasks)
    .innerJoin(parses, eq(parses.task_id, agent_tasks.task_id))
    .leftJoin(users, eq(users.user_id, agent_tasks.user_id))
    .leftJoin(agents, eq(agents.agent_id, agent_tasks.agent_id));
const ofLibrary = (library_id: string) => and(eq(agent_tasks.kind, "parse"), eq(agent_tasks.subject_id, library_id));
/** The files are here, and only what reads them failed. */
const LISTING_FAILURES = ["parser_exited", "abnormal_result"] as const;

export async function listParses(
  db: Queries,
  library_id: string,
  page: { page_num: number; page_size: number },
): Promise<{ rows: ParseListing[]; total: number }> {
  const where = ofLibrary(library_id);
  const rows = await listed(db)
    .where(where)
    .orderBy(desc(agent_tasks.created_at), desc(agent_tasks.task_id))
    .limit(page.page_size)
    .offset((page.page_num - 1) * page.page_size);
  return { rows, total: await db.$count(agent_tasks, where) };
}

export async function findListed(db: Queries, task_ids: readonly string[]): Promise<ParseListing[]> {
  return task_ids.length === 0 ? [] : listed(db).where(inArray(agent_tasks.task_id, [...task_ids]));
}

export async function insertParse(db: Queries, row: typeof parses.$inferInsert): Promise<void> {
  await db.insert(parses).values(row);
}

/** Throws when there is none: a task of this kind has one for as long as it is there. */
export async function parseOfTask(db: Queries, task_id: string): Promise<typeof parses.$inferSelect> {
  const [row] = await db.select().from(parses).where(eq(parses.task_id, task_id));
  if (!row) throw new Error(`no parsing of task ${task_id}`);
  return row;
}

export async function updateParse(
  db: Queries,
  task_id: string,
  change: Partial<typeof parses.$inferInsert>,
): Promise<void> {
  await db.update(parses).set(change).where(eq(parses.task_id, task_id));
}

export async function insertCases(db: Queries, rows: (typeof library_cases.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await db.insert(library_cases).values(rows).onConflictDoNothing();
}

export async function countCases(db: Queries, task_id: string): Promise<number> {
  return db.$count(library_cases, eq(library_cases.task_id, task_id));
}

export async function deleteCases(db: Queries, task_ids: readonly string[]): Promise<void> {
  if (task_ids.length > 0) await db.delete(library_cases).where(inArray(library_cases.task_id, [...task_ids]));
}

/** The parsing that a commit's cases and files are read from: the last one of it that went well, else that left its files. */
export async function parseOfCommit(
  db: Queries,
  library_id: string,
  commit_id: string,
): Promise<typeof parses.$inferSelect | undefined> {
  const [row] = await db
    .select(getTableColumns(parses))
    .from(parses)
    .innerJoin(agent_tasks, eq(agent_tasks.task_id, parses.task_id))
    .where(
      and(
        eq(parses.library_id, library_id),
        eq(parses.commit_id, commit_id),
        inArray(agent_tasks.state, ["done", "failed"]),
        sql`${parses.snapshot} is not null`,
      ),
    )
    // `done` comes before `failed`.
    .orderBy(asc(agent_tasks.state), desc(agent_tasks.created_at))
    .limit(1);
  return row;
}

/**
 * Parsings whose files neither the library nor a run needs any more. What could not be listed is kept for as long as nothing
 * better is known of its library: a job's image may list it.
 */
export async function findPrunable(
  db: Queries,
  library_id: string,
  uses: AssetUses,
): Promise<(typeof parses.$inferSelect)[]> {
  const newer = sql`exists (select 1 from ${parses} n join ${agent_tasks} t on t.task_id = n.task_id
    where n.library_id = ${parses.library_id} and n.commit_id = ${parses.commit_id}
    and t.state in ('done', ${agent_tasks.state}) and n.snapshot is not null and t.created_at > ${agent_tasks.created_at})`;
  const used = uses.speaksOf(parses.library_id, parses.commit_id);
  const isAllThereIs = sql`${agent_tasks.state} = 'failed' and ${libraries.last_task_id} = ${parses.task_id}
    and ${libraries.parsed_task_id} is null and ${libraries.deleted_at} is null
    and ${inArray(parses.failure, [...LISTING_FAILURES])}`;
  return db
    .select(getTableColumns(parses))
    .from(parses)
    .innerJoin(agent_tasks, eq(agent_tasks.task_id, parses.task_id))
    .innerJoin(libraries, eq(libraries.library_id, parses.library_id))
    .where(
      and(
        eq(parses.library_id, library_id),
        sql`${parses.snapshot} is not null`,
        inArray(agent_tasks.state, ["done", "failed", "cancelled"]),
        sql`${libraries.parsed_task_id} is distinct from ${parses.task_id}`,
        sql`(${agent_tasks.state} = 'cancelled' or ${newer} or not ${used})`,
        sql`(${isAllThereIs}) is not true`,
      ),
    );
}

/** Where the files of a library's parsings are, or of all of a project's. */
export async function snapshotKeys(
  db: Queries,
  of: { library_id: string } | { project_id: string },
): Promise<string[]> {
  const rows = await db
    .select({ snapshot: parses.snapshot })
    .from(parses)
    .innerJoin(libraries, eq(libraries.library_id, parses.library_id))
    .where(
      and(
        "library_id" in of ? eq(parses.library_id, of.library_id) : eq(libraries.project_id, of.project_id),
        sql`${parses.snapshot} is not null`,
      ),
    );
  return rows.flatMap(({ snapshot }) => (snapshot ? [snapshot.blob_key] : []));
}
