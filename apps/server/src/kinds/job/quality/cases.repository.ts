/** The cases that a board names, the clusters of failures, and the runs and results behind its figures. */
import type { FailureWords, Verdict } from "@udt/contract";
import type { Queries } from "../../../platform/database/database.ts";
import { onlyRow } from "../../../platform/database/only-row.ts";
import { sql, type SQL } from "../../../platform/database/sql.ts";
import { cameOut, RANKED, rankedOf, ranWhole, type RankedRow } from "../reports/case-results.service.ts";
import { isFlakyIn, waitsIn } from "./board.repository.ts";
import { isFault, isIn, narrowedBy, narrowedTo, type BoardScope, type BoardTime } from "./scope.ts";

export type NamedRow = RankedRow & { project_name: string };
export const NAMED = sql`${RANKED}, (select name from projects where project_id = r.project_id) as project_name`;

/** A run `r` that the figures have. */
const isCounted = sql`r.is_rolled_up and ${ranWhole(sql`r`)}`;

/** Of a result `c` of the run `r` on the device `t`: the board is not narrowed to other devices. */
export const onDevice = (scope: BoardScope): SQL => narrowedBy(scope, { os: sql`t.os`, brand: sql`t.brand` });
const ofRun = (scope: BoardScope): SQL =>
  narrowedBy(scope, { framework: sql`r.framework`, app_version: sql`r.app_version` });
export const WITH_DEVICE = sql`left join test_devices t on t.test_id = c.test_id and t.device_id = c.device_id`;

async function mostFailing(db: Queries, scope: BoardScope, time: BoardTime, limit: number) {
  const { rows } = await db.execute<NamedRow & FailureWords & { failed: string; total: string }>(sql`
    with failing as (
      select f.project_id, f.job_id, f.case_key, count(*) as failed, max(f.case_run_id) as newest
      from case_failures f where ${isIn("f", scope, time)} and ${narrowedTo("f", scope)} and f.job_id is not null
      group by 1, 2, 3 order by failed desc, newest desc limit ${limit})
    select ${NAMED}, failing.failed, c.error, c.reason,
      (select count(*) from case_runs c join runs r on r.test_id = c.test_id ${WITH_DEVICE}
        where c.case_key = failing.case_key and r.job_id = failing.job_id and ${isIn("r", scope, time)} and ${isCounted}
          and ${ofRun(scope)} and ${onDevice(scope)} and not c.superseded and ${cameOut}) as total
    from failing join case_runs c on c.case_run_id = failing.newest join runs r on r.test_id = c.test_id
    order by failing.failed desc, failing.newest desc`);
  return rows;
}

/** By how often they came out otherwise than mostly. */
export async function mostFlaky(db: Queries, scope: BoardScope, time: BoardTime, { limit, offset }: Page) {
  const { rows } = await db.execute<NamedRow & { failed: string; total: string }>(sql`
    with flaky as (
      select f.project_id, f.job_id, f.case_key, sum(f.failed_count) as failed,
        sum(f.failed_count + f.success_count) as total, sum(least(f.failed_count, f.success_count)) as turns,
        max(f.case_run_id) as newest
      from flaky_cases f where ${isFlakyIn(scope, time)}
      group by 1, 2, 3 order by turns desc, newest desc limit ${limit} offset ${offset})
    select ${NAMED}, flaky.failed, flaky.total
    from flaky join case_runs c on c.case_run_id = flaky.newest join runs r on r.test_id = c.test_id
    order by flaky.turns desc, flaky.newest desc`);
  return rows;
}

