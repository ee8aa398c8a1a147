import type { CaseState, Said } from "@udt/contract";
import type { SlotRow } from "../../../core/scheduling/scheduling.service.ts";
import type { Queries } from "../../../platform/database/database.ts";
import { case_runs, run_devices, run_numbers, runs } from "../../../platform/database/jobs.schema.ts";
import { memory_recordings, memory_samples } from "../../../platform/database/memory.schema.ts";
import { onlyRow } from "../../../platform/database/only-row.ts";
import { slots } from "../../../platform/database/scheduling.schema.ts";
import { and, eq, inArray, isNotNull, lt, min, sql } from "../../../platform/database/sql.ts";

export type RunRow = typeof runs.$inferSelect;

/** Gives the run its project's next number; two that begin at once wait for one another. */
export async function insertRun(db: Queries, run: Omit<typeof runs.$inferInsert, "run_number">): Promise<void> {
  const { project_id } = run;
  const next = await db
    .insert(run_numbers)
    .values({ project_id, last_number: 1 })
    .onConflictDoUpdate({ target: run_numbers.project_id, set: { last_number: sql`${run_numbers.last_number} + 1` } })
    .returning();
  await db.insert(runs).values({ ...run, run_number: onlyRow(next).last_number });
}

export async function findRun(db: Queries, test_id: string): Promise<RunRow | undefined> {
  const [row] = await db.select().from(runs).where(eq(runs.test_id, test_id));
  return row;
}

export async function lockRun(db: Queries, test_id: string): Promise<RunRow | undefined> {
  const [row] = await db.select().from(runs).where(eq(runs.test_id, test_id)).for("no key update");
  return row;
}

export async function updateRun(db: Queries, test_id: string, change: Partial<RunRow>): Promise<void> {
  await db.update(runs).set(change).where(eq(runs.test_id, test_id));
}

/** By how much a run's counters change. */
export type TotalsChange = Partial<Record<Exclude<CaseState, "undistributed"> | "skipped" | "case", number>>;

export type TotalsChanges = Map<string, TotalsChange>;
const COUNTERS = ["case", "success", "skipped", "failed", "cancelled", "distribution_failed", "executing"] as const;

export function addToTotals(db: Queries, test_id: string, change: TotalsChange): Promise<void> {
  return addToAllTotals(db, new Map([[test_id, change]]));
}

/** The same for many runs. */
export async function addToAllTotals(db: Queries, changes: TotalsChanges): Promise<void> {
  const some = [...changes].filter(([, change]) => Object.values(change).some((by) => by !== 0));
  if (some.length === 0) return;
  const names = COUNTERS.map((name) => sql.identifier(`${name}_count`));
  const set = names.map((name) => sql`${name} = r.${name} + v.${name}`);
  const columns = COUNTERS.map((name) => sql`${sql.param(some.map(([, change]) => change[name] ?? 0))}::int[]`);
  await db.execute(sql`
    update ${runs} as r set ${sql.join(set, sql`, `)}
    from unnest(${sql.param(some.map(([test_id]) => test_id))}::text[], ${sql.join(columns, sql`, `)})
      as v(test_id, ${sql.join(names, sql`, `)})
    where r.test_id = v.test_id`);
}

/** What runs are called and how they came out. */
export async function runNames(
  db: Queries,
  test_ids: readonly string[],
): Promise<Map<string, Pick<RunRow, "job_id" | "job_name" | "run_number" | "verdict">>> {
  const { test_id, job_id, job_name, run_number, verdict } = runs;
  const rows = await db
    .select({ test_id, job_id, job_name, run_number, verdict })
    .from(runs)
    .where(inArray(runs.test_id, [...test_ids]));
  return new Map(rows.map(({ test_id, ...name }) => [test_id, name]));
}

/** The slot that a device serves now, with its run. */
export async function dispatchedRun(
  db: Queries,
  part: { test_id: string; device_id: string },
): Promise<{ run: RunRow; slot: SlotRow } | undefined> {
  const [row] = await db
    .select({ run: runs, slot: slots })
    .from(slots)
    .innerJoin(runs, eq(runs.test_id, slots.test_id))
    .where(and(eq(slots.test_id, part.test_id), eq(slots.device_id, part.device_id), eq(slots.state, "dispatched")));
  return row;
}

/** Dispatched slots of runs whose device was given before `time` and that still run, with what their runs are. */
export async function runningSince(db: Queries, time: number): Promise<{ run: RunRow; slot: SlotRow }[]> {
  return db
    .select({ run: runs, slot: slots })
    .from(slots)
    .innerJoin(runs, eq(runs.test_id, slots.test_id))
    .where(and(eq(slots.state, "dispatched"), lt(slots.dispatched_at, time)));
}

/** Those of these tests whose devices share the cases, all of which are ended, where slots that wait are all that is left. */
export async function sharedOut(db: Queries, test_ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (test_ids.length === 0) return new Set();
  const { rows } = await db.execute<{ test_id: string }>(sql`
    select r.test_id from ${runs} as r
    where r.test_id = any(${sql.param(test_ids)}::text[]) and r.config ->> 'mode' = 'distributed'
      and exists (select 1 from ${slots} as s where s.test_id = r.test_id and s.state = 'queued')
      and not exists (select 1 from ${slots} as s where s.test_id = r.test_id and s.state = 'dispatched')
      and exists (select 1 from ${case_runs} as c where c.test_id = r.test_id)
      and not exists (select 1 from ${case_runs} as c
        where c.test_id = r.test_id and c.state in ('executing', 'undistributed'))`);
  return new Set(rows.map(({ test_id }) => test_id));
}

/** Runs that waited for their memory samples and need not any more: all are read, or the time is over. */
export async function doneWaiting(db: Queries, now: number): Promise<string[]> {
  const { rows } = await db.execute<{ test_id: string }>(sql`
    select r.test_id from ${runs} as r
    where r.memory_until is not null and (r.memory_until <= ${now} or not exists (
      select 1 from ${memory_recordings} as m join ${memory_samples} as s on s.recording_id = m.recording_id
      where m.test_id = r.test_id and s.state = 'reading'))`);
  return rows.map(({ test_id }) => test_id);
}

/** When the next of those that wait for memory samples is to end without them. */
export async function nextMemoryEnd(db: Queries): Promise<number | null> {
  const [row] = await db
    .select({ next: min(runs.memory_until) })
    .from(runs)
    .where(isNotNull(runs.memory_until));
  return row?.next ?? null;
}

/** Why no memory is recorded of a wanted device, or null where it is. */
export async function noteMemoryFault(
  db: Queries,
  place: { test_id: string; device_seq: number },
  memory_fault: Said | null,
): Promise<void> {
  await db
    .insert(run_devices)
    .values({ ...place, memory_fault })
    .onConflictDoUpdate({ target: [run_devices.test_id, run_devices.device_seq], set: { memory_fault } });
}
