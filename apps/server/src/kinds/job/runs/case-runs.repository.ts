import {
  and,
  asc,
  desc,
  eq,
  exists,
  gt,
  inArray,
  isNull,
  ne,
  or,
  sql,
  type SQL,
} from "../../../platform/database/sql.ts";
import type { CaseCause, CaseDetail, CaseState, JunitCase, Said, ShownCaseState } from "@udt/contract";
import type { Queries } from "../../../platform/database/database.ts";
import { case_details, case_reports, case_runs, runs } from "../../../platform/database/jobs.schema.ts";
import { onlyRow } from "../../../platform/database/only-row.ts";
import { slots } from "../../../platform/database/scheduling.schema.ts";

export type CaseRunRow = typeof case_runs.$inferSelect;
type NewCaseRun = Pick<
  CaseRunRow,
  "test_id" | "case_key" | "name" | "file" | "function" | "position" | "attempt" | "device_seq"
> &
  Partial<Pick<CaseRunRow, "origin_id" | "avoid_seq" | "expected_ms" | "usual_ms" | "beside">>;

/** So many at a time, that the text of one statement stays within some megabytes. */
const INSERT_ROWS = 10_000;

/** Adds cases that wait to be run: a parameter for each column, however many rows. */
export async function insertCaseRuns(db: Queries, rows: NewCaseRun[]): Promise<void> {
  for (let start = 0; start < rows.length; start += INSERT_ROWS) {
    const some = rows.slice(start, start + INSERT_ROWS);
    const column = <T>(of: (row: NewCaseRun) => T) => sql.param(some.map(of));
    await db.execute(sql`
      insert into ${case_runs} (test_id, case_key, name, file, function, position, attempt, device_seq, origin_id,
        avoid_seq, expected_ms, usual_ms, beside, state, cause)
      select *, 'undistributed', 'none' from unnest(${column((row) => row.test_id)}::text[],
        ${column((row) => row.case_key)}::text[], ${column((row) => row.name)}::text[],
        ${column((row) => row.file)}::text[], ${column((row) => row.function)}::text[],
        ${column((row) => row.position)}::int[], ${column((row) => row.attempt)}::int[],
        ${column((row) => row.device_seq)}::int[], ${column((row) => row.origin_id ?? null)}::bigint[],
        ${column((row) => row.avoid_seq ?? null)}::int[], ${column((row) => row.expected_ms ?? 0)}::int[],
        ${column((row) => row.usual_ms ?? null)}::int[], ${column((row) => row.beside ?? false)}::boolean[])`);
  }
}

/** Of runs on many devices fewer tell as much: a run waits while this is found out. */
const LATELY_CASES = 50_000;

/** What each case of a job took in the last runs that told of any, in milliseconds; of a run without a job nothing is known. */
export async function expectedCosts(
  db: Queries,
  job_id: string | null,
  case_keys: string[],
): Promise<Map<string, number>> {
  if (job_id === null || case_keys.length === 0) return new Map();
  const { rows } = await db.execute<{ case_key: string; cost: number }>(sql`
    with latest as (
      select test_id, case_count, created_at from ${runs}
      where job_id = ${job_id} and success_count + failed_count > 0 order by created_at desc limit 5),
    recent as (
      select test_id, row_number() over w as nth, sum(case_count) over w as cases from latest
      window w as (order by created_at desc))
    select c.case_key, avg(c.ended_at - c.started_at)::int as cost
    from recent join ${case_runs} as c on c.test_id = recent.test_id
    where (recent.nth <= 2 or recent.cases <= ${LATELY_CASES}) and c.state in ('success', 'failed') and c.started_at is not null
    group by c.case_key`);
  const wanted = new Set(case_keys);
  return new Map(rows.filter((row) => wanted.has(row.case_key)).map((row) => [row.case_key, row.cost]));
}

/** It runs now; of those that a device was given most wait for their turn. */
const isBegun = sql`${case_runs.state} = 'executing' and ${case_runs.started_at} is not null`;
const isWaiting = eq(case_runs.state, "undistributed");
/**
 * Cases that a wanted device may take: its own, and those that are anybody's; of these the last that is left takes also what
 * failed on it and was to be tried on another.
 */
const isFor = (device_seq: number, is_last: boolean) =>
  and(
    or(eq(case_runs.device_seq, device_seq), isNull(case_runs.device_seq)),
    is_last ? undefined : or(isNull(case_runs.avoid_seq), ne(case_runs.avoid_seq, device_seq)),
  );