/** Those that took longest in the last whole run of their job, each on the device where it took longest. */
async function slowest(db: Queries, scope: BoardScope, time: BoardTime, limit: number) {
  const { rows } = await db.execute<NamedRow & { cost: string }>(sql`
    with newest as (
      select distinct on (r.project_id, r.job_id) r.test_id from runs r
      where r.job_id is not null and ${isIn("r", scope, time)} and ${isCounted} and ${ofRun(scope)}
        and exists (select 1 from run_figures f where f.test_id = r.test_id and f.success_count + f.failed_count > 0
          and ${narrowedTo("f", scope)})
      order by r.project_id, r.job_id, r.created_at desc),
    slow as (
      select distinct on (n.test_id, c.case_key) c.case_run_id, c.ended_at - c.started_at as cost
      from newest n join case_runs c on c.test_id = n.test_id ${WITH_DEVICE}
      where not c.superseded and ${cameOut} and c.ended_at is not null and c.started_at is not null and ${onDevice(scope)}
      order by n.test_id, c.case_key, cost desc),
    top as (select * from slow order by cost desc, case_run_id limit ${limit})
    select ${NAMED}, top.cost from top join case_runs c on c.case_run_id = top.case_run_id join runs r on r.test_id = c.test_id
    order by top.cost desc, top.case_run_id`);
  return rows;
}

export const namedOf = (row: NamedRow) => ({ ...rankedOf(row), project_name: row.project_name });

/** How often a case failed of how many attempts. */
export const flakyOf = (row: NamedRow & { failed: string; total: string }) => ({
  ...namedOf(row),
  failed: Number(row.failed),
  total: Number(row.total),
});

/** The cases to look at: those that fail most, those that come out both ways, and the slowest. */
export async function namedCases(db: Queries, scope: BoardScope, time: BoardTime, limit: number) {
  const failing = await mostFailing(db, scope, time, limit);
  const flaky = await mostFlaky(db, scope, time, { limit, offset: 0 });
  const slow = await slowest(db, scope, time, limit);
  return {
    failing: failing.map((row) => ({
      ...namedOf(row),
      failed: Number(row.failed),
      total: Number(row.total),
      error: row.error,
      reason: row.reason,
    })),
    flaky: flaky.map(flakyOf),
    slowest: slow.map((row) => ({ ...namedOf(row), cost: Number(row.cost) })),
  };
}

export interface ClusterRow extends FailureWords {
  [column: string]: unknown;
  signature: string;
  project_id: string;
  project_name: string;
  failures: string;
  cases: string;
  first_at: string;
  last_at: string;
  test_id: string;
  case_run_id: string;
  job_id: string | null;
  name: string;
  file: string;
}

/** When each was seen first is looked up among all days, of the few that are named. */
export async function clusters(db: Queries, scope: BoardScope, time: BoardTime, limit: number) {
  const { rows } = await db.execute<ClusterRow>(sql`
    with of_case as (
      select f.project_id, f.signature, f.job_id, f.case_key, count(*) as failures, max(f.created_at) as last_at,
        max(f.case_run_id) as newest
      from case_failures f where ${isIn("f", scope, time)} and ${narrowedTo("f", scope)}
      group by 1, 2, 3, 4),
    top as (
      select project_id, signature, sum(failures) as failures, count(*) as cases, max(last_at) as last_at,
        max(newest) as newest
      from of_case group by 1, 2 order by failures desc, newest desc limit ${limit})
    select top.*, (select min(a.created_at) from case_failures a
        where a.project_id = top.project_id and a.signature = top.signature) as first_at,
      (select name from projects where project_id = top.project_id) as project_name,
      c.test_id, c.case_run_id, r.job_id, c.name, c.file, c.error, c.reason
    from top join case_runs c on c.case_run_id = top.newest join runs r on r.test_id = c.test_id
    order by top.failures desc, top.newest desc`);
  return rows;
}

/** A run as lists name it. */
interface NamedRun {
  [column: string]: unknown;
  project_id: string;
  project_name: string;
  test_id: string;
  run_number: number;
  job_id: string | null;
  job_name: string;
}

export const namedRunOf = (row: NamedRun) => ({
  project_id: row.project_id,
  project_name: row.project_name,
  test_id: row.test_id,
  run_number: row.run_number,
  job_id: row.job_id,
  job_name: row.job_name,
});

export interface RunRow extends NamedRun {
  verdict: Verdict;
  created_at: string;
  success: string;
  skipped: string;
  failed: string;
  total: string;
}

interface Page {
  limit: number;
  offset: number;
}

