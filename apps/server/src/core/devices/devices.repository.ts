import { and, asc, eq, inArray, isAmong, isNull, not, or, sql } from "../../platform/database/sql.ts";
import { alias, type PgSelect } from "drizzle-orm/pg-core";
import { DEVICE_USE, TEST_KINDS, type DeviceAccess, type DeviceState } from "@udt/contract";
import { agents, devices, leases, phases, test_devices, tests, users } from "../../platform/database/core.schema.ts";
import { audienceOf as eventAudienceOf } from "../../platform/bus.ts";
import type { Queries } from "../../platform/database/database.ts";
import { device_health } from "../../platform/database/health.schema.ts";
import { device_pictures } from "../../platform/database/pictures.schema.ts";
import { device_trends } from "../../platform/database/wear.schema.ts";
import { drainerName, projectsSeeing, seenBy, visibleIn } from "../agents/agents.service.ts";
import { isClosedTo, locationOf, siteOf } from "../placement/placement.service.ts";
import { isOutOfUse } from "../out-of-use/out-of-use.service.ts";
import { openOrders } from "../work-orders/work-orders.service.ts";
import { isItsPicture } from "./pictures.repository.ts";

export type DeviceRow = typeof devices.$inferSelect;

/** What a device is that a test works at, by the test's kind. */
const shown = sql.join(
  TEST_KINDS.map(
    (kind) => sql`when ${tests.kind} = ${sql.raw(`'${kind}'`)} then ${sql.raw(`'${DEVICE_USE[kind].shown}'`)}`,
  ),
  sql` `,
);

/** Document 2's pool states, from the agent's presence, the lease and the agent's word, in that order. */
export const state = sql<DeviceState>`case
  when ${agents.offline_at} is not null or not ${devices.attached} then 'offline'
  when ${leases.lease_token} is not null and ${test_devices.state} = 'cleaning' then 'cleaning'
  when ${leases.lease_token} is not null then case ${shown} end
  when ${devices.readiness} = 'initializing' then 'initializing'
  when ${devices.readiness} = 'failed' then 'initialization_failed'
  when ${devices.readiness} = 'cleaning' then 'cleaning'
  when ${isOutOfUse} then 'out_of_use'
  else 'idle' end`;

/** An agent tells of a device when something changes: that it is there each of its heartbeats says. */
export const lastSeen = sql<number>`greatest(${devices.last_seen_at}, case when ${devices.attached} then ${agents.last_heartbeat_at} end)`;

/** When the cleaning began that the device is in, if it is in any. */
const cleaningSince = sql<number | null>`(select max(${phases.started_at}) from ${phases}
  where ${phases.test_id} = ${leases.test_id} and ${phases.device_id} = ${devices.device_id} and ${phases.name} = 'clean')`.mapWith(
  leases.released_at,
);

/** When the last test gave the device back; null where none had it yet. */
const given = alias(leases, "given");
const releasedAt = sql<number | null>`(select ${given.released_at} from ${leases} as ${given}
  where ${given.device_id} = ${devices.device_id} and ${given.released_at} is not null
  order by ${given.lease_token} desc limit 1)`.mapWith(leases.released_at);

const columns = {
  device: devices,
  agent_name: agents.name,
  site: siteOf,
  location: locationOf,
  project_ids: projectsSeeing,
  agent_offline_at: agents.offline_at,
  agent_heard_at: agents.last_heartbeat_at,
  agent_online_at: agents.online_at,
  draining_since: agents.draining_since,
  drainer_name: drainerName,
  state: state.as("state"),
  cleaning_since: cleaningSince,
  released_at: releasedAt,
  lease: { created_at: leases.created_at, test_id: leases.test_id },
  test: {
    kind: tests.kind,
    project_id: tests.project_id,
    user_id: tests.user_id,
    deadline: tests.deadline,
    ended_at: tests.ended_at,
  },
  phase: test_devices.state,
  user_name: users.user_name,
  open_work_orders: openOrders,
  health: { state: device_health.state, checked_at: device_health.checked_at },
  trend: {
    disconnects: device_trends.disconnects,
    level_from: device_trends.level_from,
    level_low: device_trends.level_low,
    filling_bytes: device_trends.filling_bytes,
  },
  picture: { taken_at: device_pictures.taken_at, test_id: device_pictures.test_id },
};

/** Adds who holds each device. */
export const withHolder = <T extends PgSelect>(select: T) =>
  select
    .innerJoin(agents, eq(agents.agent_id, devices.agent_id))
    .leftJoin(leases, and(eq(leases.device_id, devices.device_id), isNull(leases.released_at)))
    .leftJoin(tests, eq(tests.test_id, leases.test_id))
    .leftJoin(
      test_devices,
      // Of the lease, of which there are few, and not of each device.
      and(eq(test_devices.test_id, leases.test_id), eq(test_devices.device_id, leases.device_id)),
    )
    .leftJoin(users, eq(users.user_id, tests.user_id))
    .leftJoin(device_trends, eq(device_trends.device_id, devices.device_id))
    .leftJoin(device_health, eq(device_health.device_id, devices.device_id));

