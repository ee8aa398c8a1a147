/** What of a project's runs waits for somebody, for home: begun at what failed, which has an index of its own. */
import { REPEATS } from "@udt/contract";
import type { Queries } from "../../../platform/database/database.ts";
import { sql, type SQL } from "../../../platform/database/sql.ts";
import { cameOut, isLike, RANKED, type RankedRow } from "./case-results.service.ts";

/** So many of a project's jobs are looked at, those first that ran last. */
const JOBS_LOOKED_AT = 100;
/** So many cases that failed are looked at for whether they are risers, those first that came and went most. */
const RISERS_LOOKED_AT = 100;

const list = (values: readonly string[]): SQL =>
  sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  );

interface FailedRow {
  [column: string]: unknown;
  job_id: string;
  job_name: string;
  test_id: string;
  run_number: number;
  created_at: string;
  failed: string;
  new_failures: string | null;
}

/**
 * The jobs whose newest result is a failure, with how many of its cases failed and how many of them had passed in the run
 * that it is compared with (`findPrevious`, `changedKeys`); those with most new failures first. One case that was run alone is
 * no result of its job.
 */
export async function failedJobs(db: Queries, project_id: string, limit: number): Promise<FailedRow[]> {
  const { rows } = await db.execute<FailedRow>(sql`
    with newest as (
      select j.name as job_name, r.* from
        (select * from jobs where project_id = ${project_id} order by active_at desc limit ${JOBS_LOOKED_AT}) j
        cross join lateral (
          select r.job_id, r.test_id, r.run_number, r.created_at, r.origin, r.verdict from runs r
          where r.job_id = j.job_id and r.project_id = ${project_id} and r.verdict is not null and r.origin <> 'alone'
          order by r.created_at desc limit 1) r
      where r.verdict = 'failed'),
    compared as (
      select newest.*, before.test_id as previous from newest left join lateral (
        select r.test_id from runs r
        where r.job_id = newest.job_id and r.project_id = ${project_id} and r.created_at < newest.created_at
          and r.verdict is not null and r.success_count - r.skipped_count + r.failed_count > 0
          and case when newest.origin in (${list(REPEATS)}) then r.origin <> 'alone'
            else r.origin not in (${list(REPEATS)}) end
        order by r.created_at desc limit 1) before on true),
    counted as (
      select compared.*, failures.failed,
        case when compared.previous is not null then failures.new_failures end as new_failures
      from compared cross join lateral (
        select count(*) as failed, count(*) filter (where one.is_new) as new_failures from (
          select c.case_key,
            exists (select 1 from case_runs b where b.test_id = compared.previous and b.case_key = c.case_key
              and not b.superseded and b.state = 'success' and b.cause <> 'skipped')
            and not exists (select 1 from case_runs b where b.test_id = compared.previous and b.case_key = c.case_key
              and not b.superseded and b.state = 'failed') as is_new
          from (select distinct case_key from case_runs
            where test_id = compared.test_id and state = 'failed' and not superseded) c) one) failures)
    select job_id, job_name, test_id, run_number, created_at, failed, new_failures from counted
    order by coalesce(new_failures, 0) desc, created_at desc limit ${limit}`);
  return rows;
}

export interface RiserRow extends RankedRow {
  flaky_runs: string;
  runs: string;
  flaky_runs_before: string;
  runs_before: string;
}

export interface RiserRule {
  /** A case that was not flaky in so many runs of the days may have had an odd one. */
  flaky_runs: number;
  /** Of fewer runs, in the days or in those before, no share is known. */
  runs: number;
  /** What the share grows by, from 0 to 1. */
  rise: number;
}

/** What makes runs of a job runs of the same code. */
const SAME_CODE = sql`r.job_id, r.commit_id, r.app_name, r.app_version`;
/** Where every device runs every case, one that fails on one device and passes on another is that device's. */
const OWN_DEVICE = sql`case when r.config ->> 'mode' = 'sequential' then c.device_id end`;

/**
 * The cases that are flaky in a larger share of their runs than in as many days before. In a run a case is flaky when it
 * passed after a failed attempt, or came out otherwise than in the run before of the same app at the same commit.
 */
export async function flakyRisers(
  db: Queries,
  project_id: string,
  { from, to }: { from: number; to: number },
  rule: RiserRule,
  limit: number,
): Promise<RiserRow[]> {
  const before = from - (to - from);
  const { rows } = await db.execute<RiserRow>(sql`
    with over as (
      select r.test_id, r.config, r.created_at, ${SAME_CODE}, r.created_at >= ${from}::bigint as is_now,
        row_number() over (partition by ${SAME_CODE} order by r.created_at, r.test_id) as place
      from runs r
      where r.project_id = ${project_id} and r.job_id is not null and r.verdict is not null and ${isLike}
        and r.created_at >= ${before}::bigint and r.created_at < ${to}::bigint),
    failing as (
      select ${SAME_CODE}, c.case_key, ${OWN_DEVICE} as device, r.place, bool_or(c.superseded) as tried_again
      from over r join case_runs c on c.test_id = r.test_id and c.state = 'failed'
      where r.is_now group by 1, 2, 3, 4, 5, 6, 7),
    beginning as (
      select r.job_id, r.case_key, r.tried_again,
        r.place - lag(r.place) over (partition by ${SAME_CODE}, r.case_key, r.device order by r.place) is distinct from 1 as begins
      from failing r),
    looked_at as (
      select job_id, case_key from beginning
      group by 1, 2 order by sum(begins::int + tried_again::int) desc, max(case_key) limit ${RISERS_LOOKED_AT}),
    seen as (
      select ${SAME_CODE}, c.case_key, ${OWN_DEVICE} as device, r.test_id, r.created_at, r.is_now,
        bool_or(c.state = 'failed' and not c.superseded) as failed,
        bool_or(c.state = 'failed' and c.superseded) as tried_again, max(c.case_run_id) as newest
      from looked_at k join over r on r.job_id = k.job_id
        join case_runs c on c.test_id = r.test_id and c.case_key = k.case_key and ${cameOut}
      group by 1, 2, 3, 4, 5, 6, 7, 8, 9 having bool_or(not c.superseded)),
    turned as (
      select r.job_id, r.case_key, r.test_id, r.is_now, r.newest,
        (r.tried_again and not r.failed) or coalesce(r.failed <> lag(r.failed) over (
          partition by ${SAME_CODE}, r.case_key, r.device order by r.created_at, r.test_id), false) as is_flaky
      from seen r),
    by_run as (
      select job_id, case_key, is_now, bool_or(is_flaky) as is_flaky, max(newest) as newest
      from turned group by job_id, case_key, is_now, test_id),
    counted as (
      select job_id, case_key, max(newest) as newest,
        count(*) filter (where is_now and is_flaky) as flaky_runs, count(*) filter (where is_now) as runs,
        count(*) filter (where not is_now and is_flaky) as flaky_runs_before,
        count(*) filter (where not is_now) as runs_before
      from by_run group by 1, 2),
    risen as (
      select *, flaky_runs::numeric / nullif(runs, 0) - flaky_runs_before::numeric / nullif(runs_before, 0) as rise
      from counted
      where flaky_runs >= ${rule.flaky_runs} and least(runs, runs_before) >= ${rule.runs})
    select ${RANKED}, risen.flaky_runs, risen.runs, risen.flaky_runs_before, risen.runs_before
    from risen join case_runs c on c.case_run_id = risen.newest join runs r on r.test_id = c.test_id
    where risen.rise >= ${rule.rise}::numeric
    order by risen.rise desc, risen.newest desc limit ${limit}`);
  return rows;
}
