import {
  and,
  asc,
  desc,
  eq,
  exists,
  ilike,
  inArray,
  isNotNull,
  isNull,
  lte,
  min,
  ne,
  or,
  sql,
} from "../../platform/database/sql.ts";
import type { EndReason, TestDeviceState, TestKind, TestState, Said } from "@udt/contract";
import { agents, devices, leases, phases, test_devices, tests, users } from "../../platform/database/core.schema.ts";
import { device_pictures } from "../../platform/database/pictures.schema.ts";
import type { Queries } from "../../platform/database/database.ts";
import { likePattern } from "../../platform/ids.ts";

export type TestRow = typeof tests.$inferSelect;
export type TestDeviceRow = typeof test_devices.$inferSelect;
export type PhaseRow = typeof phases.$inferSelect;

/** A device's part in a test with the lease that it holds. */
export interface DeviceSession {
  test: TestRow;
  device: TestDeviceRow;
  lease_token: number;
  agent_id: string;
  boot_id: string;
}

export interface TestFilter {
  project_id: string;
  kind?: TestKind | undefined;
  state?: TestState | undefined;
  end_reason?: EndReason | undefined;
  device_id?: string | undefined;
  user_id?: string | undefined;
  keyword: string;
  page_num: number;
  page_size: number;
}

export interface TestRecord {
  test: TestRow;
  /** Whose it is, and where: the platform's own tests have no record among people's. */
  project_id: string;
  user_id: string;
  user_name: string;
  devices: { device: TestDeviceRow; phases: PhaseRow[] }[];
}

export async function findTest(db: Queries, test_id: string): Promise<TestRow | undefined> {
  const [row] = await db.select().from(tests).where(eq(tests.test_id, test_id));
  return row;
}

/** The device of a debug session, which has one. */
export async function deviceOf(db: Queries, test_id: string): Promise<string | undefined> {
  const [row] = await db
    .select({ device_id: test_devices.device_id })
    .from(test_devices)
    .where(eq(test_devices.test_id, test_id));
  return row?.device_id;
}

export async function hasDevice(db: Queries, test_id: string, device_id: string): Promise<boolean> {
  return (
    (await db.$count(test_devices, and(eq(test_devices.test_id, test_id), eq(test_devices.device_id, device_id)))) > 0
  );
}

/** The agent of a device that takes part in a test. */
export async function agentOf(db: Queries, test_id: string, device_id: string): Promise<string | undefined> {
  const [row] = await db
    .select({ agent_id: devices.agent_id })
    .from(test_devices)
    .innerJoin(devices, eq(devices.device_id, test_devices.device_id))
    .where(and(eq(test_devices.test_id, test_id), eq(test_devices.device_id, device_id)));
  return row?.agent_id;
}

/**
 * Locks a test to the end of the transaction: its states change one after the other. What only points at it, as a new
 * case does, does not wait: a run's cases are written under the lock of its run, which comes after that of its test.
 */
export async function lockTest(db: Queries, test_id: string): Promise<TestRow | undefined> {
  const [row] = await db.select().from(tests).where(eq(tests.test_id, test_id)).for("no key update");
  return row;
}

export async function insertTest(db: Queries, test: typeof tests.$inferInsert): Promise<void> {
  await db.insert(tests).values(test);
}

export async function insertTestDevices(db: Queries, rows: TestDeviceRow[]): Promise<void> {
  await db.insert(test_devices).values(rows);
}

export async function updateTest(db: Queries, test_id: string, change: Partial<TestRow>): Promise<void> {
  await db.update(tests).set(change).where(eq(tests.test_id, test_id));
}

/**
 * Takes devices' parts in tests to their next state, in one statement: it happens several times in the life of each. The
 * phase that each is in is closed with its `error`, and the next opened; with `release` the devices are given back.
 */
