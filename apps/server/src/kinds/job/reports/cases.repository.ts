import {
  and,
  asc,
  count,
  desc,
  eq,
  ilike,
  inArray,
  isNotNull,
  or,
  sql,
  type SQL,
} from "../../../platform/database/sql.ts";
import {
  CASE_STATES_WORST_FIRST,
  type CaseCause,
  type CaseDetail,
  type JunitCase,
  type RunOrigin,
  type ShownCaseState,
} from "@udt/contract";
import { test_devices } from "../../../platform/database/core.schema.ts";
import { case_details, case_reports, case_runs, runs } from "../../../platform/database/jobs.schema.ts";
import type { Queries } from "../../../platform/database/database.ts";
import { likePattern } from "../../../platform/ids.ts";
import { onlyRow } from "../../../platform/database/only-row.ts";
import type { JunitCounts } from "./export/report-data.ts";

export type CaseRow = typeof case_runs.$inferSelect;

/** How many of a run's cases are in each state. */
export type StateCounts = Record<ShownCaseState, number>;

export interface CaseFilter {
  test_id: string;
  state?: ShownCaseState | undefined;
  cause?: CaseCause | undefined;
  device_seq?: number | undefined;
  device_id?: string | undefined;
  keyword: string;
  sort: "order" | "cost" | "state";
  group?: "device" | undefined;
  page_num: number;
  page_size: number;
}

/**
 * A case's state as reports say it: one that was handed to a device in a batch and waits for its turn there does not run
 * yet, and a skipped one has not passed.
 */
export const SHOWN = sql<ShownCaseState>`case
  when ${case_runs.state} = 'executing' and ${case_runs.started_at} is null then 'undistributed'
  when ${case_runs.state} = 'success' and ${case_runs.cause} = 'skipped' then 'skipped' else ${case_runs.state} end`;
/** What somebody reads a report for comes first. */
export const STATE_ORDER = sql`case ${SHOWN} ${sql.raw(
  CASE_STATES_WORST_FIRST.map((state, place) => `when '${state}' then ${place}`).join(" "),
)} end`;
export const COST = sql`${case_runs.ended_at} - ${case_runs.started_at}`;
const BY_POSITION = [asc(case_runs.position), asc(case_runs.case_run_id)];

export const lastOf = (test_id: string): SQL => sql`${case_runs.test_id} = ${test_id} and not ${case_runs.superseded}`;

/** All filters but state, cause and comparison. */
export function matching({
  test_id,
  device_seq,
  device_id,
  keyword,
}: Pick<CaseFilter, "test_id" | "device_seq" | "device_id" | "keyword">): SQL | undefined {
  const pattern = likePattern(keyword);
  return and(
    lastOf(test_id),
    device_seq === undefined ? undefined : eq(case_runs.device_seq, device_seq),
    device_id === undefined ? undefined : eq(case_runs.device_id, device_id),
    keyword === ""
      ? undefined
      : or(
          ilike(case_runs.name, pattern),
          ilike(case_runs.file, pattern),
          ilike(case_runs.error, pattern),
          ilike(sql`${case_runs.reason} ->> 'evidence'`, pattern),
        ),
  );
}

const orderOf = ({ sort, group }: Pick<CaseFilter, "sort" | "group">): SQL[] => [
  // What no device has been given yet stands behind those of the devices.
  ...(group === "device" ? [asc(case_runs.device_seq)] : []),
  ...(sort === "order" ? [] : sort === "cost" ? [sql`${COST} desc nulls last`] : [asc(STATE_ORDER)]),
  ...BY_POSITION,
];

/** A page of cases of which it is known how many there are: `total`, or undefined while that may change. */
export async function listCases(db: Queries, filter: CaseFilter, total: number | undefined): Promise<CaseRow[]> {
  const offset = (filter.page_num - 1) * filter.page_size;
  const found = db
    .select()
    .from(case_runs)
    .where(and(matching(filter), ...narrowed(filter)));
  // What lies nearer to the end is counted from there: the rows before a page are all read.
  if (total !== undefined && filter.sort === "order" && filter.group === undefined && offset > total / 2) {
    const end = Math.min(offset + filter.page_size, total);
    if (offset >= end) return [];
    const rows = await found
      .orderBy(desc(case_runs.position), desc(case_runs.case_run_id))
      .limit(end - offset)
      .offset(total - end);
    return rows.toReversed();
  }
  return found
    .orderBy(...orderOf(filter))
    .limit(filter.page_size)
    .offset(offset);
}

