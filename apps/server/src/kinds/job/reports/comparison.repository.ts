/**
 * How a run compares with others, by `case_key`. Everything begins at the cases that failed, which have an index of their
 * own: a report of 100,000 cases with few failures costs as much as those few.
 */
import { and, eq, inArray, ne, or, sql, type SQL } from "../../../platform/database/sql.ts";
import { case_runs } from "../../../platform/database/jobs.schema.ts";
import type { Queries } from "../../../platform/database/database.ts";

export interface Baseline {
  test_id: string;
  /** The run before; undefined for a job's first. */
  previous: string | undefined;
  /** Other runs of the same code, newest first. */
  same_code: readonly string[];
  /** Where every device runs every case, one that fails on one device and passes on another is not flaky but the device's. */
  per_device: boolean;
  /** It and all that it is compared with are over: what is found out of them stays true. */
  is_final: boolean;
}

export const COMPARISONS = ["new_failure", "fixed", "flaky"] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** The keys of the cases that failed in a run. */
async function failedIn(db: Queries, test_id: string): Promise<Set<string>> {
  const rows = await db
    .select({ case_key: case_runs.case_key })
    .from(case_runs)
    .where(and(eq(case_runs.test_id, test_id), eq(case_runs.superseded, false), eq(case_runs.state, "failed")));
  return new Set(rows.map((row) => row.case_key));
}

/** Looked up one by one in the index of keys: an array is one parameter, however long. */
const isOneOf = (case_keys: readonly string[]): SQL =>
  sql`${case_runs.case_key} = any(${sql.param([...case_keys])}::text[])`;

/** What was skipped has neither passed nor failed. */
const hasPassed = sql`${case_runs.state} = 'success' and ${case_runs.cause} <> 'skipped'`;

async function passedIn(db: Queries, test_id: string, case_keys: readonly string[]): Promise<string[]> {
  if (case_keys.length === 0) return [];
  const rows = await db
    .selectDistinct({ case_key: case_runs.case_key })
    .from(case_runs)
    .where(and(eq(case_runs.test_id, test_id), eq(case_runs.superseded, false), hasPassed, isOneOf(case_keys)));
  return rows.map((row) => row.case_key);
}

/** The keys of cases that came out otherwise than in the run before; a case failed when it failed on any device. */
async function changedKeys(db: Queries, base: Baseline): Promise<{ new_failure: string[]; fixed: string[] }> {
  if (base.previous === undefined) return { new_failure: [], fixed: [] };
  const now = await failedIn(db, base.test_id);
  const before = await failedIn(db, base.previous);
  return {
    new_failure: await passedIn(
      db,
      base.previous,
      [...now].filter((key) => !before.has(key)),
    ),
    fixed: await fixedAmong(
      db,
      base.test_id,
      [...before].filter((key) => !now.has(key)),
    ),
  };
}

/** Of cases that failed in the run before. */
async function fixedAmong(db: Queries, test_id: string, case_keys: readonly string[]): Promise<string[]> {
  const passed = await passedIn(db, test_id, case_keys);
  const open = await unfixedKeys(db, test_id, passed);
  return passed.filter((key) => !open.has(key));
}

const isFlaky = (base: Baseline): SQL =>
  sql`${case_runs.case_run_id} in (select f.case_run_id from (${flakyCases(base)}) f)`;

/** What makes a row of `case_runs` that is the last attempt of its case in the run belong to a comparison. */
export async function isCompared(db: Queries, comparison: Comparison, base: Baseline): Promise<SQL> {
  if (comparison === "flaky") return isFlaky(base);
  const keys = (await changedKeys(db, base))[comparison];
  return sql`${comparison === "fixed" ? hasPassed : sql`${case_runs.state} = 'failed'`} and ${isOneOf(keys)}`;
}

/** The last attempts in a run that came out both ways: after a failed attempt, or in another run of the same code. */
function flakyCases({ test_id, same_code, per_device }: Baseline): SQL {
  const retried = sql`select c.case_run_id, c.case_key from case_runs c
    join case_runs b on b.test_id = c.test_id and b.state = 'failed' and b.superseded
      and coalesce(b.origin_id, b.case_run_id) = c.origin_id
    where c.test_id = ${test_id} and not c.superseded and c.state = 'success' and c.cause <> 'skipped' and c.origin_id is not null`;
  if (same_code.length === 0) return retried;
  const others = sql.join(
    same_code.map((id) => sql`${id}`),
    sql`, `,
  );
  const sameDevice = per_device ? sql`and b.device_id = c.device_id` : sql``;
  return sql`${retried}
    union select c.case_run_id, c.case_key from case_runs b
      join case_runs c on c.test_id = ${test_id} and c.case_key = b.case_key and not c.superseded
        and c.state = 'success' and c.cause <> 'skipped' ${sameDevice}
      where b.test_id in (${others}) and b.state = 'failed'
    union select c.case_run_id, c.case_key from case_runs c
      join case_runs b on b.test_id in (${others}) and b.case_key = c.case_key and not b.superseded
        and b.state = 'success' and b.cause <> 'skipped' ${sameDevice}
      where c.test_id = ${test_id} and c.state = 'failed' and not c.superseded`;
}