/**
 * Hands the next cases out, the longest first; two that ask at once never get the same. Nothing is known of how long the
 * cases of a sequential run take, so that those go in the library's order. Asked for in the order of the index of what
 * waits, they are found without a look at what has been run.
 */
export async function claimCases(
  db: Queries,
  of: { test_id: string; device_seq: number; device_id: string; max: number; is_last: boolean },
): Promise<CaseRunRow[]> {
  const next = db
    .select({ case_run_id: case_runs.case_run_id })
    .from(case_runs)
    .where(and(eq(case_runs.test_id, of.test_id), isWaiting, isFor(of.device_seq, of.is_last)))
    .orderBy(desc(case_runs.expected_ms), asc(case_runs.position), asc(case_runs.case_run_id))
    .limit(of.max)
    .for("update", { skipLocked: true });
  const rows = await db
    .update(case_runs)
    .set({ state: "executing", cause: "none", device_seq: of.device_seq, device_id: of.device_id, started_at: null })
    .where(inArray(case_runs.case_run_id, next))
    .returning();
  return rows.toSorted(
    (a, b) => b.expected_ms - a.expected_ms || a.position - b.position || a.case_run_id - b.case_run_id,
  );
}

/** Cases that a device was given and has not begun. */
export async function givenButNotBegun(db: Queries, test_id: string, device_seq: number): Promise<CaseRunRow[]> {
  return db
    .select()
    .from(case_runs)
    .where(
      and(
        eq(case_runs.test_id, test_id),
        eq(case_runs.device_seq, device_seq),
        eq(case_runs.state, "executing"),
        isNull(case_runs.started_at),
      ),
    )
    .orderBy(asc(case_runs.position), asc(case_runs.case_run_id));
}

export const countWaiting = (db: Queries, test_id: string): Promise<number> =>
  db.$count(case_runs, and(eq(case_runs.test_id, test_id), isWaiting));

/**
 * Whether other devices have cases that may come to this one when they fail: those that they run, and those that they are
 * about to ask for. What waits for a device that has not been given yet keeps nobody.
 */
export async function isMoreElsewhere(db: Queries, test_id: string, device_seq: number): Promise<boolean> {
  const holder = db
    .select({ one: sql`1` })
    .from(slots)
    .where(
      and(
        eq(slots.test_id, test_id),
        ne(slots.device_seq, device_seq),
        eq(slots.state, "dispatched"),
        or(isNull(case_runs.device_seq), eq(case_runs.device_seq, slots.device_seq)),
      ),
    );
  const isTheirs = or(
    and(eq(case_runs.state, "executing"), ne(case_runs.device_seq, device_seq)),
    and(isWaiting, exists(holder)),
  );
  const found = await db
    .select({ one: sql`1` })
    .from(case_runs)
    .where(and(eq(case_runs.test_id, test_id), isTheirs))
    .limit(1);
  return found.length > 0;
}

/** Gives retries that wait for devices whose parts end back to where they failed, if that device still runs cases. */
export async function returnRetries(
  db: Queries,
  parts: readonly { test_id: string; device_seq: number }[],
): Promise<void> {
  if (parts.length === 0) return;
  const test_ids = sql.param(parts.map(({ test_id }) => test_id));
  const device_seqs = sql.param(parts.map(({ device_seq }) => device_seq));
  await db.execute(sql`
    update ${case_runs} as c set device_seq = c.avoid_seq
    from unnest(${test_ids}::text[], ${device_seqs}::int[]) as v(test_id, device_seq), ${slots} as s
    where c.test_id = v.test_id and c.device_seq = v.device_seq and c.state = 'undistributed'
      and s.test_id = c.test_id and s.device_seq = c.avoid_seq and s.state = 'dispatched'`);
}

/** Locks those of these cases that a device has, in one order everywhere. */
export async function lockExecuting(
  db: Queries,
  of: { test_id: string; device_seq: number; case_run_ids: number[] },
): Promise<CaseRunRow[]> {
  return db
    .select()
    .from(case_runs)
    .where(
      and(
        eq(case_runs.test_id, of.test_id),
        eq(case_runs.device_seq, of.device_seq),
        eq(case_runs.state, "executing"),
        sql`${case_runs.case_run_id} = any(${sql.param(of.case_run_ids)}::bigint[])`,
      ),
    )
    .orderBy(asc(case_runs.case_run_id))
    .for("update");
}