export const joined = (db: Queries) =>
  withHolder(db.select(columns).from(devices).$dynamic()).leftJoin(device_pictures, isItsPicture());

export type DeviceListing = Awaited<ReturnType<typeof joined>>[number];

/** Whether a project sees a device that is not virtual. */
export async function hasReal(db: Queries, project_id: string): Promise<boolean> {
  const rows = await db
    .select({ device_id: devices.device_id })
    .from(devices)
    .innerJoin(agents, eq(agents.agent_id, devices.agent_id))
    .where(and(visibleIn(project_id), eq(devices.is_virtual, false)))
    .limit(1);
  return rows.length > 0;
}

export async function findDevice(db: Queries, device_id: string): Promise<DeviceListing | undefined> {
  const [row] = await joined(db).where(eq(devices.device_id, device_id));
  return row;
}

/** The agent that has a device; undefined where there is no such device. */
export async function agentHaving(db: Queries, device_id: string): Promise<string | undefined> {
  const [row] = await db.select({ agent_id: devices.agent_id }).from(devices).where(eq(devices.device_id, device_id));
  return row?.agent_id;
}

export async function statesOf(db: Queries, device_ids: readonly string[]): Promise<Map<string, DeviceState>> {
  const rows = await withHolder(db.select({ device_id: devices.device_id, state }).from(devices).$dynamic()).where(
    inArray(devices.device_id, [...device_ids]),
  );
  return new Map(rows.map((row) => [row.device_id, row.state]));
}

export async function isSeenBy(db: Queries, device_id: string, project_id: string | null): Promise<boolean> {
  const rows = await db
    .select({ device_id: devices.device_id })
    .from(devices)
    .innerJoin(agents, eq(agents.agent_id, devices.agent_id))
    .where(and(eq(devices.device_id, device_id), visibleIn(project_id)));
  return rows.length > 0;
}

/** Locks a device's row to the end of the transaction: who takes or reports it waits for its turn. */
export async function lockDevice(db: Queries, device_id: string): Promise<DeviceRow | undefined> {
  const [row] = await db.select().from(devices).where(eq(devices.device_id, device_id)).for("no key update");
  return row;
}

/** The same for many, in the order in which everybody locks several. */
export async function lockDevices(db: Queries, device_ids: readonly string[]): Promise<DeviceRow[]> {
  return db
    .select()
    .from(devices)
    .where(inArray(devices.device_id, [...device_ids]))
    .orderBy(asc(devices.serial))
    .for("no key update");
}

/** As what devices are taken. */
export interface TakenAs {
  /** Of these also those that are out of use. */
  evenOut: readonly string[];
  /** What they must be there for. */
  access: DeviceAccess | null;
}

/** Those of the devices that a project may take now, of agents that give theirs. */
export async function idleDevices(
  db: Queries,
  project_id: string | null,
  device_ids: readonly string[],
  { evenOut, access }: TakenAs,
): Promise<Set<string>> {
  const mayBeTaken = or(sql`${state} = 'idle'`, and(sql`${state} = 'out_of_use'`, isAmong(devices.device_id, evenOut)));
  const rows = await withHolder(db.select({ device_id: devices.device_id }).from(devices).$dynamic()).where(
    and(
      isAmong(devices.device_id, device_ids),
      visibleIn(project_id),
      isNull(agents.draining_since),
      mayBeTaken,
      access === null ? undefined : not(isClosedTo(access)),
    ),
  );
  return new Set(rows.map((row) => row.device_id));
}

/** Whom to tell of each of these devices; null stands for all projects, and of one that none sees it is the platform alone. */
export async function audienceOf(
  db: Queries,
  device_ids: readonly string[],
): Promise<{ device_id: string; project_id: string | null }[]> {
  return [...(await seenBy(db, device_ids))].flatMap(([device_id, project_ids]) => {
    const told = project_ids?.length === 0 ? [eventAudienceOf({ project_id: null })] : (project_ids ?? [null]);
    return told.map((project_id) => ({ device_id, project_id }));
  });
}

export async function agentDeviceIds(db: Queries, agent_id: string): Promise<string[]> {
  const rows = await db
    .select({ device_id: devices.device_id })
    .from(devices)
    .where(and(eq(devices.agent_id, agent_id), eq(devices.attached, true)));
  return rows.map((row) => row.device_id);
}

export async function countByState(db: Queries): Promise<{ state: DeviceState; count: number }[]> {
  const rows = await withHolder(
    db
      .select({ state, count: sql<string>`count(*)` })
      .from(devices)
      .$dynamic(),
  ).groupBy(sql`1`);
  return rows.map((row) => ({ state: row.state, count: Number(row.count) }));
}