export async function moveTestDevices(
  db: Queries,
  parts: readonly { test_id: string; device_id: string; phase: PhaseRow["name"] | null; error: Said | null }[],
  to: { state: TestDeviceState; release: boolean; now: number },
): Promise<void> {
  const column = <T>(of: (part: (typeof parts)[number]) => T) => sql.param(parts.map(of));
  const isPart = (alias: string) => {
    const row = sql.identifier(alias);
    return sql`${row}.test_id = part.test_id and ${row}.device_id = part.device_id`;
  };
  const released = to.release
    ? sql`, released as (update ${leases} as l set released_at = ${to.now} from part
        where ${isPart("l")} and l.released_at is null),
      forgotten as (delete from ${device_pictures} as s using part where ${isPart("s")})`
    : sql``;
  await db.execute(sql`
    with part as materialized (
      select * from unnest(${column((part) => part.test_id)}::text[], ${column((part) => part.device_id)}::text[],
        ${column((part) => part.phase)}::text[], ${column((part) => part.error && JSON.stringify(part.error))}::text[])
        as part(test_id, device_id, phase, error)),
    closed as (update ${phases} as p set ended_at = ${to.now}, error = part.error::jsonb from part
      where ${isPart("p")} and p.ended_at is null),
    opened as (insert into ${phases} (test_id, device_id, name, started_at)
      select test_id, device_id, phase, ${to.now}::bigint from part where phase is not null)
    ${released}
    update ${test_devices} as d set state = ${to.state},
      error = coalesce(part.error::jsonb, d.error)
    from part where ${isPart("d")}`);
}

export async function testDevices(db: Queries, test_id: string): Promise<TestDeviceRow[]> {
  return db.select().from(test_devices).where(eq(test_devices.test_id, test_id));
}

export async function openPhase(
  db: Queries,
  key: { test_id: string; device_id: string },
  name: PhaseRow["name"],
  started_at: number,
): Promise<void> {
  await db.insert(phases).values({ test_id: key.test_id, device_id: key.device_id, name, started_at });
}

export async function isInPhase(
  db: Queries,
  key: { test_id: string; device_id: string },
  name: PhaseRow["name"],
): Promise<boolean> {
  const open = and(eq(phases.test_id, key.test_id), eq(phases.device_id, key.device_id), isNull(phases.ended_at));
  return (await db.$count(phases, and(open, eq(phases.name, name)))) > 0;
}

export async function closePhase(
  db: Queries,
  key: { test_id: string; device_id: string },
  ended_at: number,
  error: Said | null,
): Promise<void> {
  await db
    .update(phases)
    .set({ ended_at, error })
    .where(and(eq(phases.test_id, key.test_id), eq(phases.device_id, key.device_id), isNull(phases.ended_at)));
}

const sessionColumns = {
  test: tests,
  device: test_devices,
  lease_token: leases.lease_token,
  agent_id: devices.agent_id,
  boot_id: devices.boot_id,
};
const sessions = (db: Queries) =>
  db
    .select(sessionColumns)
    .from(leases)
    .innerJoin(tests, eq(tests.test_id, leases.test_id))
    .innerJoin(
      test_devices,
      and(eq(test_devices.test_id, leases.test_id), eq(test_devices.device_id, leases.device_id)),
    )
    .innerJoin(devices, eq(devices.device_id, leases.device_id));

/** Sessions that hold a lease, of one test, device, agent or project. */
export async function findDeviceSessions(
  db: Queries,
  of:
    | { test_id: string; device_id?: string }
    | { device_id: string }
    | { agent_id: string }
    | { project_id: string }
    | { lease_tokens: readonly number[] },
): Promise<DeviceSession[]> {
  const which =
    "test_id" in of
      ? and(eq(leases.test_id, of.test_id), of.device_id === undefined ? undefined : eq(leases.device_id, of.device_id))
      : "device_id" in of
        ? eq(leases.device_id, of.device_id)
        : "agent_id" in of
          ? eq(devices.agent_id, of.agent_id)
          : "project_id" in of
            ? eq(tests.project_id, of.project_id)
            : sql`${leases.lease_token} = any(${sql.param(of.lease_tokens)}::bigint[])`;
  return sessions(db).where(and(which, isNull(leases.released_at)));
}