export interface WrittenOutcome {
  case_run_id: number;
  state: CaseState;
  cause: CaseCause;
  started_at: number | null;
  ended_at: number | null;
  error: string;
  reason: Said | null;
  superseded: boolean;
}

/** Writes many outcomes in one statement. */
export async function writeOutcomes(db: Queries, outcomes: WrittenOutcome[]): Promise<void> {
  if (outcomes.length === 0) return;
  await db.execute(sql`
    update ${case_runs} as c set state = v.state, cause = v.cause, started_at = v.started_at, ended_at = v.ended_at,
      error = v.error, reason = nullif(v.reason, 'null'), superseded = v.superseded
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as v(case_run_id bigint, state text, cause text,
      started_at bigint, ended_at bigint, error text, reason jsonb, superseded boolean)
    where c.case_run_id = v.case_run_id`);
}

export async function writeDetails(db: Queries, details: { case_run_id: number; detail: CaseDetail }[]): Promise<void> {
  if (details.length === 0) return;
  await db
    .insert(case_details)
    .values(details)
    .onConflictDoUpdate({ target: case_details.case_run_id, set: { detail: sql`excluded.detail` } });
}

/** Keeps what a framework's files say of cases that a device has ended; of others nothing is kept. */
export async function writeReported(
  db: Queries,
  of: { test_id: string; device_seq: number; device_id: string },
  reported: ReadonlyMap<number, JunitCase[]>,
): Promise<void> {
  if (reported.size === 0) return;
  const own = await db
    .select({ case_run_id: case_runs.case_run_id })
    .from(case_runs)
    .where(
      and(
        eq(case_runs.test_id, of.test_id),
        eq(case_runs.device_seq, of.device_seq),
        eq(case_runs.device_id, of.device_id),
        inArray(case_runs.state, ["success", "failed"]),
        sql`${case_runs.case_run_id} = any(${sql.param([...reported.keys()])}::bigint[])`,
      ),
    );
  if (own.length === 0) return;
  const isOwn = new Set(own.map(({ case_run_id }) => case_run_id));
  const ofOwn = [...reported].filter(([case_run_id]) => isOwn.has(case_run_id));
  const rows = ofOwn.map(([case_run_id, cases]) => {
    const having = (name: string) =>
      cases.filter(({ children }) => children.some((child) => child.name === name)).length;
    return { case_run_id, cases, failures: having("failure"), errors: having("error"), skipped: having("skipped") };
  });
  const { cases, failures, errors, skipped } = case_reports;
  const set = { cases, failures, errors, skipped };
  await db
    .insert(case_reports)
    .values(rows)
    .onConflictDoUpdate({
      target: case_reports.case_run_id,
      set: Object.fromEntries(Object.keys(set).map((name) => [name, sql`excluded.${sql.identifier(name)}`])),
    });
}

/** What becomes of cases that have not ended, by the state that they are in; those of a state not named stay. */
export type CaseEnds = Partial<Record<"executing" | "undistributed", CaseEnd>>;
export interface CaseEnd {
  state: "failed" | "cancelled" | "distribution_failed";
  cause: CaseCause;
}

/** A retry that ends before it began takes no attempt's place. `c` is the case. */
const isUndone = (state: SQL | CaseEnd["state"]) =>
  sql`(c.origin_id is not null and c.started_at is null and ${state} <> 'failed')`;
/** One that a lost device had begun, and that none was given since, keeps the loss as its cause. `c` is the case. */
const causeOf = (cause: SQL | CaseCause) =>
  sql`(case when ${cause} = 'not_started' and c.cause <> 'none' then c.cause else ${cause} end)`;
/** The failures that undone retries were to repeat count again. */
const RESTORED = sql`restored as (
  update ${case_runs} as c set superseded = false from ended as e
  where e.undone and c.test_id = e.test_id and c.attempt = e.attempt - 1
    and (c.case_run_id = e.origin_id or c.origin_id = e.origin_id))`;

/** Ends the cases of a test that have not ended, or the one that is named. */
export async function endCases(
  db: Queries,
  { test_id, case_run_id }: { test_id: string; case_run_id?: number },
  end: CaseEnd,
  ended_at: number,
): Promise<void> {
  const named = case_run_id === undefined ? sql`` : sql`and c.case_run_id = ${case_run_id}`;
  await db.execute(sql`
    with ended as (
      update ${case_runs} as c set state = ${end.state}, cause = ${causeOf(end.cause)}, ended_at = ${ended_at},
        superseded = c.superseded or ${isUndone(end.state)}
      where c.test_id = ${test_id} and c.state in ('executing', 'undistributed') ${named}
      returning c.test_id, c.origin_id, c.attempt, ${isUndone(end.state)} as undone),
    ${RESTORED}
    select 1`);
}

