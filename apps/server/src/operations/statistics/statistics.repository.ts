import { and, desc, eq, inArray, ne, sql, type SQL } from "../../platform/database/sql.ts";
import { DEVICE_USE, TEST_KINDS, type DayStats, type TestKind } from "@udt/contract";
import { isGivenTo } from "../../core/agents/agents.service.ts";
import { projects, tests } from "../../platform/database/core.schema.ts";
import type { Queries } from "../../platform/database/database.ts";
import { project_people } from "../../platform/database/orgs.schema.ts";
import { onlyRow } from "../../platform/database/only-row.ts";

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** Leases are looked for so long before a range: those that began in it or reach into it. */
const LEASE_REACH_MS = 7 * DAY_MS;

/** Times in epoch milliseconds. */
export interface Range {
  from: number;
  to: number;
  now: number;
}

/** The projects that count: one, or all that a user belongs to. */
export type Scope = { project_id: string } | { user_id: string };

const projectsOf = (scope: Scope): SQL =>
  "project_id" in scope
    ? sql`(${scope.project_id})`
    : sql`(select project_id from ${project_people} where ${project_people}."user_id" = ${scope.user_id})`;

/** The devices that these projects see. */
export const devicesOf = (scope: Scope): SQL => sql`(
  select devices.device_id from devices join agents on agents.agent_id = devices.agent_id
  where agents.revoked_at is null and ${isGivenTo(sql`in ${projectsOf(scope)}`)})`;

/** How many of the tests are runs. */
const RUNS = sql`count(*) filter (where tests.kind = 'job')`;

/** Milliseconds that a test ran, from its start to its end or to now. */
const ran = (now: number): SQL =>
  sql`greatest(0, coalesce(tests.ended_at, ${now}::bigint) - coalesce(tests.started_at, tests.ended_at, ${now}::bigint))`;

const made = (scope: Scope, { from, to }: Range): SQL =>
  sql`tests.project_id in ${projectsOf(scope)} and tests.created_at >= ${from}::bigint and tests.created_at < ${to}::bigint`;

/** The kinds of tests that are use of a device, and not care for it. */
const USES = TEST_KINDS.filter((kind) => DEVICE_USE[kind].shown === "busy");

/** The leases of these devices for their use, cut to the range: `device_id`, `s` and `e`. */
const used = (scope: Scope, { from, to, now }: Range): SQL => sql`
  select leases.device_id, greatest(leases.created_at, ${from}::bigint) as s,
    least(coalesce(leases.released_at, ${now}::bigint), ${to}::bigint) as e
  from leases join tests on tests.test_id = leases.test_id and tests.kind = any(${sql.param(USES)}::text[])
  where leases.device_id in ${devicesOf(scope)}
    and leases.created_at >= ${from - LEASE_REACH_MS}::bigint and leases.created_at < ${to}::bigint
    and (leases.released_at is null or leases.released_at > ${from}::bigint)`;

/** To the millisecond, so that a short session is not said to have taken none. */
export const minutes = (ms: unknown): number => Number((Number(ms) / MINUTE_MS).toFixed(5));

type Day = Omit<DayStats, "day">;

/** The days that begin at `starts`, of which the last only ends the one before. */
export async function byDay(db: Queries, scope: Scope, starts: readonly number[], now: number): Promise<Day[]> {
  const [from = now, to = now] = [starts[0], starts.at(-1)];
  const range = { from, to, now };
  const begins = sql`${sql.param(starts)}::bigint[]`;
  const days = starts
    .slice(1)
    .map((): Day => ({ tests: 0, runs: 0, minutes: 0, online_minutes: null, busy_minutes: 0 }));
  const put = (place: unknown, facts: Partial<Day>) => Object.assign(days[Number(place) - 1] ?? {}, facts);
  const run = await db.execute<{ place: number; tests: string; runs: string; ms: string }>(sql`
    select width_bucket(tests.created_at, ${begins}) as place, count(*) as tests, ${RUNS} as runs, sum(${ran(now)}) as ms
    from tests where ${made(scope, range)} group by 1`);
  for (const row of run.rows)
    put(row.place, { tests: Number(row.tests), runs: Number(row.runs), minutes: minutes(row.ms) });
  // A lease that goes over midnight counts for both days.
  const busy = await db.execute<{ place: string; ms: string }>(sql`
    select place, sum(least(e, ends) - greatest(s, begins)) as ms
    from (${used(scope, range)}) as used
      join unnest((${begins})[:${starts.length - 1}], (${begins})[2:]) with ordinality as days(begins, ends, place)
        on s < ends and e > begins
    where e > s group by place`);
  for (const row of busy.rows) put(row.place, { busy_minutes: minutes(row.ms) });
  const online = await db.execute<{ place: number; minutes: string }>(sql`
    select width_bucket(hour::bigint * 3600000, ${begins}) as place, sum(bit_count(online_slots::bit(12))) * 5 as minutes
    from device_hours where ${inHours(range)} and device_id in ${devicesOf(scope)} group by 1`);
  for (const row of online.rows) put(row.place, { online_minutes: Number(row.minutes) });
  return days;
}

