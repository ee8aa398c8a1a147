/** What the health of cases is found from, and those that are named by it. */
import type { Queries } from "../../../platform/database/database.ts";
import { likePattern } from "../../../platform/ids.ts";
import { case_numbers, run_outcomes } from "../../../platform/database/quality.schema.ts";
import { sql } from "../../../platform/database/sql.ts";
import { cameOut, ranWhole } from "../reports/case-results.service.ts";
import { isFlakyIn } from "./board.repository.ts";
import { NAMED, onDevice, WITH_DEVICE, type NamedRow } from "./cases.repository.ts";
import { packOutcomes, type RunOutcomes } from "./outcomes.ts";
import { isIn, narrowedTo, type BoardScope, type BoardTime } from "./scope.ts";

/** A job is known by its project, too. */
export interface OfJob {
  project_id: string;
  job_id: string;
}

/** Writes how the cases of a run came out, if it ran a job whole. One run at a time: numbers only grow. */
export async function rollUpOutcomes(tx: Queries, test_id: string): Promise<void> {
  const results = sql`runs r join case_runs c on c.test_id = r.test_id and not c.superseded and ${cameOut}`;
  const isMeant = sql`r.test_id = ${test_id} and r.job_id is not null and ${ranWhole(sql`r`)}`;
  await tx.execute(sql`
    insert into ${case_numbers} (project_id, job_id, case_key, number)
    select k.project_id, k.job_id, k.case_key, row_number() over (order by k.first) - 1 + coalesce((
      select max(m.number) + 1 from ${case_numbers} m where m.project_id = k.project_id and m.job_id = k.job_id), 0)
    from (select r.project_id, r.job_id, c.case_key, min(c.case_run_id) as first from ${results} where ${isMeant}
      group by 1, 2, 3) as k
    where not exists (select 1 from ${case_numbers} n
      where n.project_id = k.project_id and n.job_id = k.job_id and n.case_key = k.case_key)`);
  const { rows } = await tx.execute<{
    os: string;
    brand: string;
    passed: number[] | null;
    failed: number[] | null;
  }>(sql`
    select coalesce(t.os, '') as os, coalesce(t.brand, '') as brand,
      array_agg(n.number) filter (where c.state = 'success') as passed,
      array_agg(n.number) filter (where c.state = 'failed') as failed
    from ${results} join ${case_numbers} n
        on n.project_id = r.project_id and n.job_id = r.job_id and n.case_key = c.case_key ${WITH_DEVICE}
    where ${isMeant} group by 1, 2`);
  for (const { os, brand, passed, failed } of rows)
    await tx.execute(sql`
      insert into ${run_outcomes} (test_id, os, brand, project_id, job_id, created_at, framework, app_version, outcomes)
      select r.test_id, ${os}, ${brand}, r.project_id, r.job_id, r.created_at, r.framework, r.app_version,
        ${packOutcomes(passed ?? [], failed ?? [])}::bytea
      from runs r where r.test_id = ${test_id}`);
}

/** The newest first, so that rows of one run lie beside each other. */
export async function outcomesIn(db: Queries, scope: BoardScope, time: BoardTime): Promise<(OfJob & RunOutcomes)[]> {
  const { rows } = await db.execute<Record<string, unknown> & OfJob & RunOutcomes>(sql`
    select f.project_id, f.job_id, f.test_id, f.outcomes from ${run_outcomes} f
    where ${isIn("f", scope, time)} and ${narrowedTo("f", scope)} order by f.created_at desc, f.test_id desc`);
  return rows;
}

/** The cases that became known to be flaky, by their numbers. */
export async function flakyNumbers(
  db: Queries,
  scope: BoardScope,
  time: BoardTime,
): Promise<(OfJob & { number: number })[]> {
  const { rows } = await db.execute<Record<string, unknown> & OfJob & { number: number }>(sql`
    select distinct f.project_id, f.job_id, n.number from flaky_cases f
      join ${case_numbers} n on n.project_id = f.project_id and n.job_id = f.job_id and n.case_key = f.case_key
    where ${isFlakyIn(scope, time)}`);
  return rows;
}

/** Those of some jobs' cases in whose key a keyword is. */
export async function numbersWith(
  db: Queries,
  job_ids: readonly string[],
  keyword: string,
): Promise<(OfJob & { number: number })[]> {
  const { rows } = await db.execute<Record<string, unknown> & OfJob & { number: number }>(sql`
    select project_id, job_id, number from ${case_numbers}
    where job_id = any(${sql.param(job_ids)}::text[]) and case_key ilike ${likePattern(keyword)}`);
  return rows;
}

/** Cases by their place in a list, each with its attempt in a run: one that failed, if any did. */
export async function namedByNumber(
  db: Queries,
  scope: BoardScope,
  wanted: readonly (OfJob & { number: number; test_id: string })[],
): Promise<Map<number, NamedRow>> {
  const column = (name: "project_id" | "job_id" | "number" | "test_id") => sql.param(wanted.map((one) => one[name]));
  const { rows } = await db.execute<NamedRow & { place: string }>(sql`
    select distinct on (w.place) ${NAMED}, w.place
    from unnest(${column("project_id")}::text[], ${column("job_id")}::text[], ${column("number")}::int[],
        ${column("test_id")}::text[]) with ordinality as w(project_id, job_id, number, test_id, place)
      join ${case_numbers} n on n.project_id = w.project_id and n.job_id = w.job_id and n.number = w.number
      join runs r on r.test_id = w.test_id
      join case_runs c on c.test_id = w.test_id and c.case_key = n.case_key and not c.superseded and ${cameOut}
      ${WITH_DEVICE}
    where ${onDevice(scope)}
    order by w.place, c.state = 'failed' desc, c.case_run_id desc`);
  return new Map(rows.map((row) => [Number(row.place) - 1, row]));
}