export interface FoundCases {
  rows: CaseRow[];
  total: number;
  /** Of the cases that match all filters but state, cause and comparison, when they were asked for. */
  counts: StateCounts | undefined;
}

/** A page of cases and how many there are, where nothing counts them yet: all of the run's are looked at once. */
export async function searchCases(
  db: Queries,
  filter: CaseFilter,
  compared: SQL | undefined,
  wants: { counts: boolean },
): Promise<FoundCases> {
  const narrow = and(...narrowed(filter), compared);
  const counts = sql`select json_agg(json_build_object('state', s.state, 'cases', s.cases))
    from (select ${SHOWN} as state, count(*) as cases from matching as case_runs group by 1) s`;
  const isNarrowedAfter = wants.counts && narrow !== undefined;
  const from = isNarrowedAfter ? sql`found` : sql`matching`;
  const { rows } = await db.execute<{ counts: StateCount[] | null; total: string; ids: number[] | null }>(sql`
    with matching as materialized (
      select case_run_id, position, device_seq, state, cause, started_at, ended_at ${compared ? sql`, case_key` : sql``}
      from ${case_runs} where ${and(matching(filter), wants.counts ? undefined : narrow)})
    ${isNarrowedAfter ? sql`, found as materialized (select * from matching as case_runs where ${narrow})` : sql``}
    select (${wants.counts ? counts : sql`null`}) as counts,
      (select count(*) from ${from}) as total,
      (select json_agg(p.case_run_id) from (
        select case_run_id from ${from} as case_runs order by ${sql.join(orderOf(filter), sql`, `)}
        limit ${filter.page_size} offset ${(filter.page_num - 1) * filter.page_size}) p) as ids`);
  const found = onlyRow(rows);
  const ids = found.ids ?? [];
  const unordered =
    ids.length === 0 ? [] : await db.select().from(case_runs).where(inArray(case_runs.case_run_id, ids));
  const byId = new Map(unordered.map((row) => [row.case_run_id, row]));
  return {
    rows: ids.flatMap((id) => byId.get(id) ?? []),
    total: Number(found.total),
    counts: wants.counts ? countsOf(found.counts ?? []) : undefined,
  };
}

/** {@link SHOWN} by the columns themselves, which have indices. */
export function isShownAs(state: ShownCaseState): SQL {
  const { state: stored, cause, started_at } = case_runs;
  switch (state) {
    case "skipped":
      return sql`${stored} = 'success' and ${cause} = 'skipped'`;
    case "success":
      return sql`${stored} = 'success' and ${cause} <> 'skipped'`;
    case "executing":
      return sql`${stored} = 'executing' and ${started_at} is not null`;
    case "undistributed":
      return sql`(${stored} = 'undistributed' or (${stored} = 'executing' and ${started_at} is null))`;
    default:
      return sql`${stored} = ${state}`;
  }
}

export interface Around {
  previous: number | null;
  next: number | null;
  position: number | null;
  total: number;
}

/** A case's place in a list of its run's cases. */
export async function findAround(
  db: Queries,
  filter: Omit<CaseFilter, "page_num" | "page_size">,
  compared: SQL | undefined,
  case_run_id: number,
): Promise<Around> {
  const order = sql.join(orderOf(filter), sql`, `);
  const { rows } = await db.execute<Record<keyof Around, string | null>>(sql`
    with listed as (
      select case_run_id, lag(case_run_id) over w as previous, lead(case_run_id) over w as next, row_number() over w as position
      from ${case_runs} where ${and(matching(filter), ...narrowed(filter), compared)} window w as (order by ${order}))
    select previous, next, position, (select count(*) from listed) as total
    from (select 1) as one left join listed on listed.case_run_id = ${case_run_id}`);
  const { previous = null, next = null, position = null, total = "0" } = rows[0] ?? {};
  const number = (value: string | null) => (value === null ? null : Number(value));
  return { previous: number(previous), next: number(next), position: number(position), total: Number(total) };
}

const narrowed = ({ state, cause }: Pick<CaseFilter, "state" | "cause">) => [
  state === undefined ? undefined : isShownAs(state),
  cause === undefined ? undefined : and(eq(case_runs.cause, cause), isNotNull(case_runs.ended_at)),
];

