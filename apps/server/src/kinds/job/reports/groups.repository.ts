/** A run's cases by their key, whatever devices they ran on. */
import { and, asc, inArray, sql, type SQL } from "../../../platform/database/sql.ts";
import { case_runs } from "../../../platform/database/jobs.schema.ts";
import type { Queries } from "../../../platform/database/database.ts";
import { onlyRow } from "../../../platform/database/only-row.ts";
import {
  COST,
  countsOf,
  isShownAs,
  lastOf,
  matching,
  SHOWN,
  STATE_ORDER,
  type CaseFilter,
  type CaseRow,
  type StateCount,
  type StateCounts,
} from "./cases.repository.ts";

export type GroupFilter = Pick<CaseFilter, "test_id" | "state" | "keyword" | "sort" | "page_num" | "page_size">;

export interface FoundGroups {
  /** The keys of a page, in its order. */
  keys: string[];
  total: number;
  /** How many keys are in each state on one device at least, of all that match the keyword, and how many these are. */
  counts: StateCounts;
  all: number;
}

/** A page of keys; those of which one device's attempt fits the filters. */
export async function findGroups(db: Queries, filter: GroupFilter, compared: SQL | undefined): Promise<FoundGroups> {
  const { test_id, state, keyword, sort, page_num, page_size } = filter;
  const fits = and(state && isShownAs(state), compared) ?? sql`true`;
  // One device's failure that matches brings what came of the case on the others.
  const isNamed =
    keyword === ""
      ? undefined
      : sql`${case_runs.case_key} in (select ${case_runs.case_key} from ${case_runs} where ${matching({ test_id, keyword })})`;
  const first = { order: sql``, cost: sql`cost desc nulls last,`, state: sql`worst,` }[sort];
  const { rows } = await db.execute<{ counts: StateCount[] | null; total: string; all: string; keys: string[] | null }>(
    sql`
    with matching as materialized (
      select case_run_id, case_key, position, state, cause, started_at, ended_at
      from ${case_runs} where ${and(lastOf(test_id), isNamed)}),
    groups as materialized (
      select case_key, min(position) as position, min(${STATE_ORDER}) as worst, max(${COST}) as cost,
        array_agg(distinct ${SHOWN}) as states, bool_or(${fits}) as fits
      from matching as case_runs group by case_key)
    select (select json_agg(s) from (select unnest(states) as state, count(*) as cases from groups group by 1) s) as counts,
      (select count(*) from groups) as all,
      (select count(*) from groups where fits) as total,
      (select json_agg(p.case_key) from (
        select case_key from groups where fits order by ${first} position, case_key
        limit ${page_size} offset ${(page_num - 1) * page_size}) p) as keys`,
  );
  const found = onlyRow(rows);
  return {
    keys: found.keys ?? [],
    total: Number(found.total),
    counts: countsOf(found.counts ?? []),
    all: Number(found.all),
  };
}

/** The last attempts of some cases on every device, device by device. */
export async function listOfKeys(db: Queries, test_id: string, keys: readonly string[]): Promise<CaseRow[]> {
  if (keys.length === 0) return [];
  return db
    .select()
    .from(case_runs)
    .where(and(lastOf(test_id), inArray(case_runs.case_key, [...keys])))
    .orderBy(sql`${case_runs.device_seq} nulls first`, asc(case_runs.case_run_id));
}