/** All of a run that {@link flakyAmong} would find page by page. */
export async function listFlaky(db: Queries, base: Baseline): Promise<Set<number>> {
  const rows = await db
    .select({ case_run_id: case_runs.case_run_id })
    .from(case_runs)
    .where(and(eq(case_runs.test_id, base.test_id), isFlaky(base)));
  return new Set(rows.map((row) => row.case_run_id));
}

/** How many cases of a run, by key, are in each comparison. */
export async function countComparisons(
  db: Queries,
  base: Baseline,
): Promise<{ new_failures: number; fixed: number; flaky: number }> {
  const { rows } = await db.execute<{ cases: string }>(
    sql`select count(distinct f.case_key) as cases from (${flakyCases(base)}) f`,
  );
  const { new_failure, fixed } = await changedKeys(db, base);
  return { new_failures: new_failure.length, fixed: fixed.length, flaky: Number(rows[0]?.cases ?? 0) };
}

/** How some cases came out in the run before: failed when they failed on any of its devices. */
export async function outcomesBefore(
  db: Queries,
  previous: string,
  case_keys: string[],
): Promise<Map<string, "failed" | "success" | "other">> {
  if (case_keys.length === 0) return new Map();
  const rows = await db
    .select({
      case_key: case_runs.case_key,
      outcome: sql<"failed" | "success" | "other">`case when bool_or(${case_runs.state} = 'failed') then 'failed'
        when bool_or(${hasPassed}) then 'success' else 'other' end`,
    })
    .from(case_runs)
    .where(
      and(eq(case_runs.test_id, previous), eq(case_runs.superseded, false), inArray(case_runs.case_key, case_keys)),
    )
    .groupBy(case_runs.case_key);
  return new Map(rows.map((row) => [row.case_key, row.outcome]));
}

/** Which of these cases failed anywhere in this run, or may still: what passed on one device may fail on the next. */
export async function unfixedKeys(db: Queries, test_id: string, case_keys: readonly string[]): Promise<Set<string>> {
  if (case_keys.length === 0) return new Set();
  const rows = await db
    .selectDistinct({ case_key: case_runs.case_key })
    .from(case_runs)
    .where(
      and(
        eq(case_runs.test_id, test_id),
        eq(case_runs.superseded, false),
        inArray(case_runs.state, ["failed", "undistributed", "executing"]),
        isOneOf(case_keys),
      ),
    );
  return new Set(rows.map((row) => row.case_key));
}

export interface Judged {
  case_run_id: number;
  origin_id: number | null;
  case_key: string;
  device_id: string | null;
  state: string;
  cause: string;
}

/** Which of these attempts are flaky; the same rule as {@link flakyCases}, for one page. */
export async function flakyAmong(db: Queries, base: Baseline, cases: readonly Judged[]): Promise<Set<number>> {
  const settled = cases.filter(
    ({ state, cause }) => (state === "success" && cause !== "skipped") || state === "failed",
  );
  const origins = settled.flatMap(({ origin_id, state }) =>
    origin_id !== null && state === "success" ? [origin_id] : [],
  );
  const failedBefore =
    origins.length === 0
      ? []
      : await db
          .select({ case_run_id: case_runs.case_run_id, origin_id: case_runs.origin_id })
          .from(case_runs)
          .where(
            and(
              eq(case_runs.test_id, base.test_id),
              eq(case_runs.state, "failed"),
              or(inArray(case_runs.case_run_id, origins), inArray(case_runs.origin_id, origins)),
            ),
          );
  const retried = new Set(failedBefore.map((row) => row.origin_id ?? row.case_run_id));
  const elsewhere = await outcomesElsewhere(db, base, [...new Set(settled.map(({ case_key }) => case_key))]);
  const place = ({ case_key, device_id }: { case_key: string; device_id: string | null }) =>
    base.per_device ? `${device_id}\n${case_key}` : case_key;
  const failed = new Set(elsewhere.filter((row) => row.failed).map(place));
  const passed = new Set(elsewhere.filter((row) => row.passed).map(place));
  return new Set(
    settled
      .filter((one) =>
        one.state === "success"
          ? failed.has(place(one)) || (one.origin_id !== null && retried.has(one.origin_id))
          : passed.has(place(one)),
      )
      .map((one) => one.case_run_id),
  );
}

async function outcomesElsewhere(
  db: Queries,
  base: Baseline,
  case_keys: string[],
): Promise<{ case_key: string; device_id: string | null; failed: boolean; passed: boolean }[]> {
  if (case_keys.length === 0 || base.same_code.length === 0) return [];
  return db
    .select({
      case_key: case_runs.case_key,
      device_id: case_runs.device_id,
      failed: sql<boolean>`bool_or(${case_runs.state} = 'failed')`,
      passed: sql<boolean>`bool_or(${hasPassed} and not ${case_runs.superseded})`,
    })
    .from(case_runs)
    .where(
      and(
        inArray(case_runs.test_id, [...base.same_code]),
        ne(case_runs.test_id, base.test_id),
        inArray(case_runs.case_key, case_keys),
        inArray(case_runs.state, ["failed", "success"]),
      ),
    )
    .groupBy(case_runs.case_key, case_runs.device_id);
}
