import type { AgentTaskKind } from "@udt/contract";
import { and, asc, desc, eq, inArray, sql } from "../../platform/database/sql.ts";
import { agents } from "../../platform/database/core.schema.ts";
import type { Queries } from "../../platform/database/database.ts";
import { agent_tasks } from "../../platform/database/tasks.schema.ts";

export type TaskRow = typeof agent_tasks.$inferSelect;
export type NewTask = typeof agent_tasks.$inferInsert;
interface About {
  kind: AgentTaskKind;
  subject_id: string;
}

const isAbout = ({ kind, subject_id }: About) =>
  and(eq(agent_tasks.kind, kind), eq(agent_tasks.subject_id, subject_id));

/** False when there is an open one of its kind about the same. */
export async function insertTask(db: Queries, row: NewTask): Promise<boolean> {
  const rows = await db
    .insert(agent_tasks)
    .values(row)
    .onConflictDoNothing({
      target: [agent_tasks.kind, agent_tasks.subject_id],
      where: sql`state in ('queued', 'running')`,
    })
    .returning({ task_id: agent_tasks.task_id });
  return rows.length > 0;
}

export async function isAnyQueued(db: Queries): Promise<boolean> {
  const queued = await db
    .select({ one: sql`1` })
    .from(agent_tasks)
    .where(eq(agent_tasks.state, "queued"))
    .limit(1);
  return queued.length > 0;
}

/** Takes the oldest task that waits, for an agent that does `kinds` and serves `audience` (null in it stands for all projects). */
export async function claimTask(
  db: Queries,
  of: { agent_id: string; audience: (string | null)[]; kinds: AgentTaskKind[]; now: number },
): Promise<TaskRow | undefined> {
  const projects = of.audience.filter((each) => each !== null);
  const next = db
    .select({ task_id: agent_tasks.task_id })
    .from(agent_tasks)
    .where(
      and(
        eq(agent_tasks.state, "queued"),
        inArray(agent_tasks.kind, of.kinds),
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
      stage: null,
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

export async function lockTask(db: Queries, task_id: string): Promise<TaskRow | undefined> {
  const [row] = await db.select().from(agent_tasks).where(eq(agent_tasks.task_id, task_id)).for("update");
  return row;
}

const OPEN = ["queued", "running"] as const;

export async function findOpenTask(db: Queries, about: About): Promise<TaskRow | undefined> {
  const [row] = await db
    .select()
    .from(agent_tasks)
    .where(and(isAbout(about), inArray(agent_tasks.state, OPEN)));
  return row;
}

export interface TaskListing {
  task: TaskRow;
  agent_name: string | null;
}

export const listOpenTasks = (
  db: Queries,
  kind: AgentTaskKind,
  subject_ids: readonly string[],
): Promise<TaskListing[]> =>
  db
    .select({ task: agent_tasks, agent_name: agents.name })
    .from(agent_tasks)
    .leftJoin(agents, eq(agents.agent_id, agent_tasks.agent_id))
    .where(
      and(
        eq(agent_tasks.kind, kind),
        inArray(agent_tasks.subject_id, [...subject_ids]),
        inArray(agent_tasks.state, OPEN),
      ),
    );

export async function cancelOpenTasks(
  db: Queries,
  of: { kind: AgentTaskKind; project_id: string },
  now: number,
): Promise<Pick<TaskRow, "task_id" | "agent_id">[]> {
  return db
    .update(agent_tasks)
    .set({ state: "cancelled", ended_at: now })
    .where(
      and(eq(agent_tasks.kind, of.kind), eq(agent_tasks.project_id, of.project_id), inArray(agent_tasks.state, OPEN)),
    )
    .returning({ task_id: agent_tasks.task_id, agent_id: agent_tasks.agent_id });
}

export async function deleteOldTasks(db: Queries, about: About, kept: number): Promise<void> {
  const old = db
    .select({ task_id: agent_tasks.task_id })
    .from(agent_tasks)
    .where(and(isAbout(about), inArray(agent_tasks.state, ["done", "failed", "cancelled"])))
    .orderBy(desc(agent_tasks.created_at), desc(agent_tasks.task_id))
    .offset(kept);
  await db.delete(agent_tasks).where(inArray(agent_tasks.task_id, old));
}

export async function lockOpenTask(db: Queries, about: About): Promise<TaskRow | undefined> {
  const [row] = await db
    .select()
    .from(agent_tasks)
    .where(and(isAbout(about), inArray(agent_tasks.state, OPEN)))
    .for("update");
  return row;
}

export async function updateTask(db: Queries, task_id: string, change: Partial<NewTask>): Promise<void> {
  await db.update(agent_tasks).set(change).where(eq(agent_tasks.task_id, task_id));
}

/** Notes how far a running task is. Undefined when it is not this agent's any more, or of another kind. */
export async function noteProgress(
  db: Queries,
  of: { task_id: string; agent_id: string; kinds: AgentTaskKind[] },
  progress: Pick<TaskRow, "stage" | "percent">,
): Promise<TaskRow | undefined> {
  const [row] = await db
    .update(agent_tasks)
    .set(progress)
    .where(
      and(
        eq(agent_tasks.task_id, of.task_id),
        eq(agent_tasks.agent_id, of.agent_id),
        eq(agent_tasks.state, "running"),
        inArray(agent_tasks.kind, of.kinds),
      ),
    )
    .returning();
  return row;
}

export async function deleteTasks(db: Queries, kind: AgentTaskKind, subject_ids: readonly string[]): Promise<void> {
  await db
    .delete(agent_tasks)
    .where(and(eq(agent_tasks.kind, kind), inArray(agent_tasks.subject_id, [...subject_ids])));
}