/**
 * Locks tests as {@link lockTest} does, in the order in which everybody locks several; answers their sessions by lease. All
 * sessions of a test have the same object of it, so that the move of one shows to the others.
 */
export async function lockDeviceSessions(
  db: Queries,
  of: readonly { test_id: string; lease_token: number }[],
): Promise<Map<number, DeviceSession>> {
  const isOne = sql`${tests.test_id} = any(${sql.param(of.map(({ test_id }) => test_id))}::text[])`;
  const rows = await db.select().from(tests).where(isOne).orderBy(asc(tests.test_id)).for("no key update");
  const locked = new Map(rows.map((test) => [test.test_id, test]));
  const found = await findDeviceSessions(db, { lease_tokens: of.map(({ lease_token }) => lease_token) });
  return new Map(
    found.flatMap((session) => {
      const test = locked.get(session.test.test_id);
      return test ? [[session.lease_token, { ...session, test }]] : [];
    }),
  );
}

/** Whether this agent holds a test's device under this lease: asked for every piece of a recording, so it reads no more than that. */
export async function isHeld(
  db: Queries,
  agent_id: string,
  of: { test_id: string; device_id: string; lease_token: number },
): Promise<boolean> {
  const [held] = await db
    .select({ lease_token: leases.lease_token })
    .from(leases)
    .innerJoin(devices, eq(devices.device_id, leases.device_id))
    .where(
      and(
        eq(leases.lease_token, of.lease_token),
        eq(leases.test_id, of.test_id),
        eq(leases.device_id, of.device_id),
        isNull(leases.released_at),
        eq(devices.agent_id, agent_id),
      ),
    );
  return held !== undefined;
}

/** The time of a lease that was this agent's, held or over: what was recorded under it is this agent's to send. */
export async function findSpan(
  db: Queries,
  agent_id: string,
  of: { test_id: string; device_id: string; lease_token: number },
): Promise<{ created_at: number; released_at: number | null } | undefined> {
  const [span] = await db
    .select({ created_at: leases.created_at, released_at: leases.released_at })
    .from(leases)
    .where(
      and(
        eq(leases.lease_token, of.lease_token),
        eq(leases.test_id, of.test_id),
        eq(leases.device_id, of.device_id),
        eq(leases.agent_id, agent_id),
      ),
    );
  return span;
}

/** Sessions that have been in a phase since before `time`. */
export async function findInPhaseSince(
  db: Queries,
  name: PhaseRow["name"],
  time: number,
): Promise<(Pick<PhaseRow, "test_id" | "device_id" | "started_at"> & Pick<TestDeviceRow, "checking">)[]> {
  const { test_id, device_id, started_at } = phases;
  return db
    .select({ test_id, device_id, started_at, checking: test_devices.checking })
    .from(phases)
    .innerJoin(test_devices, and(eq(test_devices.test_id, test_id), eq(test_devices.device_id, device_id)))
    .innerJoin(
      leases,
      and(eq(leases.test_id, phases.test_id), eq(leases.device_id, phases.device_id), isNull(leases.released_at)),
    )
    .where(and(eq(phases.name, name), isNull(phases.ended_at), lte(phases.started_at, time)));
}

/** Sessions whose agent is away for good. */
export async function findOfLostAgents(db: Queries): Promise<{ test_id: string; device_id: string }[]> {
  return db
    .select({ test_id: leases.test_id, device_id: leases.device_id })
    .from(leases)
    .innerJoin(devices, eq(devices.device_id, leases.device_id))
    .innerJoin(agents, eq(agents.agent_id, devices.agent_id))
    .where(and(isNull(leases.released_at), isNotNull(agents.offline_at)));
}

