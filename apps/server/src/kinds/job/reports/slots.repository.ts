import { and, asc, count, eq, getTableColumns, inArray, isNull, sql } from "../../../platform/database/sql.ts";
import type { DeviceResult } from "@udt/contract";
import {
  agent_projects,
  agents,
  devices,
  hasEngine,
  leases,
  phases,
  test_devices,
  tests,
} from "../../../platform/database/core.schema.ts";
import { slots } from "../../../platform/database/jobs.schema.ts";
import type { Queries } from "../../../platform/database/database.ts";

export type SlotRow = typeof slots.$inferSelect;
export type TestDeviceRow = typeof test_devices.$inferSelect;
export type PhaseRow = typeof phases.$inferSelect;

export async function listSlots(
  db: Queries,
  filter: { test_id: string; result?: DeviceResult | undefined; page_num: number; page_size: number },
): Promise<{ rows: SlotRow[]; total: number }> {
  const where = and(eq(slots.test_id, filter.test_id), filter.result && eq(slots.result, filter.result));
  const rows = await db
    .select()
    .from(slots)
    .where(where)
    .orderBy(asc(slots.device_seq))
    .limit(filter.page_size)
    .offset((filter.page_num - 1) * filter.page_size);
  const [counted] = await db.select({ total: count() }).from(slots).where(where);
  return { rows, total: counted?.total ?? 0 };
}

export async function countResults(db: Queries, test_id: string): Promise<{ result: DeviceResult; devices: number }[]> {
  return db
    .select({ result: slots.result, devices: count() })
    .from(slots)
    .where(eq(slots.test_id, test_id))
    .groupBy(slots.result);
}

/** What is known of a test's devices: as they were when it began, and what they went through. */
export async function deviceParts(
  db: Queries,
  test_id: string,
): Promise<{ devices: Map<string, TestDeviceRow>; phases: Map<string, PhaseRow[]> }> {
  const parts = await db.select().from(test_devices).where(eq(test_devices.test_id, test_id));
  const steps = await db.select().from(phases).where(eq(phases.test_id, test_id)).orderBy(asc(phases.phase_id));
  return {
    devices: new Map(parts.map((part) => [part.device_id, part])),
    phases: Map.groupBy(steps, (step) => step.device_id),
  };
}

/**
 * The places of a test's waiting slots in the queue of all tests, from 1, in the order in which the dispatcher takes them:
 * the project that will have the fewest devices goes first, within a project priority and then age decide. Of projects
 * that have as many, the slot that waits longest goes first.
 */
export async function queuePositions(db: Queries, test_id: string): Promise<Map<number, number>> {
  const { rows } = await db.execute<{ device_seq: number; position: number }>(sql`
    with held as (select project_id, count(*) as total from ${slots} where state = 'dispatched' group by project_id),
    ranked as (
      select s.test_id, s.device_seq, s.queued_at, coalesce(held.total, 0) + row_number() over (
        partition by s.project_id order by s.priority desc, s.queued_at, s.test_id, s.device_seq) as turn
      from ${slots} s left join held on held.project_id = s.project_id where s.state = 'queued'),
    queue as (
      select test_id, device_seq, row_number() over (order by turn, queued_at, test_id, device_seq)::int as position
      from ranked)
    select device_seq, position from queue where test_id = ${test_id}`);
  return new Map(rows.map((row) => [row.device_seq, row.position]));
}

/** A device that a slot may wait for. */
export type Candidate = Awaited<ReturnType<typeof listCandidates>>[number];

/** Every device that a project may use. */
export async function listCandidates(db: Queries, project_id: string) {
  const { device_id, brand, model, os, os_version, width, height, serial, cpu_arch, is_virtual } =
    getTableColumns(devices);
  const registered = db
    .select({ one: sql`1` })
    .from(agent_projects)
    .where(eq(agent_projects.agent_id, agents.agent_id));
  const forThis = db
    .select({ one: sql`1` })
    .from(agent_projects)
    .where(and(eq(agent_projects.agent_id, agents.agent_id), eq(agent_projects.project_id, project_id)));
  return db
    .select({
      device_id,
      brand,
      model,
      os,
      os_version,
      width,
      height,
      serial,
      cpu_arch,
      is_virtual,
      offline: sql<boolean>`${agents.offline_at} is not null or not ${devices.attached}`,
      ready: sql<boolean>`${devices.readiness} = 'ready'`,
      held: sql<boolean>`${leases.lease_token} is not null`,
      has_engine: hasEngine,
      /** When the test that holds it must be over. */
      until: tests.deadline,
    })
    .from(devices)
    .innerJoin(agents, eq(agents.agent_id, devices.agent_id))
    .leftJoin(leases, and(eq(leases.device_id, devices.device_id), isNull(leases.released_at)))
    .leftJoin(tests, eq(tests.test_id, leases.test_id))
    .where(and(isNull(agents.revoked_at), sql`(not exists (${registered}) or exists (${forThis}))`));
}

/** Devices that a test had and that are still known by id alone. */
export async function namesOf(
  db: Queries,
  device_ids: string[],
): Promise<Map<string, { brand: string; model: string; serial: string; os: string; os_version: string }>> {
  if (device_ids.length === 0) return new Map();
  const rows = await db
    .select({
      device_id: devices.device_id,
      brand: devices.brand,
      model: devices.model,
      serial: devices.serial,
      os: devices.os,
      os_version: devices.os_version,
    })
    .from(devices)
    .where(inArray(devices.device_id, device_ids));
  return new Map(rows.map(({ device_id, ...names }) => [device_id, names]));
}
