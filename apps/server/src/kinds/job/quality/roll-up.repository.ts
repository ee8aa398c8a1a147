/**
 * A run that is over becomes rows of the quality board, once. What is found follows from results alone, not from the order in which
 * runs are taken, so that counting all anew comes to the same.
 */
import type { Database, Queries } from "../../../platform/database/database.ts";
import { runs } from "../../../platform/database/jobs.schema.ts";
import {
  case_failures,
  case_numbers,
  flaky_cases,
  run_figures,
  run_outcomes,
} from "../../../platform/database/quality.schema.ts";
import { and, asc, count, eq, inArray, isNotNull, notInArray, sql, type SQL } from "../../../platform/database/sql.ts";
import { cameOut, isLike, ranWhole } from "../reports/case-results.service.ts";
import { rollUpOutcomes } from "./health.repository.ts";
import { isFault } from "./scope.ts";

/** One at a time, of all servers: what is flaky follows from several runs. The letters of "udtq". */
const ROLL_UP_LOCK = 0x75647471;

/**
 * What a failure says, without the numbers in it, and the file and line of the script where it says it. Words of the table are
 * told apart by what stands in them, too.
 */
const SIGNATURE = sql`md5(c.cause || E'\\n'
  || regexp_replace(coalesce(nullif(c.error, ''), (c.reason ->> 'code') || ' ' || (c.reason ->> 'args'), ''),
    '0x[0-9a-fA-F]+|[0-9]+', '#', 'g') || E'\\n' || coalesce(d.detail -> 'location' ->> 'file', c.file) || E'\\n'
  || coalesce(d.detail -> 'location' ->> 'line', ''))`;

/**
 * Whether the case passed in the last whole run of its job before in which it came out; on the same device where each runs all.
 * From run to run, newest first as the index has them: the first mostly has the case, while of results all may be looked at.
 * A case that no other run ever had is looked for in none.
 */
const IS_NEW = sql`coalesce((
  select o.passed from runs b cross join lateral (
    select p.state = 'success' as passed from case_runs p
    where p.test_id = b.test_id and p.case_key = c.case_key and not p.superseded and p.ended_at <= c.ended_at
      and (p.state = 'failed' or (p.state = 'success' and p.cause <> 'skipped'))
      and (r.config ->> 'mode' <> 'sequential' or p.device_id = c.device_id)
    order by p.case_run_id desc limit 1) as o
  where b.job_id = r.job_id and b.project_id = r.project_id and b.created_at < r.created_at and ${ranWhole(sql`b`)}
    and exists (select 1 from case_runs k where k.case_key = c.case_key and k.test_id <> r.test_id)
  order by b.created_at desc limit 1), false)`;

/** What is left to do. */
const isPending = and(isNotNull(runs.verdict), eq(runs.is_rolled_up, false));

/** Which of those that are left: all but some, or some. */
export type Which = { but: readonly string[] } | { among: readonly string[] };

/** A run that could not be counted; nothing of it was written. */
export class NotRolledUp extends Error {
  readonly test_id: string;
  constructor(test_id: string, cause: unknown) {
    super(`The run ${test_id} could not be brought into the quality board`, { cause });
    this.test_id = test_id;
  }
}

/**
 * Brings the oldest run that is over and not counted yet into the figures. Answers which; undefined: there was none, or another server is at it.
 * @throws NotRolledUp
 */
export async function rollUpNext(database: Database, which: Which = { but: [] }): Promise<string | undefined> {
  let taken: string | undefined;
  return database
    .transaction(async (tx) => {
      const { rows } = await tx.execute<{ free: boolean }>(
        sql`select pg_try_advisory_xact_lock(${ROLL_UP_LOCK}) as free`,
      );
      if (!rows[0]?.free) return undefined;
      const [next] = await tx
        .select({ test_id: runs.test_id })
        .from(runs)
        .where(
          and(
            isPending,
            "but" in which ? notInArray(runs.test_id, [...which.but]) : inArray(runs.test_id, [...which.among]),
          ),
        )
        .orderBy(asc(runs.created_at))
        .limit(1);
      if (!next) return undefined;
      taken = next.test_id;
      await rollUp(tx, taken);
      return taken;
    })
    .catch((error: unknown) => {
      throw taken === undefined ? error : new NotRolledUp(taken, error);
    });
}

/** How many runs are left to do. */
export async function countLeft(db: Queries): Promise<number> {
  const [row] = await db.select({ left: count() }).from(runs).where(isPending);
  return row?.left ?? 0;
}

/** Those of some runs that are left to do. */
export async function leftOf(db: Queries, test_ids: readonly string[]): Promise<Set<string>> {
  if (test_ids.length === 0) return new Set();
  const rows = await db
    .select({ test_id: runs.test_id })
    .from(runs)
    .where(and(isPending, inArray(runs.test_id, [...test_ids])));
  return new Set(rows.map(({ test_id }) => test_id));
}