/**
 * Ends the cases of wanted devices that are in one state; answers by test how many count as what for that, and how many had
 * begun.
 */
export async function endCasesOf(
  db: Queries,
  parts: readonly ({ test_id: string; device_seq: number; was: keyof CaseEnds } & CaseEnd)[],
  ended_at: number,
): Promise<{ test_id: string; state: CaseEnd["state"]; total: number; begun: number }[]> {
  if (parts.length === 0) return [];
  const column = <T>(of: (part: (typeof parts)[number]) => T) => sql.param(parts.map(of));
  const { rows } = await db.execute<{ test_id: string; state: CaseEnd["state"]; total: number; begun: number }>(
    sql`with ended as (
        update ${case_runs} as c set state = v.state, cause = ${causeOf(sql`v.cause`)}, ended_at = ${ended_at},
          superseded = c.superseded or ${isUndone(sql`v.state`)}
        from unnest(${column((part) => part.test_id)}::text[], ${column((part) => part.device_seq)}::int[],
          ${column((part) => part.was)}::text[], ${column((part) => part.state)}::text[],
          ${column((part) => part.cause)}::text[]) as v(test_id, device_seq, was, state, cause)
        where c.test_id = v.test_id and c.device_seq = v.device_seq and c.state = v.was
          and c.state in ('executing', 'undistributed')
        returning c.test_id, c.origin_id, c.attempt, v.state, v.was = 'executing' and c.started_at is not null as begun,
          ${isUndone(sql`v.state`)} as undone),
      ${RESTORED}
      select test_id, case when undone then 'failed' else state end as state, count(*)::int as total,
        (count(*) filter (where begun))::int as begun
      from ended group by 1, 2`,
  );
  return rows;
}

/**
 * Gives back the cases of a device that was lost; those that were given back before stay. What they had told goes with that
 * device: they begin anew, and keep why they did not end. Answers how many of them ran.
 */
export async function requeueCases(
  db: Queries,
  of: { test_id: string; device_seq: number; toAnybody: boolean; cause: CaseCause },
): Promise<number> {
  const { rows } = await db.execute<{ begun: boolean }>(sql`
    with given as (
      select case_run_id, started_at is not null as begun from ${case_runs}
      where test_id = ${of.test_id} and device_seq = ${of.device_seq} and state = 'executing' and not requeued
      order by case_run_id for update),
    forgotten as (delete from ${case_details} as d using given where d.case_run_id = given.case_run_id)
    update ${case_runs} as c set state = 'undistributed', requeued = true, started_at = null, device_id = null,
      cause = case when given.begun then ${of.cause} else c.cause end
      ${of.toAnybody ? sql`, device_seq = null` : sql``}
    from given where c.case_run_id = given.case_run_id returning given.begun`);
  return rows.filter(({ begun }) => begun).length;
}

/** Takes cases from a device that it was given and has not begun: they wait again. Answers how many those were. */
export async function returnNotBegun(db: Queries, of: { test_id: string; device_seq: number }): Promise<number> {
  const isGiven = and(eq(case_runs.test_id, of.test_id), eq(case_runs.device_seq, of.device_seq));
  const rows = await db
    .update(case_runs)
    .set({ state: "undistributed", device_id: null })
    .where(and(isGiven, eq(case_runs.state, "executing"), isNull(case_runs.started_at)))
    .returning({ case_run_id: case_runs.case_run_id });
  return rows.length;
}

/** Makes cases that wait for one device, or for anybody, another's or anybody's. */
export async function moveWaiting(
  db: Queries,
  test_id: string,
  { from, to }: { from: number | null; to: number | null },
): Promise<void> {
  const isTheirs = from === null ? isNull(case_runs.device_seq) : eq(case_runs.device_seq, from);
  await db
    .update(case_runs)
    .set({ device_seq: to })
    .where(and(eq(case_runs.test_id, test_id), isWaiting, isTheirs));
}

