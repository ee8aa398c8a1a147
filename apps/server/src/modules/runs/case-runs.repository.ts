import { and, asc, desc, eq, exists, gt, inArray, isNull, ne, or, sql } from "../../platform/database/sql.ts";
import type { CaseCause, CaseDetail, CaseState } from "@udt/contract";
import type { Queries } from "../../platform/database/database.ts";
import { case_details, case_runs, runs } from "../../platform/database/jobs.schema.ts";

export type CaseRunRow = typeof case_runs.$inferSelect;
type NewCaseRun = Pick<
  CaseRunRow,
  "test_id" | "case_key" | "name" | "file" | "function" | "position" | "attempt" | "device_seq"
> &
  Partial<Pick<CaseRunRow, "origin_id" | "avoid_seq" | "expected_ms">>;

/** So many at a time, that the text of one statement stays within some megabytes. */
const INSERT_ROWS = 10_000;

/** Adds cases that wait to be run: a parameter for each column, however many rows. */
export async function insertCaseRuns(db: Queries, rows: NewCaseRun[]): Promise<void> {
  for (let start = 0; start < rows.length; start += INSERT_ROWS) {
    const some = rows.slice(start, start + INSERT_ROWS);
    const column = <T>(of: (row: NewCaseRun) => T) => sql.param(some.map(of));
    await db.execute(sql`
      insert into ${case_runs} (test_id, case_key, name, file, function, position, attempt, device_seq, origin_id,
        avoid_seq, expected_ms, state, cause)
      select *, 'undistributed', 'none' from unnest(${column((row) => row.test_id)}::text[],
        ${column((row) => row.case_key)}::text[], ${column((row) => row.name)}::text[],
        ${column((row) => row.file)}::text[], ${column((row) => row.function)}::text[],
        ${column((row) => row.position)}::int[], ${column((row) => row.attempt)}::int[],
        ${column((row) => row.device_seq)}::int[], ${column((row) => row.origin_id ?? null)}::bigint[],
        ${column((row) => row.avoid_seq ?? null)}::int[], ${column((row) => row.expected_ms ?? 0)}::int[])`);
  }
}

/** What each case of a job took in its last runs, in milliseconds. */
export async function expectedCosts(db: Queries, job_id: string, case_keys: string[]): Promise<Map<string, number>> {
  if (case_keys.length === 0) return new Map();
  const recent = db
    .select({ test_id: runs.test_id })
    .from(runs)
    .where(eq(runs.job_id, job_id))
    .orderBy(desc(runs.created_at))
    .limit(5)
    .as("recent");
  const rows = await db
    .select({
      case_key: case_runs.case_key,
      cost: sql<number>`avg(${case_runs.ended_at} - ${case_runs.started_at})::int`,
    })
    .from(case_runs)
    .innerJoin(recent, eq(recent.test_id, case_runs.test_id))
    .where(and(inArray(case_runs.state, ["success", "failed"]), sql`${case_runs.started_at} is not null`))
    .groupBy(case_runs.case_key);
  const wanted = new Set(case_keys);
  return new Map(rows.filter((row) => wanted.has(row.case_key)).map((row) => [row.case_key, row.cost]));
}

const isWaiting = eq(case_runs.state, "undistributed");
/** Cases that a wanted device may take: its own, and those that are anybody's but not to be tried on it again. */
const isFor = (device_seq: number) =>
  and(
    or(eq(case_runs.device_seq, device_seq), isNull(case_runs.device_seq)),
    or(isNull(case_runs.avoid_seq), ne(case_runs.avoid_seq, device_seq)),
  );

/**
 * Hands the next cases out, the longest first; two that ask at once never get the same. Nothing is known of how long the
 * cases of a sequential run take, so that those go in the library's order. Asked for in the order of the index of what
 * waits, they are found without a look at what has been run.
 */
