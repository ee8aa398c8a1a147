import type { DeviceOs, Framework } from "@udt/contract";
import type { Queries } from "../../../platform/database/database.ts";
import { onlyRow } from "../../../platform/database/only-row.ts";
import { sql, type SQL } from "../../../platform/database/sql.ts";
import { NOTHING, type Counted } from "./figures.ts";
import { isIn, isOf, narrowedBy, narrowedTo, type BoardScope, type BoardTime } from "./scope.ts";

type Numbers<Row> = { [Name in keyof Row]: string };

const NUMBERS = sql`
  count(distinct f.test_id) as runs, coalesce(sum(f.success_count), 0) as success, coalesce(sum(f.skipped_count), 0) as skipped,
  coalesce(sum(f.failed_count), 0) as failed, coalesce(sum(f.device_fault_count), 0) as device_faults,
  coalesce(sum(f.case_count), 0) as total, coalesce(sum(f.new_failure_count), 0) as new_failures`;

const startsOf = (starts: readonly number[]): SQL => sql`${sql.param(starts)}::bigint[]`;

const countedOf = (row: Numbers<Counted>): Counted => ({
  runs: Number(row.runs),
  success: Number(row.success),
  skipped: Number(row.skipped),
  failed: Number(row.failed),
  device_faults: Number(row.device_faults),
  total: Number(row.total),
  new_failures: Number(row.new_failures),
});

/** By the days that begin at `starts`, of which the last only ends the one before. */
export async function countByDay(
  db: Queries,
  scope: BoardScope,
  starts: readonly [number, ...number[]],
): Promise<Counted[]> {
  const { rows } = await db.execute<Numbers<Counted & { place: number }>>(sql`
    select width_bucket(f.created_at, ${startsOf(starts)}) - 1 as place, ${NUMBERS}
    from run_figures f where ${isIn("f", scope, timeOf(starts))} and ${narrowedTo("f", scope)} and f.is_whole
    group by 1`);
  const counted = new Map(rows.map((row) => [Number(row.place), countedOf(row)]));
  return starts.slice(1).map((_, place) => counted.get(place) ?? NOTHING);
}

/** Cases that became known to be flaky: by the places of the days, each day's once. */
export async function flakyByDay(
  db: Queries,
  scope: BoardScope,
  starts: readonly [number, ...number[]],
): Promise<Map<number, number>> {
  const { rows } = await db.execute<{ place: string; cases: string }>(sql`
    select place, count(*) as cases from (
      select distinct width_bucket(f.since, ${startsOf(starts)}) - 1 as place, f.job_id, f.case_key
      from flaky_cases f where ${isFlakyIn(scope, timeOf(starts))}) as became group by 1`);
  return new Map(rows.map(({ place, cases }) => [Number(place), Number(cases)]));
}

export async function countFlaky(db: Queries, scope: BoardScope, time: BoardTime): Promise<number> {
  const { rows } = await db.execute<{ cases: string }>(sql`
    select count(*) as cases from (
      select distinct f.job_id, f.case_key from flaky_cases f where ${isFlakyIn(scope, time)}) as became`);
  return Number(onlyRow(rows).cases);
}

/** Of `flaky_cases f`: a case that ran on several kinds of device is flaky on each of them. */
export const isFlakyIn = (scope: BoardScope, { from, to }: BoardTime): SQL => sql`
  ${isOf("f", scope)} and f.since >= ${from}::bigint and f.since < ${to}::bigint and ${narrowedBy(scope, {
    os: sql`any(f.oses)`,
    brand: sql`any(f.brands)`,
    framework: sql`f.framework`,
    app_version: sql`f.app_version`,
  })}`;

export interface Wait {
  p50: number;
  p95: number;
  count: number;
}

/** Of the devices of runs that were made in this time, and were given some. */
export const waitsIn = (scope: BoardScope, time: BoardTime): SQL => sql`
  from runs r join slots s on s.test_id = r.test_id and s.dispatched_at is not null
    left join test_devices t on t.test_id = s.test_id and t.device_id = s.device_id
  where ${isIn("r", scope, time)} and ${narrowedBy(scope, {
    os: sql`s.os`,
    brand: sql`t.brand`,
    framework: sql`r.framework`,
    app_version: sql`r.app_version`,
  })}`;

/** How long these were waited for. */
export async function waits(db: Queries, scope: BoardScope, time: BoardTime): Promise<Wait | null> {
  const wait = sql`(s.dispatched_at - s.queued_at)::double precision`;
  const { rows } = await db.execute<{ p50: number | null; p95: number | null; count: string }>(sql`
    select percentile_cont(0.5) within group (order by ${wait}) as p50,
      percentile_cont(0.95) within group (order by ${wait}) as p95, count(*) as count ${waitsIn(scope, time)}`);
  const { p50, p95, count } = onlyRow(rows);
  if (p50 === null || p95 === null) return null;
  return { p50: Math.max(0, Math.round(p50)), p95: Math.max(0, Math.round(p95)), count: Number(count) };
}

/** What the runs of this time have to choose among; the newest versions of apps, as many as a list can show. */
export async function choices(db: Queries, scope: BoardScope, time: BoardTime, versions_max: number) {
  const of = sql`from run_figures f where ${isIn("f", scope, time)}`;
  const { rows } = await db.execute<{
    oses: DeviceOs[];
    brands: string[];
    frameworks: Framework[];
    versions: string[];
  }>(sql`
    select
      array(select distinct f.os ${of} and f.os <> '' order by 1) as oses,
      array(select distinct f.brand ${of} and f.brand <> '' order by 1) as brands,
      array(select distinct f.framework ${of} order by 1) as frameworks,
      array(select f.app_version ${of} and f.app_version <> '' group by 1 order by max(f.created_at) desc
        limit ${versions_max}) as versions`);
  const { oses, brands, frameworks, versions } = onlyRow(rows);
  return { oses, brands, frameworks, app_versions: versions };
}

/** Runs of this time that are over and in no figure yet. */
export async function countPending(db: Queries, scope: BoardScope, time: BoardTime): Promise<number> {
  const { rows } = await db.execute<{ total: string }>(sql`
    select count(*) as total from runs r where r.verdict is not null and not r.is_rolled_up and ${isIn("r", scope, time)}`);
  return Number(onlyRow(rows).total);
}

const timeOf = (starts: readonly [number, ...number[]]): BoardTime => ({
  from: starts[0],
  to: starts.at(-1) ?? starts[0],
});
