import {
  and,
  count,
  desc,
  eq,
  gt,
  ilike,
  inArray,
  isNotNull,
  lt,
  ne,
  notInArray,
  or,
  sql,
  type SQL,
} from "../../../platform/database/sql.ts";
import {
  END_REASONS,
  executionOf,
  isRepeat,
  LIMITS,
  REPEATS,
  type ExecutionState,
  type TestState,
  type Verdict,
} from "@udt/contract";
import { tests, users } from "../../../platform/database/core.schema.ts";
import { runs } from "../../../platform/database/jobs.schema.ts";
import { slots } from "../../../platform/database/scheduling.schema.ts";
import type { Queries } from "../../../platform/database/database.ts";
import { likePattern } from "../../../platform/ids.ts";

export type RunRow = typeof runs.$inferSelect;
export type TestRow = typeof tests.$inferSelect;

/** A run with its test and who started it. */
export interface RunRecord {
  run: RunRow;
  test: TestRow;
  user_name: string;
}

export interface RunFilter {
  project_id: string;
  job_id?: string | undefined;
  execution?: ExecutionState | undefined;
  verdict?: Verdict | undefined;
  keyword: string;
  page_num: number;
  page_size: number;
}

const records = (db: Queries) =>
  db
    .select({ run: runs, test: tests, user_name: users.user_name })
    .from(runs)
    .innerJoin(tests, eq(tests.test_id, runs.test_id))
    .innerJoin(users, eq(users.user_id, tests.user_id));

export async function findRun(db: Queries, project_id: string, test_id: string): Promise<RunRecord | undefined> {
  const [row] = await records(db).where(and(eq(runs.test_id, test_id), eq(runs.project_id, project_id)));
  return row;
}

/** The states and reasons of a test that make up one of document 2's execution states. */
function isIn(execution: ExecutionState): SQL | undefined {
  const open = (["queued", "running"] satisfies TestState[]).filter((state) => executionOf(state, null) === execution);
  const reasons = END_REASONS.filter((reason) => executionOf("ended", reason) === execution);
  return or(
    open.length > 0 ? inArray(tests.state, open) : undefined,
    reasons.length > 0 ? and(eq(tests.state, "ended"), inArray(tests.end_reason, reasons)) : undefined,
  );
}

/** What is searched for as a run's number: `12` and `#12`. */
function runNumberIn(keyword: string): number | undefined {
  const digits = /^#?(\d{1,10})$/.exec(keyword.trim())?.[1];
  const number = Number(digits);
  return digits !== undefined && number <= LIMITS.run_number_max ? number : undefined;
}

/** The project's run with this number. */
export async function findNumbered(
  db: Queries,
  project_id: string,
  run_number: number,
): Promise<RunRecord | undefined> {
  const [row] = await records(db).where(and(eq(runs.project_id, project_id), eq(runs.run_number, run_number)));
  return row;
}

export async function listRuns(db: Queries, filter: RunFilter): Promise<{ records: RunRecord[]; total: number }> {
  const pattern = likePattern(filter.keyword);
  const number = runNumberIn(filter.keyword);
  const where = and(
    eq(runs.project_id, filter.project_id),
    filter.job_id === undefined ? undefined : eq(runs.job_id, filter.job_id),
    filter.verdict && eq(runs.verdict, filter.verdict),
    filter.execution && isIn(filter.execution),
    filter.keyword === ""
      ? undefined
      : or(
          ilike(runs.job_name, pattern),
          ilike(users.user_name, pattern),
          number === undefined ? undefined : eq(runs.run_number, number),
        ),
  );
  const [counted] = await db
    .select({ total: count() })
    .from(runs)
    .innerJoin(tests, eq(tests.test_id, runs.test_id))
    .innerJoin(users, eq(users.user_id, tests.user_id))
    .where(where);
  const list = await records(db)
    .where(where)
    .orderBy(desc(runs.created_at), desc(runs.test_id))
    .limit(filter.page_size)
    .offset((filter.page_num - 1) * filter.page_size);
  return { records: list, total: counted?.total ?? 0 };
}

/** How many devices each of these runs wanted. */
export async function countSlots(db: Queries, test_ids: string[]): Promise<Map<string, number>> {
  if (test_ids.length === 0) return new Map();
  const rows = await db
    .select({ test_id: slots.test_id, devices: count() })
    .from(slots)
    .where(inArray(slots.test_id, test_ids))
    .groupBy(slots.test_id);
  return new Map(rows.map((row) => [row.test_id, row.devices]));
}

/**
 * The run of the same job to compare with: the last one before that has ended with results. A repeat ran only some of the
 * cases, so it is what another repeat is compared with, and nothing else. What ran alone is compared with nothing.
 */
export async function findPrevious(db: Queries, run: RunRow): Promise<RunRecord | undefined> {
  if (run.job_id === null || run.origin === "alone") return undefined;
  const [row] = await records(db)
    .where(
      and(
        eq(runs.project_id, run.project_id),
        eq(runs.job_id, run.job_id),
        lt(runs.created_at, run.created_at),
        isNotNull(runs.verdict),
        gt(sql`${runs.success_count} - ${runs.skipped_count} + ${runs.failed_count}`, 0),
        isRepeat(run.origin) ? ne(runs.origin, "alone") : notInArray(runs.origin, [...REPEATS]),
      ),
    )
    .orderBy(desc(runs.created_at))
    .limit(1);
  return row;
}

/** How many runs back a case is looked for that came out both ways. */
const FLAKY_RUNS = 10;

/** The other runs of the same job, up to this one, that ran the same code against the same app; none is alone. */
export async function findSameCode(db: Queries, run: RunRow): Promise<{ test_id: string; is_over: boolean }[]> {
  if (run.job_id === null || run.origin === "alone") return [];
  return db
    .select({ test_id: runs.test_id, is_over: sql<boolean>`${runs.verdict} is not null` })
    .from(runs)
    .where(
      and(
        eq(runs.project_id, run.project_id),
        eq(runs.job_id, run.job_id),
        lt(runs.created_at, run.created_at),
        ne(runs.origin, "alone"),
        eq(runs.commit_id, run.commit_id),
        eq(runs.app_name, run.app_name),
        eq(runs.app_version, run.app_version),
      ),
    )
    .orderBy(desc(runs.created_at))
    .limit(FLAKY_RUNS);
}