/** How many cases of each of a run's devices are in each state. */
export async function countStatesByDevice(db: Queries, test_id: string): Promise<Map<number, StateCounts>> {
  const rows = await db
    .select({
      device_seq: case_runs.device_seq,
      state: SHOWN,
      cases: count(),
    })
    .from(case_runs)
    .where(and(lastOf(test_id), sql`${case_runs.device_seq} is not null`))
    .groupBy(sql`1`, sql`2`);
  return countsBy(rows, (row) => row.device_seq);
}

/** The same of some devices by their ids: of those that a slot had one after the other. */
export async function countStatesOf(
  db: Queries,
  test_id: string,
  device_ids: string[],
): Promise<Map<string, StateCounts>> {
  if (device_ids.length === 0) return new Map();
  const rows = await db
    .select({ device_id: case_runs.device_id, state: SHOWN, cases: count() })
    .from(case_runs)
    .where(and(lastOf(test_id), inArray(case_runs.device_id, device_ids)))
    .groupBy(sql`1`, sql`2`);
  return countsBy(rows, (row) => row.device_id);
}

/** What has no key counts for none. */
function countsBy<K, R extends StateCount>(rows: readonly R[], keyOf: (row: R) => K | null): Map<K, StateCounts> {
  const found = new Map<K, StateCounts>();
  for (const [key, mine] of Map.groupBy(rows, keyOf)) if (key !== null) found.set(key, countsOf(mine));
  return found;
}

export const NO_CASES: Readonly<StateCounts> = {
  undistributed: 0,
  distribution_failed: 0,
  cancelled: 0,
  executing: 0,
  success: 0,
  failed: 0,
  skipped: 0,
};

export interface StateCount {
  state: ShownCaseState;
  cases: number;
}

export function countsOf(rows: readonly StateCount[]): StateCounts {
  const counts = { ...NO_CASES };
  for (const { state, cases } of rows) counts[state] += cases;
  return counts;
}

export async function findCase(db: Queries, test_id: string, case_run_id: number): Promise<CaseRow | undefined> {
  const [row] = await db
    .select()
    .from(case_runs)
    .where(and(eq(case_runs.test_id, test_id), eq(case_runs.case_run_id, case_run_id)));
  return row;
}

/** All attempts of a case, oldest first. */
export async function listAttempts(db: Queries, one: CaseRow): Promise<CaseRow[]> {
  const first = one.origin_id ?? one.case_run_id;
  return db
    .select()
    .from(case_runs)
    .where(
      and(eq(case_runs.test_id, one.test_id), or(eq(case_runs.case_run_id, first), eq(case_runs.origin_id, first))),
    )
    .orderBy(asc(case_runs.attempt), asc(case_runs.case_run_id));
}

export async function findDetail(db: Queries, case_run_id: number): Promise<CaseDetail | undefined> {
  const [row] = await db
    .select({ detail: case_details.detail })
    .from(case_details)
    .where(eq(case_details.case_run_id, case_run_id));
  return row?.detail;
}

export async function findDetails(db: Queries, case_run_ids: number[]): Promise<Map<number, CaseDetail>> {
  if (case_run_ids.length === 0) return new Map();
  const rows = await db.select().from(case_details).where(inArray(case_details.case_run_id, case_run_ids));
  return new Map(rows.map((row) => [row.case_run_id, row.detail]));
}

/** What the devices of some tests are called, by test and device. */
export async function deviceModels(
  db: Queries,
  test_ids: string[],
): Promise<(test_id: string, id: string | null) => string> {
  const rows =
    test_ids.length === 0
      ? []
      : await db
          .select({ test_id: test_devices.test_id, device_id: test_devices.device_id, model: test_devices.model })
          .from(test_devices)
          .where(inArray(test_devices.test_id, test_ids));
  const models = new Map(rows.map((row) => [`${row.test_id}/${row.device_id}`, row.model]));
  return (test_id, device_id) => models.get(`${test_id}/${device_id}`) ?? "";
}