async function rollUp(tx: Queries, test_id: string): Promise<void> {
  const ofDevice = sql`left join test_devices t on t.test_id = c.test_id and t.device_id = c.device_id`;
  await tx.execute(sql`
    insert into ${case_failures} (case_run_id, test_id, project_id, created_at, os, brand, framework, app_version, job_id,
      case_key, is_new, signature)
    select c.case_run_id, r.test_id, r.project_id, r.created_at, coalesce(t.os, ''), coalesce(t.brand, ''), r.framework,
      r.app_version, r.job_id, c.case_key, r.job_id is not null and ${IS_NEW}, ${SIGNATURE}
    from runs r join case_runs c on c.test_id = r.test_id and c.state = 'failed' and not c.superseded ${ofDevice}
      left join case_details d on d.case_run_id = c.case_run_id
    where r.test_id = ${test_id} and ${ranWhole(sql`r`)}`);
  // A run without a case counts all the same.
  const counted = (of: SQL) => sql`count(*) filter (where c.case_run_id is not null and ${of})`;
  await tx.execute(sql`
    insert into ${run_figures} (test_id, os, brand, project_id, created_at, framework, app_version, is_whole, success_count,
      skipped_count, failed_count, device_fault_count, case_count, new_failure_count)
    select r.test_id, coalesce(t.os, ''), coalesce(t.brand, ''), r.project_id, r.created_at, r.framework, r.app_version,
      ${ranWhole(sql`r`)}, ${counted(sql`c.state = 'success' and c.cause <> 'skipped'`)},
      ${counted(sql`c.state = 'success' and c.cause = 'skipped'`)}, ${counted(sql`c.state = 'failed'`)},
      ${counted(isFault(sql`c`))}, ${counted(sql`true`)}, count(f.case_run_id) filter (where f.is_new)
    from runs r left join case_runs c on c.test_id = r.test_id and not c.superseded ${ofDevice}
      left join case_failures f on f.test_id = r.test_id and f.case_run_id = c.case_run_id
    where r.test_id = ${test_id} group by r.test_id, 2, 3`);
  await rollUpFlaky(tx, test_id);
  await rollUpOutcomes(tx, test_id);
  await tx.update(runs).set({ is_rolled_up: true }).where(eq(runs.test_id, test_id));
}

/** Judges the cases of a run among all runs of the same code that are over, and writes those that came out both ways. */
async function rollUpFlaky(tx: Queries, test_id: string): Promise<void> {
  await tx.execute(sql`
    with own as (select * from runs r where r.test_id = ${test_id} and r.job_id is not null and ${isLike}),
    same_code as (
      select r.test_id, r.created_at from own join runs r on r.job_id = own.job_id and r.project_id = own.project_id
        and r.commit_id = own.commit_id and r.app_name = own.app_name and r.app_version = own.app_version
      where r.verdict is not null and ${isLike}),
    failing as (
      select distinct c.case_key from same_code s join case_runs c on c.test_id = s.test_id and c.state = 'failed'
      where exists (select 1 from case_runs o where o.test_id = ${test_id} and o.case_key = c.case_key))
    insert into ${flaky_cases} (project_id, job_id, commit_id, app_name, app_version, device_id, case_key, framework, oses,
      brands, failed_count, success_count, since, case_run_id)
    select own.project_id, own.job_id, own.commit_id, own.app_name, own.app_version,
      case when own.config ->> 'mode' = 'sequential' then coalesce(c.device_id, '') else '' end, c.case_key, own.framework,
      array_agg(distinct coalesce(t.os, '')), array_agg(distinct coalesce(t.brand, '')),
      count(*) filter (where c.state = 'failed'), count(*) filter (where c.state = 'success'),
      greatest(min(s.created_at) filter (where c.state = 'failed'), min(s.created_at) filter (where c.state = 'success')),
      max(c.case_run_id)
    from own cross join failing join same_code s on true
      join case_runs c on c.test_id = s.test_id and c.case_key = failing.case_key and ${cameOut}
      left join test_devices t on t.test_id = c.test_id and t.device_id = c.device_id
    group by 1, 2, 3, 4, 5, 6, 7, 8
    having count(*) filter (where c.state = 'failed') > 0 and count(*) filter (where c.state = 'success') > 0
    on conflict (project_id, job_id, commit_id, app_name, app_version, device_id, case_key) do update set
      oses = excluded.oses, brands = excluded.brands, failed_count = excluded.failed_count,
      success_count = excluded.success_count, since = excluded.since, case_run_id = excluded.case_run_id`);
}

/** Forgets all that was counted, so that it is counted anew. Answers how many runs there are to count. */
export async function forgetAll(database: Database): Promise<number> {
  return database.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${ROLL_UP_LOCK})`);
    await tx.delete(run_figures);
    await tx.delete(case_failures);
    await tx.delete(flaky_cases);
    await tx.delete(run_outcomes);
    await tx.delete(case_numbers);
    const { rows } = await tx.execute<{ total: number }>(sql`
      with again as (update ${runs} set is_rolled_up = false where verdict is not null returning 1)
      select count(*)::int as total from again`);
    return rows[0]?.total ?? 0;
  });
}
