/** Slots: tests' wishes for devices, with what each waits for, how urgently, and what it had and lost. */
import { and, asc, desc, eq, inArray, ne, sql } from "../../platform/database/sql.ts";
import type { Queries } from "../../platform/database/database.ts";
import { slots } from "../../platform/database/scheduling.schema.ts";

export type SlotRow = typeof slots.$inferSelect;

export async function insertSlots(db: Queries, rows: (typeof slots.$inferInsert)[]): Promise<void> {
  await db.insert(slots).values(rows);
}

export async function slotsOf(db: Queries, test_id: string): Promise<SlotRow[]> {
  return db.select().from(slots).where(eq(slots.test_id, test_id)).orderBy(asc(slots.device_seq));
}

/** The slots that devices serve now. */
export async function dispatchedSlots(
  db: Queries,
  parts: readonly { test_id: string; device_id: string }[],
): Promise<SlotRow[]> {
  if (parts.length === 0) return [];
  const test_ids = sql.param(parts.map(({ test_id }) => test_id));
  const device_ids = sql.param(parts.map(({ device_id }) => device_id));
  return db
    .select()
    .from(slots)
    .where(
      and(
        eq(slots.state, "dispatched"),
        sql`(${slots.test_id}, ${slots.device_id}) in (select * from unnest(${test_ids}::text[], ${device_ids}::text[]))`,
      ),
    );
}

/** Which slots of a test are not done. */
export async function openSeqs(db: Queries, test_id: string): Promise<number[]> {
  const rows = await db
    .select({ device_seq: slots.device_seq })
    .from(slots)
    .where(and(eq(slots.test_id, test_id), ne(slots.state, "done")))
    .orderBy(asc(slots.device_seq));
  return rows.map(({ device_seq }) => device_seq);
}

/** Those of these tests that have a slot that is not done. */
export async function stillOpen(db: Queries, test_ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectDistinct({ test_id: slots.test_id })
    .from(slots)
    .where(and(sql`${slots.test_id} = any(${sql.param(test_ids)}::text[])`, ne(slots.state, "done")));
  return new Set(rows.map(({ test_id }) => test_id));
}

/** Takes slots to their end. */
export async function endSlots(
  db: Queries,
  rows: readonly Pick<SlotRow, "test_id" | "device_seq" | "result" | "error">[],
  now: number,
): Promise<void> {
  const column = <T>(of: (row: (typeof rows)[number]) => T) => sql.param(rows.map(of));
  await db.execute(sql`
    update ${slots} as s set state = 'done', result = v.result, error = v.error::jsonb, ended_at = ${now}
    from unnest(${column((row) => row.test_id)}::text[], ${column((row) => row.device_seq)}::int[],
      ${column((row) => row.result)}::text[],
      ${column((row) => row.error && JSON.stringify(row.error))}::text[]) as v(test_id, device_seq, result, error)
    where s.test_id = v.test_id and s.device_seq = v.device_seq`);
}

export async function updateSlot(
  db: Queries,
  key: { test_id: string; device_seq: number },
  change: Partial<SlotRow>,
): Promise<void> {
  await db
    .update(slots)
    .set(change)
    .where(and(eq(slots.test_id, key.test_id), eq(slots.device_seq, key.device_seq)));
}

export async function isAnyQueued(db: Queries): Promise<boolean> {
  const queued = await db
    .select({ one: sql`1` })
    .from(slots)
    .where(eq(slots.state, "queued"))
    .limit(1);
  return queued.length > 0;
}

/** So many waiting slots of each project are looked at together, and so many times in one pass. */
export const EACH_PROJECT = 200;
export const PAGES_MAX = 25;

/**
 * Slots that wait, the most urgent first within each project: a page of `each` of every project, the first being 0. Of those
 * of a test that want the same no more are looked at than there are devices free.
 */
export async function queuedSlots(db: Queries, of: { each: number; page: number; free: number }): Promise<SlotRow[]> {
  const { test_id, device_seq, project_id, priority, queued_at, wanted, state } = slots;
  const alike = db
    .select({
      test_id,
      device_seq,
      project_id,
      priority,
      queued_at,
      place: sql<number>`row_number() over (partition by ${test_id}, ${wanted} order by ${device_seq})`.as("place"),
    })
    .from(slots)
    .where(eq(state, "queued"))
    .as("alike");
  const ranked = db
    .select({
      test_id: alike.test_id,
      device_seq: alike.device_seq,
      rank: sql<number>`row_number() over (partition by ${alike.project_id} order by ${alike.priority} desc, ${alike.queued_at}, ${alike.test_id}, ${alike.device_seq})`.as(
        "rank",
      ),
    })
    .from(alike)
    .where(sql`${alike.place} <= ${of.free}`)
    .as("ranked");
  const before = of.page * of.each;
  const rows = await db
    .select({ slot: slots })
    .from(slots)
    .innerJoin(ranked, and(eq(ranked.test_id, test_id), eq(ranked.device_seq, device_seq)))
    .where(sql`${ranked.rank} > ${before} and ${ranked.rank} <= ${before + of.each}`)
    .orderBy(desc(priority), asc(queued_at), asc(test_id), asc(device_seq));
  return rows.map(({ slot }) => slot);
}

/** Takes those of a test's slots that still wait out of the other servers' hands. */
export async function lockQueuedSlots(db: Queries, test_id: string, device_seqs: number[]): Promise<SlotRow[]> {
  return db
    .select()
    .from(slots)
    .where(and(eq(slots.test_id, test_id), inArray(slots.device_seq, device_seqs), eq(slots.state, "queued")))
    .orderBy(asc(slots.device_seq))
    .for("update", { skipLocked: true });
}

/** Gives waiting slots of a test, which the transaction has locked, their devices. */
export async function dispatchSlots(
  db: Queries,
  test_id: string,
  given: readonly { device_seq: number; device_id: string }[],
  now: number,
): Promise<void> {
  const device_seqs = sql.param(given.map(({ device_seq }) => device_seq));
  const device_ids = sql.param(given.map(({ device_id }) => device_id));
  await db.execute(sql`
    update ${slots} as s set state = 'dispatched', device_id = v.device_id, dispatched_at = ${now}, result = 'running',
      error = null
    from unnest(${device_seqs}::int[], ${device_ids}::text[]) as v(device_seq, device_id)
    where s.test_id = ${test_id} and s.device_seq = v.device_seq`);
}

/** The platform's tests are in no project, and wait in a queue of their own. */
export const queueOf = ({ project_id }: { project_id: string | null }): string => project_id ?? "";

/** How many devices each project's tests got from the queue and have now. */
export async function dispatchedByProject(db: Queries): Promise<Map<string, number>> {
  const rows = await db
    .select({ project_id: slots.project_id, total: sql<number>`count(*)::int` })
    .from(slots)
    .where(eq(slots.state, "dispatched"))
    .groupBy(slots.project_id);
  return new Map(rows.map((row) => [queueOf(row), row.total]));
}
