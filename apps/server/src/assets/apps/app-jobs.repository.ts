import { jobs } from "../../platform/database/jobs.schema.ts";
import type { Queries } from "../../platform/database/database.ts";
import { and, eq, or, sql } from "../../platform/database/sql.ts";

const NAMED_JOBS = 10;

/** How many jobs of a project test this app or install it, and the first of them by name. */
export async function jobsWithApp(
  db: Queries,
  project_id: string,
  app_id: string,
): Promise<{ job_count: number; jobs: { job_id: string; name: string }[] }> {
  const where = and(
    eq(jobs.project_id, project_id),
    or(
      sql`${jobs.config}->>'app_id' = ${app_id}`,
      sql`${jobs.config}->'preinstall_app_ids' @> to_jsonb(${app_id}::text)`,
      sql`${jobs.config}->'instrumentation'->>'test_app_id' = ${app_id}`,
    ),
  );
  const first = await db
    .select({ job_id: jobs.job_id, name: jobs.name })
    .from(jobs)
    .where(where)
    .orderBy(jobs.name, jobs.job_id)
    .limit(NAMED_JOBS);
  return { job_count: first.length < NAMED_JOBS ? first.length : await db.$count(jobs, where), jobs: first };
}
