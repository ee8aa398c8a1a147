import { and, count, countDistinct, desc, eq, gte, inArray, lt, sql } from "../../platform/database/sql.ts";
import { projects, test_devices, tests } from "../../platform/database/core.schema.ts";
import type { Queries } from "../../platform/database/database.ts";
import { runs } from "../../platform/database/jobs.schema.ts";
import { slots } from "../../platform/database/scheduling.schema.ts";
import type { ProjectSummary } from "./facts.ts";

const FAILING_JOBS_MAX = 5;

/** What ended in a project from `from` to before `to`. */
export async function summarise(db: Queries, project_id: string, from: number, to: number): Promise<ProjectSummary> {
  const inTime = and(eq(tests.project_id, project_id), gte(tests.ended_at, from), lt(tests.ended_at, to));
  const where = (condition: ReturnType<typeof sql>) => sql<number>`(count(*) filter (where ${condition}))::int`;
  const [used] = await db
    .select({
      debug_sessions: where(sql`${tests.kind} = 'debug'`),
      people: countDistinct(tests.user_id),
      // A run goes on without a device that it lost, and ends as its cases do.
      lost: where(sql`${tests.end_reason} in ('device_lost', 'agent_lost') or exists (
        select 1 from ${slots} where ${slots.test_id} = ${tests.test_id} and jsonb_array_length(${slots.lost_device_ids}) > 0)`),
    })
    .from(tests)
    .where(inTime);
  const [devices] = await db
    .select({ count: countDistinct(test_devices.device_id) })
    .from(test_devices)
    .innerJoin(tests, eq(tests.test_id, test_devices.test_id))
    .where(inTime);
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
    debug_sessions: used?.debug_sessions ?? 0,
    people: used?.people ?? 0,
    devices: devices?.count ?? 0,
    lost: used?.lost ?? 0,
  };
}

export async function projectNames(db: Queries, project_ids: string[]): Promise<Map<string, string>> {
  if (project_ids.length === 0) return new Map();
  const rows = await db
    .select({ project_id: projects.project_id, name: projects.name })
    .from(projects)
    .where(inArray(projects.project_id, project_ids));
  return new Map(rows.map((row) => [row.project_id, row.name]));
}
