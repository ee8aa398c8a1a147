import {
  and,
  asc,
  desc,
  eq,
  inArray,
  isNull,
  lt,
  ne,
  notInArray,
  sql,
  type SQL,
} from "../../../platform/database/sql.ts";
import type { CaseState } from "@udt/contract";
import {
  agent_projects,
  agents,
  devices,
  hasEngine,
  leases,
  test_devices,
  tests,
} from "../../../platform/database/core.schema.ts";
import type { Queries } from "../../../platform/database/database.ts";
import { runs, slots } from "../../../platform/database/jobs.schema.ts";

export type RunRow = typeof runs.$inferSelect;
export type SlotRow = typeof slots.$inferSelect;

export async function insertRun(db: Queries, run: typeof runs.$inferInsert): Promise<void> {
  await db.insert(runs).values(run);
}

export async function insertSlots(db: Queries, rows: (typeof slots.$inferInsert)[]): Promise<void> {
  await db.insert(slots).values(rows);
}

export async function findRun(db: Queries, test_id: string): Promise<RunRow | undefined> {
  const [row] = await db.select().from(runs).where(eq(runs.test_id, test_id));
  return row;
}

export async function lockRun(db: Queries, test_id: string): Promise<RunRow | undefined> {
  const [row] = await db.select().from(runs).where(eq(runs.test_id, test_id)).for("update");
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

export async function slotsOf(db: Queries, test_id: string): Promise<SlotRow[]> {
  return db.select().from(slots).where(eq(slots.test_id, test_id)).orderBy(asc(slots.device_seq));
}

const isDispatchedTo = (part: { test_id: string; device_id: string }) =>
  and(eq(slots.test_id, part.test_id), eq(slots.device_id, part.device_id), eq(slots.state, "dispatched"));

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

/** The slot that a device serves now, with its run. */
export async function dispatchedRun(
  db: Queries,
  part: { test_id: string; device_id: string },
): Promise<{ run: RunRow; slot: SlotRow } | undefined> {
  const [row] = await db
    .select({ run: runs, slot: slots })
    .from(slots)
    .innerJoin(runs, eq(runs.test_id, slots.test_id))
    .where(isDispatchedTo(part));
  return row;
}

/** Which slots of a run are not done. */
export async function openSeqs(db: Queries, test_id: string): Promise<number[]> {
  const rows = await db
    .select({ device_seq: slots.device_seq })
    .from(slots)
    .where(and(eq(slots.test_id, test_id), ne(slots.state, "done")))
    .orderBy(asc(slots.device_seq));
  return rows.map(({ device_seq }) => device_seq);
}

/** Those of these runs that have a slot that is not done. */
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
  rows: readonly Pick<SlotRow, "test_id" | "device_seq" | "result" | "outcome" | "error">[],
  now: number,
): Promise<void> {
  const column = <T>(of: (row: (typeof rows)[number]) => T) => sql.param(rows.map(of));
  await db.execute(sql`
    update ${slots} as s set state = 'done', result = v.result, outcome = v.outcome, error = v.error::jsonb, ended_at = ${now}
    from unnest(${column((row) => row.test_id)}::text[], ${column((row) => row.device_seq)}::int[],
      ${column((row) => row.result)}::text[], ${column((row) => row.outcome)}::text[],
      ${column((row) => row.error && JSON.stringify(row.error))}::text[]) as v(test_id, device_seq, result, outcome, error)
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

/**
 * Slots that wait, the most urgent first within each project: a page of `each` of every project, the first being 0. Of those
 * of a run that want the same no more are looked at than there are devices free.
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

/** Takes those of a run's slots that still wait out of the other servers' hands. */
export async function lockQueuedSlots(db: Queries, test_id: string, device_seqs: number[]): Promise<SlotRow[]> {
  return db
    .select()
    .from(slots)
    .where(and(eq(slots.test_id, test_id), inArray(slots.device_seq, device_seqs), eq(slots.state, "queued")))
    .orderBy(asc(slots.device_seq))
    .for("update", { skipLocked: true });
}

/** Gives waiting slots of a run, which the transaction has locked, their devices. */
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

/** How many devices each project's runs have now. */
export async function dispatchedByProject(db: Queries): Promise<Map<string, number>> {
  const rows = await db
    .select({ project_id: slots.project_id, total: sql<number>`count(*)::int` })
    .from(slots)
    .where(eq(slots.state, "dispatched"))
    .groupBy(slots.project_id);
  return new Map(rows.map((row) => [row.project_id, row.total]));
}

/** How many devices each person and each project uses now, in tests of every kind. */
export async function usedNow(db: Queries): Promise<{ by_user: Map<string, number>; by_project: Map<string, number> }> {
  const rows = await db
    .select({ user_id: tests.user_id, project_id: tests.project_id, total: sql<number>`count(*)::int` })
    .from(leases)
    .innerJoin(tests, eq(tests.test_id, leases.test_id))
    .where(isNull(leases.released_at))
    .groupBy(tests.user_id, tests.project_id);
  const by_user = new Map<string, number>();
  const by_project = new Map<string, number>();
  for (const row of rows) {
    by_user.set(row.user_id, (by_user.get(row.user_id) ?? 0) + row.total);
    by_project.set(row.project_id, (by_project.get(row.project_id) ?? 0) + row.total);
  }
  return { by_user, by_project };
}

const isIdle = sql<boolean>`${devices.attached} and ${devices.readiness} = 'ready' and ${agents.offline_at} is null and ${agents.revoked_at} is null and ${leases.lease_token} is null`;

const choosable = {
  device_id: devices.device_id,
  agent_id: devices.agent_id,
  brand: devices.brand,
  model: devices.model,
  os: devices.os,
  os_version: devices.os_version,
  width: devices.width,
  height: devices.height,
  serial: devices.serial,
  cpu_arch: devices.cpu_arch,
  is_virtual: devices.is_virtual,
  boot_id: devices.boot_id,
  attached: sql<boolean>`${devices.attached} and ${agents.offline_at} is null and ${agents.revoked_at} is null`,
  idle: isIdle,
  has_engine: hasEngine,
  /** Empty: every project's. */
  project_ids: sql<
    string[]
  >`coalesce((select json_agg(${agent_projects.project_id}) from ${agent_projects} where ${agent_projects.agent_id} = ${agents.agent_id}), '[]'::json)`,
};

const pool = (db: Queries, which?: SQL) =>
  db
    .select(choosable)
    .from(devices)
    .innerJoin(agents, eq(agents.agent_id, devices.agent_id))
    .leftJoin(leases, and(eq(leases.device_id, devices.device_id), isNull(leases.released_at)))
    .where(and(isNull(agents.revoked_at), which))
    .orderBy(asc(devices.model), asc(devices.serial));

/** Every device with whether it is free, and for which projects its agent is registered. */
export const poolDevices = (db: Queries): Promise<PoolDevice[]> => pool(db);

/** Those that are free. */
export const idleDevices = (db: Queries): Promise<PoolDevice[]> => pool(db, isIdle);
export type PoolDevice = Awaited<ReturnType<typeof pool>>[number];

/** Devices, of these or of all, that have or had a part in a test: each takes part at most once. */
export async function devicesOf(
  db: Queries,
  test_ids: string[],
  device_ids?: string[],
): Promise<Map<string, Set<string>>> {
  const found = new Map<string, Set<string>>();
  if (test_ids.length === 0) return found;
  const rows = await db
    .select({ test_id: test_devices.test_id, device_id: test_devices.device_id })
    .from(test_devices)
    .where(and(inArray(test_devices.test_id, test_ids), device_ids && inArray(test_devices.device_id, device_ids)));
  for (const { test_id, device_id } of rows) {
    const set = found.get(test_id) ?? new Set();
    set.add(device_id);
    found.set(test_id, set);
  }
  return found;
}

/** Dispatched slots whose device began to run before `time` and that still run. */
export async function runningSince(db: Queries, time: number): Promise<SlotRow[]> {
  return db
    .select()
    .from(slots)
    .where(and(eq(slots.state, "dispatched"), lt(slots.dispatched_at, time)));
}

export async function testsOf(db: Queries, test_ids: string[]) {
  if (test_ids.length === 0) return [];
  return db
    .select({ test_id: tests.test_id, user_id: tests.user_id, state: tests.state })
    .from(tests)
    .where(and(inArray(tests.test_id, test_ids), notInArray(tests.state, ["ended"])));
}