/** A case of a job in its last runs, newest first. */
export async function listHistory(
  db: Queries,
  of: { project_id: string; job_id: string; case_key: string; page_num: number; page_size: number },
): Promise<{
  rows: { one: CaseRow; run_number: number; origin: RunOrigin; commit_id: string; app_version: string }[];
  total: number;
}> {
  const where = and(
    eq(runs.project_id, of.project_id),
    eq(runs.job_id, of.job_id),
    eq(case_runs.case_key, of.case_key),
    eq(case_runs.superseded, false),
  );
  const [counted] = await db
    .select({ total: count() })
    .from(runs)
    .innerJoin(case_runs, eq(case_runs.test_id, runs.test_id))
    .where(where);
  const rows = await db
    .select({
      one: case_runs,
      run_number: runs.run_number,
      origin: runs.origin,
      commit_id: runs.commit_id,
      app_version: runs.app_version,
    })
    .from(runs)
    .innerJoin(case_runs, eq(case_runs.test_id, runs.test_id))
    .where(where)
    .orderBy(desc(runs.created_at), asc(case_runs.device_seq), asc(case_runs.case_run_id))
    .limit(of.page_size)
    .offset((of.page_num - 1) * of.page_size);
  return { rows, total: counted?.total ?? 0 };
}

type CasesAfter = (db: Queries, test_id: string, after: CaseRow | undefined, limit: number) => Promise<CaseRow[]>;

/** The next cases of a run after one, in the library's order: what is too much for one answer is read in these steps. */
export const casesAfter: CasesAfter = (db, test_id, after, limit) =>
  someCases(
    db,
    and(
      lastOf(test_id),
      after && sql`(${case_runs.position}, ${case_runs.case_run_id}) > (${after.position}, ${after.case_run_id})`,
    ),
    BY_POSITION,
    limit,
  );

const DEVICE = sql`coalesce(${case_runs.device_seq}, -1)`;

/** The same, one device after the other. */
export const casesAfterByDevice: CasesAfter = (db, test_id, after, limit) => {
  const { device_seq, position, case_run_id } = after ?? {};
  return someCases(
    db,
    and(
      lastOf(test_id),
      after &&
        sql`(${DEVICE}, ${case_runs.position}, ${case_runs.case_run_id}) > (${device_seq ?? -1}::int, ${position}::int, ${case_run_id}::bigint)`,
    ),
    [asc(DEVICE), ...BY_POSITION],
    limit,
  );
};

const someCases = (db: Queries, where: SQL | undefined, order: readonly SQL[], limit: number): Promise<CaseRow[]> =>
  db
    .select()
    .from(case_runs)
    .where(where)
    .orderBy(...order)
    .limit(limit);

/** What frameworks' own files say of cases. */
export async function findReported(db: Queries, case_run_ids: number[]): Promise<Map<number, JunitCase[]>> {
  if (case_run_ids.length === 0) return new Map();
  const rows = await db
    .select({ case_run_id: case_reports.case_run_id, cases: case_reports.cases })
    .from(case_reports)
    .where(inArray(case_reports.case_run_id, case_run_ids));
  return new Map(rows.map((row) => [row.case_run_id, row.cases]));
}

/** What a JUnit file's head counts, by device: as frameworks told it, else by how the cases came out. */
export async function countReported(db: Queries, test_id: string): Promise<Map<number | null, JunitCounts>> {
  const { rows } = await db.execute<{ device_seq: number | null } & Record<keyof JunitCounts, string>>(sql`
    select c.device_seq, sum(coalesce(jsonb_array_length(r.cases), 1)) as tests,
      sum(coalesce(r.failures, (c.state = 'failed' and c.cause = 'assertion')::int)) as failures,
      sum(coalesce(r.errors, (c.state = 'failed' and c.cause <> 'assertion')::int)) as errors,
      sum(coalesce(r.skipped, (c.state not in ('failed', 'success') or c.cause = 'skipped')::int)) as skipped,
      sum(coalesce(c.ended_at - c.started_at, 0)) as cost
    from ${case_runs} c left join ${case_reports} r on r.case_run_id = c.case_run_id
    where c.test_id = ${test_id} and not c.superseded group by c.device_seq`);
  return new Map(
    rows.map(({ device_seq, tests, failures, errors, skipped, cost }) => [
      device_seq,
      {
        tests: Number(tests),
        failures: Number(failures),
        errors: Number(errors),
        skipped: Number(skipped),
        cost: Number(cost),
      },
    ]),
  );
}