export async function claimCases(
  db: Queries,
  of: { test_id: string; device_seq: number; device_id: string; max: number },
): Promise<CaseRunRow[]> {
  const next = db
    .select({ case_run_id: case_runs.case_run_id })
    .from(case_runs)
    .where(and(eq(case_runs.test_id, of.test_id), isWaiting, isFor(of.device_seq)))
    .orderBy(desc(case_runs.expected_ms), asc(case_runs.position), asc(case_runs.case_run_id))
    .limit(of.max)
    .for("update", { skipLocked: true });
  const rows = await db
    .update(case_runs)
    .set({ state: "executing", device_seq: of.device_seq, device_id: of.device_id, started_at: null })
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

export async function countWaiting(db: Queries, test_id: string, device_seq?: number): Promise<number> {
  return db.$count(
    case_runs,
    and(eq(case_runs.test_id, test_id), isWaiting, device_seq === undefined ? undefined : isFor(device_seq)),
  );
}

/** Cases that run on other devices and may come back to this one. */
export async function countElsewhere(db: Queries, test_id: string, device_seq: number): Promise<number> {
  return db.$count(
    case_runs,
    and(eq(case_runs.test_id, test_id), eq(case_runs.state, "executing"), ne(case_runs.device_seq, device_seq)),
  );
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

export interface CaseOutcome {
  case_run_id: number;
  state: CaseState;
  cause: CaseCause;
  started_at: number | null;
  ended_at: number | null;
  error: string;
  superseded: boolean;
}

/** Writes many outcomes in one statement. */
export async function writeOutcomes(db: Queries, outcomes: CaseOutcome[]): Promise<void> {
  if (outcomes.length === 0) return;
  await db.execute(sql`
    update ${case_runs} as c set state = v.state, cause = v.cause, started_at = v.started_at, ended_at = v.ended_at,
      error = v.error, superseded = v.superseded
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as v(case_run_id bigint, state text, cause text,
      started_at bigint, ended_at bigint, error text, superseded boolean)
    where c.case_run_id = v.case_run_id`);
}

export async function writeDetails(db: Queries, details: { case_run_id: number; detail: CaseDetail }[]): Promise<void> {
  if (details.length === 0) return;
  await db
    .insert(case_details)
    .values(details)
    .onConflictDoUpdate({ target: case_details.case_run_id, set: { detail: sql`excluded.detail` } });
}

/** What becomes of cases that have not ended, by the state that they are in; those of a state not named stay. */
export type CaseEnds = Partial<Record<"executing" | "undistributed", CaseEnd>>;
export interface CaseEnd {
  state: "failed" | "cancelled" | "distribution_failed";
  cause: CaseCause;
}

/** Ends the cases of a test that have not ended. */
export async function endCases(db: Queries, test_id: string, end: CaseEnd, ended_at: number): Promise<void> {
  await db
    .update(case_runs)
    .set({ ...end, ended_at })
    .where(and(eq(case_runs.test_id, test_id), inArray(case_runs.state, ["executing", "undistributed"])));
}

/** Ends the cases of wanted devices that are in one state; answers how many those were, by test. */
export async function endCasesOf(
  db: Queries,
  parts: readonly ({ test_id: string; device_seq: number; was: keyof CaseEnds } & CaseEnd)[],
  ended_at: number,
): Promise<{ test_id: string; was: keyof CaseEnds; state: CaseEnd["state"]; total: number }[]> {
  if (parts.length === 0) return [];
  const column = <T>(of: (part: (typeof parts)[number]) => T) => sql.param(parts.map(of));
  const { rows } = await db.execute<{ test_id: string; was: keyof CaseEnds; state: CaseEnd["state"]; total: number }>(
    sql`with ended as (
        update ${case_runs} as c set state = v.state, cause = v.cause, ended_at = ${ended_at}
        from unnest(${column((part) => part.test_id)}::text[], ${column((part) => part.device_seq)}::int[],
          ${column((part) => part.was)}::text[], ${column((part) => part.state)}::text[],
          ${column((part) => part.cause)}::text[]) as v(test_id, device_seq, was, state, cause)
        where c.test_id = v.test_id and c.device_seq = v.device_seq and c.state = v.was
          and c.state in ('executing', 'undistributed')
        returning c.test_id, v.was, v.state)
      select test_id, was, state, count(*)::int as total from ended group by test_id, was, state`,
  );
  return rows;
}

/** Gives back the cases of a device that was lost; those that were given back before are answered, not given. */
export async function requeueCases(
  db: Queries,
  of: { test_id: string; device_seq: number; toAnybody: boolean },
): Promise<number> {
  const rows = await db
    .update(case_runs)
    .set({
      state: "undistributed",
      requeued: true,
      started_at: null,
      device_id: null,
      ...(of.toAnybody && { device_seq: null }),
    })
    .where(
      and(
        eq(case_runs.test_id, of.test_id),
        eq(case_runs.device_seq, of.device_seq),
        eq(case_runs.state, "executing"),
        eq(case_runs.requeued, false),
      ),
    )
    .returning({ case_run_id: case_runs.case_run_id });
  return rows.length;
}

/** A run's counters, as its cases are. */
export async function totalsOf(db: Queries, test_id: string) {
  const only = (condition: ReturnType<typeof sql>) => sql<number>`(count(*) filter (where ${condition}))::int`;
  const inState = (state: CaseState) => only(sql`${case_runs.state} = ${state}`);
  const [row] = await db
    .select({
      case_count: sql<number>`count(*)::int`,
      success_count: inState("success"),
      skipped_count: only(sql`${case_runs.state} = 'success' and ${case_runs.cause} = 'skipped'`),
      failed_count: inState("failed"),
      cancelled_count: inState("cancelled"),
      distribution_failed_count: inState("distribution_failed"),
      executing_count: inState("executing"),
    })
    .from(case_runs)
    .where(and(eq(case_runs.test_id, test_id), eq(case_runs.superseded, false)));
  return row!;
}

/** What wanted devices' cases came to, by state; attempts that another took the place of do not count. */
export async function slotTotals(
  db: Queries,
  of: readonly { test_id: string; device_seq: number }[],
): Promise<{ test_id: string; device_seq: number; state: CaseState; total: number }[]> {
  if (of.length === 0) return [];
  const test_ids = sql.param(of.map(({ test_id }) => test_id));
  const device_seqs = sql.param(of.map(({ device_seq }) => device_seq));
  const { rows } = await db.execute<{ test_id: string; device_seq: number; state: CaseState; total: number }>(sql`
    select c.test_id, c.device_seq, c.state, count(*)::int as total
    from unnest(${test_ids}::text[], ${device_seqs}::int[]) as v(test_id, device_seq)
    join ${case_runs} as c on c.test_id = v.test_id and c.device_seq = v.device_seq and not c.superseded
    group by c.test_id, c.device_seq, c.state`);
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

/** The keys of what a test ran, in order. */
export async function keysOf(
  db: Queries,
  test_id: string,
): Promise<{ case_key: string; name: string; file: string; function: string }[]> {
  return db
    .selectDistinctOn([case_runs.position, case_runs.case_key], {
      case_key: case_runs.case_key,
      name: case_runs.name,
      file: case_runs.file,
      function: case_runs.function,
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
