import { and, asc, desc, eq, getTableColumns, inArray, sql } from "../../platform/database/sql.ts";
import { agents, users } from "../../platform/database/core.schema.ts";
import type { Queries } from "../../platform/database/database.ts";
import { runs } from "../../platform/database/jobs.schema.ts";
import { agent_tasks, libraries, library_cases } from "../../platform/database/libraries.schema.ts";

export type TaskRow = typeof agent_tasks.$inferSelect;
export interface TaskListing {
  task: TaskRow;
  user_name: string | null;
  agent_name: string | null;
}

const listed = (db: Queries) =>
  db
    .select({ task: agent_tasks, user_name: users.user_name, agent_name: agents.name })
    .from(agent_tasks)
    .leftJoin(users, eq(users.user_id, agent_tasks.user_id))
    .leftJoin(agents, eq(agents.agent_id, agent_tasks.agent_id));
/** The files are here, and only what reads them failed. */
const LISTING_FAILURES = ["parser_exited", "abnormal_result"] as const;
const isOpen = inArray(agent_tasks.state, ["queued", "running"]);

export async function listTasks(
  db: Queries,
  library_id: string,
  page: { page_num: number; page_size: number },
): Promise<{ rows: TaskListing[]; total: number }> {
  const where = eq(agent_tasks.library_id, library_id);
  const rows = await listed(db)
    .where(where)
    .orderBy(desc(agent_tasks.created_at), desc(agent_tasks.task_id))
    .limit(page.page_size)
    .offset((page.page_num - 1) * page.page_size);
  return { rows, total: await db.$count(agent_tasks, where) };
}

export async function findListed(db: Queries, task_ids: readonly string[]): Promise<TaskListing[]> {
  return task_ids.length === 0 ? [] : listed(db).where(inArray(agent_tasks.task_id, [...task_ids]));
}

/** False when the library is being parsed already. */
export async function insertTask(db: Queries, row: typeof agent_tasks.$inferInsert): Promise<boolean> {
  const rows = await db
    .insert(agent_tasks)
    .values(row)
    .onConflictDoNothing({ target: agent_tasks.library_id, where: sql`state in ('queued', 'running')` })
    .returning({ task_id: agent_tasks.task_id });
  return rows.length > 0;
}

/** Takes the oldest task that waits, for an agent that serves `audience` (null in it stands for all projects). */
export async function claimTask(
  db: Queries,
  of: { agent_id: string; audience: (string | null)[]; now: number },
): Promise<TaskRow | undefined> {
  const projects = of.audience.filter((each) => each !== null);
  const next = db
    .select({ task_id: agent_tasks.task_id })
    .from(agent_tasks)
    .where(
      and(
        eq(agent_tasks.state, "queued"),
        of.audience.includes(null) ? undefined : inArray(agent_tasks.project_id, projects),
      ),
    )
    .orderBy(asc(agent_tasks.created_at))
    .limit(1)
    .for("update", { skipLocked: true });
  const [row] = await db
    .update(agent_tasks)
    .set({
      state: "running",
      agent_id: of.agent_id,
      stage: "clone",
      percent: null,
      started_at: of.now,
      attempts: sql`${agent_tasks.attempts} + 1`,
    })
    .where(inArray(agent_tasks.task_id, next))
    .returning();
  return row;
}

export async function countRunning(db: Queries, agent_id: string): Promise<number> {
  return db.$count(agent_tasks, and(eq(agent_tasks.agent_id, agent_id), eq(agent_tasks.state, "running")));
}

export async function runningOf(db: Queries, agent_id: string): Promise<TaskRow[]> {
  return db
    .select()
    .from(agent_tasks)
    .where(and(eq(agent_tasks.agent_id, agent_id), eq(agent_tasks.state, "running")));
}

export async function findTask(db: Queries, task_id: string): Promise<TaskRow | undefined> {
  const [row] = await db.select().from(agent_tasks).where(eq(agent_tasks.task_id, task_id));
  return row;
}