/** A run's counters, as its cases are. */
export async function totalsOf(db: Queries, test_id: string) {
  const only = (condition: ReturnType<typeof sql>) => sql<number>`(count(*) filter (where ${condition}))::int`;
  const inState = (state: CaseState) => only(sql`${case_runs.state} = ${state}`);
  const rows = await db
    .select({
      case_count: sql<number>`count(*)::int`,
      success_count: inState("success"),
      skipped_count: only(sql`${case_runs.state} = 'success' and ${case_runs.cause} = 'skipped'`),
      failed_count: inState("failed"),
      cancelled_count: inState("cancelled"),
      distribution_failed_count: inState("distribution_failed"),
      executing_count: only(isBegun),
    })
    .from(case_runs)
    .where(and(eq(case_runs.test_id, test_id), eq(case_runs.superseded, false)));
  return onlyRow(rows);
}

/** What wanted devices' cases came to, by state, the skipped apart; attempts that another took the place of do not count. */
export async function slotTotals(
  db: Queries,
  of: readonly { test_id: string; device_seq: number }[],
): Promise<{ test_id: string; device_seq: number; state: ShownCaseState; total: number }[]> {
  if (of.length === 0) return [];
  const test_ids = sql.param(of.map(({ test_id }) => test_id));
  const device_seqs = sql.param(of.map(({ device_seq }) => device_seq));
  const { rows } = await db.execute<{ test_id: string; device_seq: number; state: ShownCaseState; total: number }>(sql`
    select c.test_id, c.device_seq, case when c.cause = 'skipped' then 'skipped' else c.state end as state,
      count(*)::int as total
    from unnest(${test_ids}::text[], ${device_seqs}::int[]) as v(test_id, device_seq)
    join ${case_runs} as c on c.test_id = v.test_id and c.device_seq = v.device_seq and not c.superseded
    group by 1, 2, 3`);
  return rows;
}

export async function findCaseRun(db: Queries, test_id: string, case_run_id: number): Promise<CaseRunRow | undefined> {
  const [row] = await db
    .select()
    .from(case_runs)
    .where(and(eq(case_runs.test_id, test_id), eq(case_runs.case_run_id, case_run_id)))
    .for("update");
  return row;
}

/** Cases that a device had and that a person took out of the run. Of most runs none was: then no case is looked at. */
export async function cancelledOf(db: Queries, test_id: string, device_seq: number): Promise<number[]> {
  const rows = await db
    .select({ case_run_id: case_runs.case_run_id })
    .from(case_runs)
    .where(
      and(
        eq(case_runs.test_id, test_id),
        eq(case_runs.device_seq, device_seq),
        eq(case_runs.state, "cancelled"),
        eq(case_runs.cause, "user"),
        exists(
          db
            .select({ one: sql`1` })
            .from(runs)
            .where(and(eq(runs.test_id, test_id), gt(runs.cancelled_count, 0))),
        ),
      ),
    )
    .limit(1_000);
  return rows.map((row) => row.case_run_id);
}

/** A case of the run before; `beside` when it is what failed beside its cases: a file, a suite, the framework itself. */
export type CaseBefore = Pick<CaseRunRow, "case_key" | "name" | "file" | "function" | "beside">;

/** What a test ran, in order. */
export async function keysOf(db: Queries, test_id: string): Promise<CaseBefore[]> {
  return db
    .selectDistinctOn([case_runs.position, case_runs.case_key], {
      case_key: case_runs.case_key,
      name: case_runs.name,
      file: case_runs.file,
      function: case_runs.function,
      beside: case_runs.beside,
    })
    .from(case_runs)
    .where(and(eq(case_runs.test_id, test_id), isNull(case_runs.origin_id)))
    .orderBy(asc(case_runs.position), asc(case_runs.case_key));
}

export async function lastPosition(db: Queries, test_id: string): Promise<number> {
  const [row] = await db
    .select({ last: sql<number>`coalesce(max(${case_runs.position}), -1)::int` })
    .from(case_runs)
    .where(eq(case_runs.test_id, test_id));
  return row?.last ?? -1;
}

/** Which of these keys a wanted device has cases of. */
export async function knownKeys(
  db: Queries,
  of: { test_id: string; device_seq: number; case_keys: string[] },
): Promise<Set<string>> {
  const rows = await db
    .select({ case_key: case_runs.case_key })
    .from(case_runs)
    .where(
      and(
        eq(case_runs.test_id, of.test_id),
        eq(case_runs.device_seq, of.device_seq),
        sql`${case_runs.case_key} = any(${sql.param(of.case_keys)}::text[])`,
      ),
    );
  return new Set(rows.map((row) => row.case_key));
}
