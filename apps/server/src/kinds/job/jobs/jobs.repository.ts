import { and, asc, desc, eq, exists, ilike, inArray, or, sql } from "../../../platform/database/sql.ts";
import type { Framework, Verdict } from "@udt/contract";
import { tests, users } from "../../../platform/database/core.schema.ts";
import type { Queries } from "../../../platform/database/database.ts";
import { jobs, runs, schedules } from "../../../platform/database/jobs.schema.ts";
import { likePattern } from "../../../platform/ids.ts";

export type JobRow = typeof jobs.$inferSelect;

export interface JobFilter {
  project_id: string;
  keyword: string;
  framework?: Framework | undefined;
  verdict?: Verdict | undefined;
  library_id?: string | undefined;
  app_id?: string | undefined;
  page_num: number;
  page_size: number;
}

const listed = {
  job: jobs,
  user_name: users.user_name,
  schedule_count: sql<number>`(select count(*)::int from ${schedules} where ${schedules.job_id} = ${jobs.job_id})`,
};
const select = (db: Queries) => db.select(listed).from(jobs).innerJoin(users, eq(users.user_id, jobs.user_id));
export type JobListing = Awaited<ReturnType<typeof select>>[number];

export async function listJobs(db: Queries, filter: JobFilter): Promise<{ rows: JobListing[]; total: number }> {
  const pattern = likePattern(filter.keyword);
  const configIs = (key: string, value: string | undefined) =>
    value === undefined ? undefined : sql`${jobs.config}->>${sql.raw(`'${key}'`)} = ${value}`;
  const where = and(
    eq(jobs.project_id, filter.project_id),
    configIs("framework", filter.framework),
    configIs("library_id", filter.library_id),
    configIs("app_id", filter.app_id),
    filter.verdict && exists(lastRunWith(db, filter.verdict)),
    filter.keyword === "" ? undefined : or(ilike(jobs.name, pattern), ilike(users.user_name, pattern)),
  );
  const rows = await select(db)
    .where(where)
    .orderBy(desc(jobs.active_at), desc(jobs.job_id))
    .limit(filter.page_size)
    .offset((filter.page_num - 1) * filter.page_size);
  const [count] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(jobs)
    .innerJoin(users, eq(users.user_id, jobs.user_id))
    .where(where);
  return { rows, total: count?.total ?? 0 };
}

function lastRunWith(db: Queries, verdict: Verdict) {
  const last = db
    .select({ verdict: runs.verdict })
    .from(runs)
    .where(eq(runs.job_id, jobs.job_id))
    .orderBy(desc(runs.created_at))
    .limit(1)
    .as("last");
  return db
    .select({ one: sql`1` })
    .from(last)
    .where(eq(last.verdict, verdict));
}

export async function findJob(db: Queries, project_id: string, job_id: string): Promise<JobListing | undefined> {
  const [row] = await select(db).where(and(eq(jobs.project_id, project_id), eq(jobs.job_id, job_id)));
  return row;
}

/** The one that a project had first. */
export async function findFirst(
  db: Queries,
  project_id: string,
): Promise<Pick<JobRow, "job_id" | "name" | "config"> | undefined> {
  const [row] = await db
    .select({ job_id: jobs.job_id, name: jobs.name, config: jobs.config })
    .from(jobs)
    .where(eq(jobs.project_id, project_id))
    .orderBy(asc(jobs.created_at), asc(jobs.job_id))
    .limit(1);
  return row;
}

export async function insertJob(db: Queries, job: JobRow): Promise<void> {
  await db.insert(jobs).values(job);
}

/** Changes a job that is still as it was read. False when it is not. */
export async function updateJob(
  db: Queries,
  of: { project_id: string; job_id: string; revision: number },
  change: Partial<JobRow>,
): Promise<boolean> {
  const rows = await db
    .update(jobs)
    .set({ ...change, revision: of.revision + 1 })
    .where(and(eq(jobs.project_id, of.project_id), eq(jobs.job_id, of.job_id), eq(jobs.revision, of.revision)))
    .returning({ job_id: jobs.job_id });
  return rows.length > 0;
}

export async function noteRun(db: Queries, job_id: string, active_at: number): Promise<void> {
  await db.update(jobs).set({ active_at }).where(eq(jobs.job_id, job_id));
}

export async function deleteJob(
  db: Queries,
  project_id: string,
  job_id: string,
): Promise<Pick<JobRow, "name"> | undefined> {
  const [row] = await db
    .delete(jobs)
    .where(and(eq(jobs.project_id, project_id), eq(jobs.job_id, job_id)))
    .returning({ name: jobs.name });
  return row;
}

/** The last runs of each of these jobs, newest first. */
export async function lastRuns(db: Queries, job_ids: string[], each: number) {
  if (job_ids.length === 0) return [];
  const ranked = db
    .select({
      test_id: runs.test_id,
      rank: sql<number>`row_number() over (partition by ${runs.job_id} order by ${runs.created_at} desc)`.as("rank"),
    })
    .from(runs)
    .where(inArray(runs.job_id, job_ids))
    .as("ranked");
  return db
    .select({ run: runs, test: tests, user_name: users.user_name })
    .from(ranked)
    .innerJoin(runs, eq(runs.test_id, ranked.test_id))
    .innerJoin(tests, eq(tests.test_id, runs.test_id))
    .innerJoin(users, eq(users.user_id, tests.user_id))
    .where(sql`${ranked.rank} <= ${each}`)
    .orderBy(desc(runs.created_at));
}
