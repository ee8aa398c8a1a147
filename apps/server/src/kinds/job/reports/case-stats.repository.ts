/** How the cases of many runs came out. What fails and what is flaky is begun at what failed, which has an index of its own. */
import { REPEATS } from "@udt/contract";
import { sql, type SQL } from "../../../platform/database/sql.ts";
import type { Queries } from "../../../platform/database/database.ts";
import { project_people } from "../../../platform/database/orgs.schema.ts";

/** One project, or all that a user belongs to. */
export type StatsScope = { project_id: string } | { user_id: string };

/** Epoch milliseconds. */
export interface StatsTime {
  from: number;
  to: number;
}

/** So many cases that failed are looked at for whether they came out both ways. */
const FLAKY_LOOKED_AT = 200;
const DAY_MS = 86_400_000;

const within = (scope: StatsScope, { from, to }: StatsTime): SQL =>
  sql`${
    "project_id" in scope
      ? sql`r.project_id = ${scope.project_id}`
      : sql`r.project_id in (select project_id from ${project_people} where ${project_people}."user_id" = ${scope.user_id})`
  } and r.created_at >= ${from}::bigint and r.created_at < ${to}::bigint`;
/** Whether a run ran its job whole, and repeats no other. */
export const ranWhole = (run: SQL): SQL =>
  sql`${run}.origin not in (${sql.join(
    REPEATS.map((origin) => sql`${origin}`),
    sql`, `,
  )})`;
/** It did so, and is over. */
export const isWhole = sql`r.verdict is not null and ${ranWhole(sql`r`)}`;
/** What ran alone ran on a device that somebody chose for it: no other run is like it. */
export const isLike = sql`r.origin <> 'alone'`;
const passed = sql`c.state = 'success' and c.cause <> 'skipped'`;
/** It passed or failed; what was skipped has done neither. */
export const cameOut = sql`(c.state = 'failed' or (${passed}))`;

export interface CountedCases {
  runs: number;
  success: number;
  skipped: number;
  failed: number;
  total: number;
}
export const NOTHING_COUNTED: Readonly<CountedCases> = { runs: 0, success: 0, skipped: 0, failed: 0, total: 0 };

/** By days, as their numbers since the epoch in a zone that is `offset_ms` before UTC; one without a run is not there. */
export async function countByDay(
  db: Queries,
  scope: StatsScope,
  time: StatsTime,
  offset_ms: number,
): Promise<Map<number, CountedCases>> {
  const { rows } = await db.execute<Record<"day" | keyof CountedCases, string>>(sql`
    select (r.created_at + ${offset_ms}::bigint) / ${DAY_MS}::bigint as day, count(*) as runs,
      sum(r.success_count - r.skipped_count) as success, sum(r.skipped_count) as skipped,
      sum(r.failed_count) as failed, sum(r.case_count) as total
    from runs r where ${within(scope, time)} and ${isWhole} group by 1`);
  return new Map(
    rows.map(({ day, runs, success, skipped, failed, total }) => [
      Number(day),
      {
        runs: Number(runs),
        success: Number(success),
        skipped: Number(skipped),
        failed: Number(failed),
        total: Number(total),
      },
    ]),
  );
}

export interface RankedRow {
  [column: string]: unknown;
  project_id: string;
  job_id: string;
  job_name: string;
  case_key: string;
  name: string;
  file: string;
  test_id: string;
  case_run_id: string;
}
export const RANKED = sql`r.project_id, r.job_id, r.job_name, c.case_key, c.name, c.file, c.test_id, c.case_run_id`;

/** Those that failed in most runs. */
export async function mostFailing(db: Queries, scope: StatsScope, time: StatsTime, limit: number) {
  const { rows } = await db.execute<RankedRow & { failed: string; total: string; error: string }>(sql`
    with failing as (
      select r.job_id, c.case_key, count(*) as failed, max(c.case_run_id) as newest
      from runs r join case_runs c on c.test_id = r.test_id and c.state = 'failed' and not c.superseded
      where ${within(scope, time)} and ${isWhole} and r.job_id is not null
      group by 1, 2 order by failed desc, newest desc limit ${limit})
    select ${RANKED}, failing.failed, c.error,
      (select count(*) from runs r join case_runs c on c.test_id = r.test_id and c.case_key = failing.case_key
        where r.job_id = failing.job_id and ${within(scope, time)} and ${isWhole}
          and not c.superseded and ${cameOut}) as total
    from failing join case_runs c on c.case_run_id = failing.newest join runs r on r.test_id = c.test_id
    order by failing.failed desc, failing.newest desc`);
  return rows;
}

/**
 * Those that came out both ways with one app at one commit, by how often they came out otherwise. Where every device runs
 * every case, one that fails on one device and passes on another is that device's.
 */
export async function mostFlaky(db: Queries, scope: StatsScope, time: StatsTime, limit: number) {
  const { rows } = await db.execute<RankedRow & { failed: string; total: string }>(sql`
    with failing as (
      select r.job_id, c.case_key
      from runs r join case_runs c on c.test_id = r.test_id and c.state = 'failed'
      where ${within(scope, time)} and ${isLike} and r.job_id is not null
      group by 1, 2 order by count(*) desc limit ${FLAKY_LOOKED_AT}),
    same_code as (
      select r.job_id, c.case_key, count(*) filter (where c.state = 'failed') as failed, count(*) as total,
        max(c.case_run_id) as newest
      from failing join runs r on r.job_id = failing.job_id
        join case_runs c on c.test_id = r.test_id and c.case_key = failing.case_key and ${cameOut}
      where ${within(scope, time)} and ${isLike}
      group by 1, 2, r.commit_id, r.app_name, r.app_version,
        case when r.config ->> 'mode' = 'sequential' then c.device_id end),
    flaky as (
      select job_id, case_key, sum(failed) as failed, sum(total) as total, sum(least(failed, total - failed)) as turns,
        max(newest) as newest
      from same_code where failed > 0 and failed < total
      group by 1, 2 order by turns desc, newest desc limit ${limit})
    select ${RANKED}, flaky.failed, flaky.total
    from flaky join case_runs c on c.case_run_id = flaky.newest join runs r on r.test_id = c.test_id
    order by flaky.turns desc, flaky.newest desc`);
  return rows;
}

/** Those that took longest in the last whole run of their job, each on the device where it took longest. */
export async function slowest(db: Queries, scope: StatsScope, time: StatsTime, limit: number) {
  const { rows } = await db.execute<RankedRow & { cost: string }>(sql`
    with newest as (
      select distinct on (r.job_id) r.* from runs r
      where ${within(scope, time)} and ${isWhole} and r.job_id is not null
        and r.success_count - r.skipped_count + r.failed_count > 0
      order by r.job_id, r.created_at desc),
    slow as (
      select distinct on (r.job_id, c.case_key) ${RANKED}, c.ended_at - c.started_at as cost
      from newest r join case_runs c on c.test_id = r.test_id
      where not c.superseded and ${cameOut} and c.ended_at is not null and c.started_at is not null
      order by r.job_id, c.case_key, cost desc)
    select * from slow order by cost desc, case_run_id limit ${limit}`);
  return rows;
}
