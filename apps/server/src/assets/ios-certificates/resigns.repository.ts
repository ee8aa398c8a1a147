import { apps } from "../../platform/database/apps.schema.ts";
import { agents, users } from "../../platform/database/core.schema.ts";
import type { Queries } from "../../platform/database/database.ts";
import { resigns } from "../../platform/database/ios-certificates.schema.ts";
import { and, desc, eq } from "../../platform/database/sql.ts";
import { agent_tasks } from "../../platform/database/tasks.schema.ts";

export type ResignRow = typeof resigns.$inferSelect;
export interface ResignListing {
  task: typeof agent_tasks.$inferSelect;
  resign: ResignRow;
  user_name: string | null;
  agent_name: string | null;
  /** While it is there. */
  signed_app_id: string | null;
}

const listed = (db: Queries) =>
  db
    .select({
      task: agent_tasks,
      resign: resigns,
      user_name: users.user_name,
      agent_name: agents.name,
      signed_app_id: apps.app_id,
    })
    .from(resigns)
    .innerJoin(agent_tasks, eq(agent_tasks.task_id, resigns.task_id))
    .leftJoin(users, eq(users.user_id, agent_tasks.user_id))
    .leftJoin(agents, eq(agents.agent_id, agent_tasks.agent_id))
    .leftJoin(apps, eq(apps.app_id, resigns.signed_app_id));

export async function listResigns(
  db: Queries,
  cert_id: string,
  page: { page_num: number; page_size: number },
): Promise<{ rows: ResignListing[]; total: number }> {
  const where = eq(resigns.cert_id, cert_id);
  const rows = await listed(db)
    .where(where)
    .orderBy(desc(agent_tasks.created_at), desc(agent_tasks.task_id))
    .limit(page.page_size)
    .offset((page.page_num - 1) * page.page_size);
  return { rows, total: await db.$count(resigns, where) };
}

export async function findResign(
  db: Queries,
  of: { cert_id: string; task_id: string },
): Promise<ResignListing | undefined> {
  const [row] = await listed(db).where(and(eq(resigns.cert_id, of.cert_id), eq(resigns.task_id, of.task_id)));
  return row;
}

export async function insertResign(tx: Queries, row: typeof resigns.$inferInsert): Promise<void> {
  await tx.insert(resigns).values(row);
}

/** Throws when there is none: a task of this kind has one for as long as it is there. */
export async function resignOfTask(db: Queries, task_id: string): Promise<ResignRow> {
  const [row] = await db.select().from(resigns).where(eq(resigns.task_id, task_id));
  if (!row) throw new Error(`no re-signing of task ${task_id}`);
  return row;
}

export async function updateResign(tx: Queries, task_id: string, change: Partial<ResignRow>): Promise<void> {
  await tx.update(resigns).set(change).where(eq(resigns.task_id, task_id));
}