export async function listRuns(db: Queries, scope: BoardScope, time: BoardTime, { limit, offset }: Page) {
  const among = sql`from run_figures f where ${isIn("f", scope, time)} and ${narrowedTo("f", scope)} and f.is_whole`;
  const { rows: counts } = await db.execute<{ total: string }>(sql`select count(distinct f.test_id) as total ${among}`);
  const { rows } = await db.execute<RunRow>(sql`
    with shown as (
      select f.test_id, f.created_at, sum(f.success_count) as success, sum(f.skipped_count) as skipped,
        sum(f.failed_count) as failed, sum(f.case_count) as total
      ${among} group by 1, 2 order by f.created_at desc, f.test_id desc limit ${limit} offset ${offset})
    select shown.*, r.project_id, (select name from projects where project_id = r.project_id) as project_name,
      r.run_number, r.job_id, r.job_name, r.verdict
    from shown join runs r on r.test_id = shown.test_id order by shown.created_at desc, shown.test_id desc`);
  return { rows, total: Number(onlyRow(counts).total) };
}

export interface ResultRow extends RankedRow, FailureWords {
  project_name: string;
  run_number: number;
  device_model: string | null;
  created_at: string;
}

/** Those of one case of a job, or that say the same. */
interface Failures {
  job_id?: string | undefined;
  case_key?: string | undefined;
  signature?: string | undefined;
}

export async function listFailures(
  db: Queries,
  scope: BoardScope,
  time: BoardTime,
  { only_new, job_id, case_key, signature, limit, offset }: Page & { only_new: boolean } & Failures,
) {
  const among = sql`from case_failures f where ${isIn("f", scope, time)} and ${narrowedTo("f", scope)}
    ${only_new ? sql`and f.is_new` : sql``} ${job_id === undefined ? sql`` : sql`and f.job_id = ${job_id}`}
    ${case_key === undefined ? sql`` : sql`and f.case_key = ${case_key}`}
    ${signature === undefined ? sql`` : sql`and f.signature = ${signature}`}`;
  return page(db, among, { limit, offset });
}

/** Of few runs any case has met a fault of its device: these are looked through. */
export async function listFaults(db: Queries, scope: BoardScope, time: BoardTime, { limit, offset }: Page) {
  const among = sql`
    from (select distinct f.test_id from run_figures f where ${isIn("f", scope, time)} and ${narrowedTo("f", scope)}
      and f.is_whole and f.device_fault_count > 0) as g
    join runs r on r.test_id = g.test_id
    join case_runs f on f.test_id = g.test_id and not f.superseded and ${isFault(sql`f`)}
    left join test_devices t on t.test_id = f.test_id and t.device_id = f.device_id
    where ${onDevice(scope)}`;
  return page(db, among, { limit, offset });
}

/** A page of the results that `f` names by its `case_run_id`, newest first. */
async function page(db: Queries, among: SQL, { limit, offset }: Page) {
  const { rows: counts } = await db.execute<{ total: string }>(sql`select count(*) as total ${among}`);
  const { rows } = await db.execute<ResultRow>(sql`
    with shown as (select f.case_run_id ${among} order by f.case_run_id desc limit ${limit} offset ${offset})
    select ${NAMED}, r.run_number, r.created_at, c.error, c.reason, t.model as device_model
    from shown join case_runs c on c.case_run_id = shown.case_run_id join runs r on r.test_id = c.test_id ${WITH_DEVICE}
    order by c.case_run_id desc`);
  return { rows, total: Number(onlyRow(counts).total) };
}

/** How long each device of the runs was waited for, the longest first. */
export async function listWaits(db: Queries, scope: BoardScope, time: BoardTime, { limit, offset }: Page) {
  const { rows } = await db.execute<NamedRun & { device_model: string | null; queued_at: string; wait: string }>(sql`
    select r.project_id, (select name from projects where project_id = r.project_id) as project_name, r.test_id,
      r.run_number, r.job_id, r.job_name, t.model as device_model, s.queued_at,
      greatest(0, s.dispatched_at - s.queued_at) as wait
    ${waitsIn(scope, time)} order by wait desc, r.created_at desc, r.test_id, s.device_seq limit ${limit} offset ${offset}`);
  return rows.map((row) => ({
    ...namedRunOf(row),
    device_model: row.device_model ?? "",
    queued_at: Number(row.queued_at),
    wait: Number(row.wait),
  }));
}