const inHours = ({ from, to }: Range): SQL =>
  sql`hour >= ${Math.floor(from / 3_600_000)} and hour < ${Math.ceil(to / 3_600_000)}`;

export async function totals(db: Queries, scope: Scope, range: Range) {
  const run = await db.execute<{ tests: string; runs: string; ms: string | null; users: string }>(sql`
    select count(*) as tests, ${RUNS} as runs, sum(${ran(range.now)}) as ms, count(distinct tests.user_id) as users
    from tests where ${made(scope, range)}`);
  const busy = await db.execute<{ ms: string | null }>(
    sql`select sum(e - s) as ms from (${used(scope, range)}) as used where e > s`,
  );
  const row = onlyRow(run.rows);
  return {
    tests: Number(row.tests),
    runs: Number(row.runs),
    minutes: minutes(row.ms ?? 0),
    users: Number(row.users),
    busy_minutes: minutes(busy.rows[0]?.ms ?? 0),
  };
}

export async function byKind(
  db: Queries,
  scope: Scope,
  range: Range,
): Promise<{ kind: TestKind; tests: number; minutes: number }[]> {
  const { rows } = await db.execute<{ kind: TestKind; tests: string; ms: string }>(sql`
    select tests.kind, count(*) as tests, sum(${ran(range.now)}) as ms
    from tests where ${made(scope, range)} group by tests.kind order by count(*) desc, tests.kind`);
  return rows.map((row) => ({ kind: row.kind, tests: Number(row.tests), minutes: minutes(row.ms) }));
}

/** The devices that were in use longest. */
export async function busiest(db: Queries, scope: Scope, range: Range, limit: number) {
  const { rows } = await db.execute<{
    device_id: string;
    model: string;
    serial: string;
    ms: string;
    online: string | null;
  }>(sql`
    select devices.device_id, devices.model, devices.serial, busy.ms,
      (select sum(bit_count(online_slots::bit(12))) * 5 from device_hours
       where device_hours.device_id = devices.device_id and ${inHours(range)}) as online
    from (select device_id, sum(e - s) as ms from (${used(scope, range)}) as used where e > s group by device_id) as busy
    join devices on devices.device_id = busy.device_id
    order by busy.ms desc, devices.device_id limit ${limit}`);
  return rows.map(({ device_id, model, serial, ms, online }) => ({
    device_id,
    model,
    serial,
    busy_minutes: minutes(ms),
    online_minutes: online === null ? null : Number(online),
  }));
}

/** A user's newest tests with the names of their projects. */
export async function recentTests(
  db: Queries,
  user: { user_id: string; udt_admin: boolean },
  filter: { project_id: string | undefined; state: "open" | "ended" | undefined; limit: number },
): Promise<{ test_id: string; project_name: string }[]> {
  const mine = db
    .select({ project_id: project_people.project_id })
    .from(project_people)
    .where(eq(project_people.user_id, user.user_id));
  const standing = user.udt_admin ? undefined : inArray(tests.project_id, mine);
  return db
    .select({ test_id: tests.test_id, project_name: projects.name })
    .from(tests)
    .innerJoin(projects, eq(projects.project_id, tests.project_id))
    .where(
      and(
        eq(tests.user_id, user.user_id),
        filter.project_id === undefined ? standing : eq(tests.project_id, filter.project_id),
        filter.state && (filter.state === "ended" ? eq(tests.state, "ended") : ne(tests.state, "ended")),
      ),
    )
    .orderBy(desc(tests.created_at), desc(tests.test_id))
    .limit(filter.limit);
}

/** Notes for every device that is there now that it was, in its five minutes of its hour. */
export async function notePresence(db: Queries, now: number): Promise<void> {
  const hour = Math.floor(now / 3_600_000);
  const bit = 1 << Math.floor((now % 3_600_000) / 300_000);
  await db.execute(sql`
    insert into device_hours (device_id, hour, online_slots)
    select devices.device_id, ${hour}::int, ${bit}::int from devices join agents on agents.agent_id = devices.agent_id
    where devices.attached and agents.offline_at is null and agents.revoked_at is null
    on conflict (device_id, hour) do update set online_slots = device_hours.online_slots | excluded.online_slots
    where device_hours.online_slots & excluded.online_slots = 0`);
  // Last, so that whoever counts finds no look without what it saw.
  await db.execute(sql`
    insert into looked_hours (hour, looked_slots) values (${hour}::int, ${bit}::int)
    on conflict (hour) do update set looked_slots = looked_hours.looked_slots | excluded.looked_slots
    where looked_hours.looked_slots & excluded.looked_slots = 0`);
}

export async function forgetPresence(db: Queries, before: number): Promise<void> {
  const hour = Math.floor(before / 3_600_000);
  await db.execute(sql`delete from device_hours where hour < ${hour}`);
  await db.execute(sql`delete from looked_hours where hour < ${hour}`);
}