export async function lockTask(db: Queries, task_id: string): Promise<TaskRow | undefined> {
  const [row] = await db.select().from(agent_tasks).where(eq(agent_tasks.task_id, task_id)).for("update");
  return row;
}

export async function lockOpenTask(db: Queries, library_id: string): Promise<TaskRow | undefined> {
  const [row] = await db
    .select()
    .from(agent_tasks)
    .where(and(eq(agent_tasks.library_id, library_id), isOpen))
    .for("update");
  return row;
}

export async function updateTask(
  db: Queries,
  task_id: string,
  change: Partial<typeof agent_tasks.$inferInsert>,
): Promise<void> {
  await db.update(agent_tasks).set(change).where(eq(agent_tasks.task_id, task_id));
}

/** Notes how far a running task is. Undefined when it is not this agent's any more. */
export async function noteProgress(
  db: Queries,
  of: { task_id: string; agent_id: string },
  progress: Pick<TaskRow, "stage" | "percent">,
): Promise<TaskRow | undefined> {
  const [row] = await db
    .update(agent_tasks)
    .set(progress)
    .where(
      and(eq(agent_tasks.task_id, of.task_id), eq(agent_tasks.agent_id, of.agent_id), eq(agent_tasks.state, "running")),
    )
    .returning();
  return row;
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
export async function taskOfCommit(db: Queries, library_id: string, commit_id: string): Promise<TaskRow | undefined> {
  const [row] = await db
    .select()
    .from(agent_tasks)
    .where(
      and(
        eq(agent_tasks.library_id, library_id),
        eq(agent_tasks.commit_id, commit_id),
        inArray(agent_tasks.state, ["done", "failed"]),
        sql`${agent_tasks.snapshot} is not null`,
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
export async function findPrunable(db: Queries, library_id: string): Promise<TaskRow[]> {
  const newer = sql`exists (select 1 from ${agent_tasks} n where n.library_id = ${agent_tasks.library_id}
    and n.commit_id = ${agent_tasks.commit_id} and n.state in ('done', ${agent_tasks.state}) and n.snapshot is not null
    and n.created_at > ${agent_tasks.created_at})`;
  const used = sql`exists (select 1 from ${runs} where ${runs.library_id} = ${agent_tasks.library_id}
    and ${runs.commit_id} = ${agent_tasks.commit_id})`;
  const isAllThereIs = sql`${agent_tasks.state} = 'failed' and ${libraries.last_task_id} = ${agent_tasks.task_id}
    and ${libraries.parsed_task_id} is null and ${libraries.deleted_at} is null
    and ${inArray(agent_tasks.failure, [...LISTING_FAILURES])}`;
  return db
    .select(getTableColumns(agent_tasks))
    .from(agent_tasks)
    .innerJoin(libraries, eq(libraries.library_id, agent_tasks.library_id))
    .where(
      and(
        eq(agent_tasks.library_id, library_id),
        sql`${agent_tasks.snapshot} is not null`,
        inArray(agent_tasks.state, ["done", "failed", "cancelled"]),
        sql`${libraries.parsed_task_id} is distinct from ${agent_tasks.task_id}`,
        sql`(${agent_tasks.state} = 'cancelled' or ${newer} or not ${used})`,
        sql`(${isAllThereIs}) is not true`,
      ),
    );
}

/** Where the files of a library's parsings are. */
export async function snapshotKeys(
  db: Queries,
  of: { library_id: string } | { project_id: string },
): Promise<string[]> {
  const rows = await db
    .select({ snapshot: agent_tasks.snapshot })
    .from(agent_tasks)
    .where(
      and(
        "library_id" in of ? eq(agent_tasks.library_id, of.library_id) : eq(agent_tasks.project_id, of.project_id),
        sql`${agent_tasks.snapshot} is not null`,
      ),
    );
  return rows.flatMap(({ snapshot }) => (snapshot ? [snapshot.blob_key] : []));
}
