/** What people are told of jobs and their runs outside of the console. */
import type { ProjectSummary } from "../../../notify/notifications/notifications.service.ts";
import { tests } from "../../../platform/database/core.schema.ts";
import type { Queries } from "../../../platform/database/database.ts";
import { jobs, runs } from "../../../platform/database/jobs.schema.ts";
import { and, count, desc, eq, gte, inArray, lt, sql } from "../../../platform/database/sql.ts";

const FAILING_JOBS_MAX = 5;

/** Names of those of these jobs that are in the project still. */
export async function jobNames(
  db: Queries,
  project_id: string,
  job_ids: readonly string[],
): Promise<Map<string, string>> {
  if (job_ids.length === 0) return new Map();
  const rows = await db
    .select({ job_id: jobs.job_id, name: jobs.name })
    .from(jobs)
    .where(and(eq(jobs.project_id, project_id), inArray(jobs.job_id, [...job_ids])));
  return new Map(rows.map((row) => [row.job_id, row.name]));
}

/** The runs that ended in a project from `from` to before `to`. */
export async function summariseRuns(
  db: Queries,
  project_id: string,
  from: number,
  to: number,
): Promise<Pick<ProjectSummary, "runs" | "cases" | "failing_jobs">> {
  const inTime = and(eq(tests.project_id, project_id), gte(tests.ended_at, from), lt(tests.ended_at, to));
  const where = (condition: ReturnType<typeof sql>) => sql<number>`(count(*) filter (where ${condition}))::int`;
  const [run] = await db
    .select({
      total: count(),
      passed: where(sql`${runs.verdict} = 'passed'`),
      failed: where(sql`${runs.verdict} = 'failed'`),
      incomplete: where(sql`${runs.verdict} = 'incomplete'`),
      case_count: sql<number>`coalesce(sum(${runs.case_count}), 0)::int`,
      success_count: sql<number>`coalesce(sum(${runs.success_count} - ${runs.skipped_count}), 0)::int`,
      skipped_count: sql<number>`coalesce(sum(${runs.skipped_count}), 0)::int`,
      failed_count: sql<number>`coalesce(sum(${runs.failed_count}), 0)::int`,
    })
    .from(runs)
    .innerJoin(tests, eq(tests.test_id, runs.test_id))
    .where(inTime);
  const failedCases = sql<number>`sum(${runs.failed_count})::int`;
  const failing_jobs = await db
    .select({ job_name: runs.job_name, failed: failedCases })
    .from(runs)
    .innerJoin(tests, eq(tests.test_id, runs.test_id))
    .where(inTime)
    .groupBy(runs.job_name)
    .having(sql`sum(${runs.failed_count}) > 0`)
    .orderBy(desc(failedCases), runs.job_name)
    .limit(FAILING_JOBS_MAX);
  const { case_count = 0, success_count = 0, skipped_count = 0, failed_count = 0, ...verdicts } = run ?? {};
  return {
    runs: { total: 0, passed: 0, failed: 0, incomplete: 0, ...verdicts },
    cases: { total: case_count, success: success_count, skipped: skipped_count, failed: failed_count },
    failing_jobs,
  };
}
