import { and, asc, eq, ilike, lte, min, sql } from "../../../platform/database/sql.ts";
import { users } from "../../../platform/database/core.schema.ts";
import type { Queries } from "../../../platform/database/database.ts";
import { jobs, schedules } from "../../../platform/database/jobs.schema.ts";
import { likePattern } from "../../../platform/ids.ts";

export type ScheduleRow = typeof schedules.$inferSelect;

const select = (db: Queries) =>
  db
    .select({ schedule: schedules, job_name: jobs.name, user_name: users.user_name })
    .from(schedules)
    .innerJoin(jobs, eq(jobs.job_id, schedules.job_id))
    .innerJoin(users, eq(users.user_id, schedules.user_id));
export type ScheduleListing = Awaited<ReturnType<typeof select>>[number];

export async function listSchedules(
  db: Queries,
  filter: { project_id: string; job_id?: string | undefined; keyword: string; page_num: number; page_size: number },
): Promise<{ rows: ScheduleListing[]; total: number }> {
  const where = and(
    eq(schedules.project_id, filter.project_id),
    filter.job_id === undefined ? undefined : eq(schedules.job_id, filter.job_id),
    filter.keyword === "" ? undefined : ilike(schedules.name, likePattern(filter.keyword)),
  );
  const rows = await select(db)
    .where(where)
    .orderBy(sql`${schedules.next_at} asc nulls last`, asc(schedules.schedule_id))
    .limit(filter.page_size)
    .offset((filter.page_num - 1) * filter.page_size);
  return { rows, total: await db.$count(schedules, where) };
}

export async function findSchedule(
  db: Queries,
  project_id: string,
  schedule_id: string,
): Promise<ScheduleListing | undefined> {
  const [row] = await select(db).where(
    and(eq(schedules.project_id, project_id), eq(schedules.schedule_id, schedule_id)),
  );
  return row;
}

export async function insertSchedule(db: Queries, row: ScheduleRow): Promise<void> {
  await db.insert(schedules).values(row);
}

export async function updateSchedule(db: Queries, schedule_id: string, change: Partial<ScheduleRow>): Promise<void> {
  await db.update(schedules).set(change).where(eq(schedules.schedule_id, schedule_id));
}

export async function deleteSchedule(db: Queries, schedule_id: string): Promise<void> {
  await db.delete(schedules).where(eq(schedules.schedule_id, schedule_id));
}

const isStarted = eq(schedules.state, "started");

export async function nextDue(db: Queries): Promise<number | undefined> {
  const [row] = await db
    .select({ next_at: min(schedules.next_at) })
    .from(schedules)
    .where(isStarted);
  return row?.next_at ?? undefined;
}

export async function findDue(db: Queries, now: number): Promise<ScheduleRow | undefined> {
  const [row] = await db
    .select()
    .from(schedules)
    .where(and(isStarted, lte(schedules.next_at, now)))
    .orderBy(asc(schedules.next_at))
    .limit(1);
  return row;
}

/** Takes a schedule that is still due at this time; of several servers exactly one gets it. */
export async function lockDue(db: Queries, schedule_id: string, next_at: number): Promise<boolean> {
  const rows = await db
    .select({ schedule_id: schedules.schedule_id })
    .from(schedules)
    .where(and(isStarted, eq(schedules.schedule_id, schedule_id), eq(schedules.next_at, next_at)))
    .for("update");
  return rows.length > 0;
}