const isOpen = ne(tests.state, "ended");

/**
 * How many devices a person or a project uses now, or is to get next. Who asks waits for whoever asked before to commit, so that two that
 * begin at once are both counted.
 */
export async function countHeld(db: Queries, of: { user_id: string } | { project_id: string }): Promise<number> {
  const [key, which] =
    "user_id" in of
      ? [of.user_id, eq(tests.user_id, of.user_id)]
      : [of.project_id, eq(tests.project_id, of.project_id)];
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('udt parallel limit'), hashtext(${key}))`);
  const [row] = await db
    .select({ total: sql<number>`count(distinct ${leases.device_id})::int` })
    .from(leases)
    .innerJoin(
      tests,
      or(eq(tests.test_id, leases.test_id), and(eq(tests.test_id, leases.next_test_id), eq(tests.state, "queued"))),
    )
    .where(and(isNull(leases.released_at), which));
  return row?.total ?? 0;
}

export const countRunning = (db: Queries): Promise<number> => db.$count(tests, eq(tests.state, "running"));

/** When the next test is due to end after that time; undefined when none is. */
export async function nextDeadline(db: Queries, after: number): Promise<number | undefined> {
  const next = (column: typeof tests.deadline | typeof tests.inactive_deadline) =>
    sql<number | null>`min(${column}) filter (where ${column} > ${after})`.mapWith(column);
  const [row] = await db
    .select({ deadline: next(tests.deadline), inactive_deadline: next(tests.inactive_deadline) })
    .from(tests)
    .where(isOpen);
  const times = [row?.deadline, row?.inactive_deadline].filter((time): time is number => typeof time === "number");
  return times.length === 0 ? undefined : Math.min(...times);
}

export async function dueTests(db: Queries, now: number): Promise<TestRow[]> {
  return db
    .select()
    .from(tests)
    .where(and(isOpen, or(lte(tests.deadline, now), lte(tests.inactive_deadline, now))))
    .orderBy(asc(tests.deadline));
}

/** Tests of a project that have not ended: of these users, or of all. */
export async function openTests(db: Queries, project_id: string, user_ids?: readonly string[]): Promise<string[]> {
  const ofThem = user_ids === undefined ? undefined : inArray(tests.user_id, [...user_ids]);
  const rows = await db
    .select({ test_id: tests.test_id })
    .from(tests)
    .where(and(eq(tests.project_id, project_id), isOpen, ofThem));
  return rows.map((row) => row.test_id);
}

/** Of the tests of some kinds that run; answers which they are. */
export async function resetInactivity(
  tx: Queries,
  kinds: readonly TestKind[],
  inactive_deadline: number | null,
): Promise<{ project_id: string | null; test_id: string }[]> {
  return tx
    .update(tests)
    .set({ inactive_deadline })
    .where(and(eq(tests.state, "running"), inArray(tests.kind, [...kinds])))
    .returning({ project_id: tests.project_id, test_id: tests.test_id });
}

/** Who has tests in a project that have not ended. */
export async function openHolders(db: Queries, project_id: string): Promise<string[]> {
  const rows = await db
    .selectDistinct({ user_id: users.user_id })
    .from(tests)
    .innerJoin(users, eq(users.user_id, tests.user_id))
    .where(and(eq(tests.project_id, project_id), isOpen, eq(users.udt_admin, false)));
  return rows.map((row) => row.user_id);
}

/** Of all projects. */
export async function openTestsOfUser(db: Queries, user_id: string): Promise<string[]> {
  const rows = await db
    .select({ test_id: tests.test_id })
    .from(tests)
    .where(and(eq(tests.user_id, user_id), isOpen));
  return rows.map((row) => row.test_id);
}

/** Those that installed an app when they began. */
export async function countTestsWithApp(
  db: Queries,
  project_id: string,
  app_id: string,
): Promise<{ tests: number; running_tests: number }> {
  const withApp = and(eq(tests.project_id, project_id), eq(tests.app_id, app_id));
  return { tests: await db.$count(tests, withApp), running_tests: await db.$count(tests, and(withApp, isOpen)) };
}

const records = (db: Queries) =>
  db
    .select({
      test: tests,
      project_id: sql<string>`${tests.project_id}`,
      user_id: users.user_id,
      user_name: users.user_name,
    })
    .from(tests)
    .innerJoin(users, eq(users.user_id, tests.user_id));

export async function listTests(db: Queries, filter: TestFilter): Promise<{ records: TestRecord[]; total: number }> {
  const pattern = likePattern(filter.keyword);
  const withDevice = (condition: ReturnType<typeof or>) =>
    exists(
      db
        .select({ one: sql`1` })
        .from(test_devices)
        .where(and(eq(test_devices.test_id, tests.test_id), condition)),
    );
  const where = and(
    eq(tests.project_id, filter.project_id),
    filter.kind && eq(tests.kind, filter.kind),
    filter.state && eq(tests.state, filter.state),
    filter.end_reason && eq(tests.end_reason, filter.end_reason),
    filter.user_id === undefined ? undefined : eq(tests.user_id, filter.user_id),
    filter.device_id === undefined ? undefined : withDevice(eq(test_devices.device_id, filter.device_id)),
    filter.keyword === ""
      ? undefined
      : or(
          ilike(users.user_name, pattern),
          withDevice(or(ilike(test_devices.model, pattern), ilike(test_devices.serial, pattern))),
        ),
  );
  const [count] = await db
    .select({ total: sql<string>`count(*)` })
    .from(tests)
    .innerJoin(users, eq(users.user_id, tests.user_id))
    .where(where);
  const rows = await records(db)
    .where(where)
    .orderBy(desc(tests.created_at), desc(tests.test_id))
    .limit(filter.page_size)
    .offset((filter.page_num - 1) * filter.page_size);
  return { records: await withDevices(db, rows), total: Number(count?.total ?? 0) };
}

export async function findRecord(db: Queries, test_id: string): Promise<TestRecord | undefined> {
  const rows = await records(db).where(eq(tests.test_id, test_id));
  const [record] = await withDevices(db, rows);
  return record;
}

/** Several, in the order of their ids' list. */
export async function findRecords(db: Queries, test_ids: string[]): Promise<TestRecord[]> {
  if (test_ids.length === 0) return [];
  const rows = await records(db).where(inArray(tests.test_id, test_ids));
  const byId = new Map(rows.map((row) => [row.test.test_id, row]));
  return withDevices(
    db,
    [...new Set(test_ids)].flatMap((test_id) => byId.get(test_id) ?? []),
  );
}

/** Tests that wait, and since when the first of them does. */
export async function countQueued(db: Queries): Promise<{ queued: number; since: number | null }> {
  const [row] = await db
    .select({ queued: sql<number>`count(*)::int`, since: min(tests.created_at) })
    .from(tests)
    .where(eq(tests.state, "queued"));
  return row ?? { queued: 0, since: null };
}

async function withDevices(db: Queries, rows: Omit<TestRecord, "devices">[]): Promise<TestRecord[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.test.test_id);
  const parts = await db
    .select()
    .from(test_devices)
    .where(inArray(test_devices.test_id, ids))
    .orderBy(asc(test_devices.serial));
  const steps = await db.select().from(phases).where(inArray(phases.test_id, ids)).orderBy(asc(phases.phase_id));
  return rows.map((row) => ({
    ...row,
    devices: parts
      .filter((device) => device.test_id === row.test.test_id)
      .map((device) => ({
        device,
        phases: steps.filter((step) => step.test_id === row.test.test_id && step.device_id === device.device_id),
      })),
  }));
}
