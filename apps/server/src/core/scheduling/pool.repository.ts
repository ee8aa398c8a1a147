/** The devices that slots choose among, and who uses how many. */
import type { TestKind } from "@udt/contract";
import { and, asc, eq, inArray, isAmong, isNull, ne, or, sql, type SQL } from "../../platform/database/sql.ts";
import {
  agents,
  canGiveWay,
  devices,
  hasEngine,
  itsPart,
  leases,
  test_devices,
  tests,
} from "../../platform/database/core.schema.ts";
import { projectsSeeing } from "../agents/agents.service.ts";
import { ruledColumns } from "../tags/tags.service.ts";
import { isClosedTo, isItsPlacement } from "../placement/placement.service.ts";
import { device_placements } from "../../platform/database/placement.schema.ts";
import { isOutOfUse } from "../out-of-use/out-of-use.service.ts";
import { isUnwell } from "../health/health.service.ts";
import { isBroken } from "../work-orders/work-orders.service.ts";
import type { Queries } from "../../platform/database/database.ts";

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
  for (const { user_id, project_id, total } of rows) {
    if (user_id === null || project_id === null) continue;
    by_user.set(user_id, (by_user.get(user_id) ?? 0) + total);
    by_project.set(project_id, (by_project.get(project_id) ?? 0) + total);
  }
  return { by_user, by_project };
}

const isFree = sql<boolean>`${devices.attached} and ${devices.readiness} = 'ready' and ${agents.offline_at} is null and ${agents.revoked_at} is null and ${agents.draining_since} is null and ${leases.lease_token} is null`;

const pooledColumns = {
  ...ruledColumns,
  agent_id: devices.agent_id,
  boot_id: devices.boot_id,
  attached: sql<boolean>`${devices.attached} and ${agents.offline_at} is null and ${agents.revoked_at} is null`,
  idle: sql<boolean>`${isFree} and not ${isOutOfUse}`,
  /** Nobody gets it meanwhile. */
  is_draining: sql<boolean>`${agents.draining_since} is not null`,
  has_engine: hasEngine,
  is_broken: isBroken,
  is_unwell: isUnwell,
  is_out: isOutOfUse,
  no_task: isClosedTo("task"),
  no_remote: isClosedTo("remote"),
  /** Those that see it; null: every project. */
  project_ids: projectsSeeing,
};

const pool = (db: Queries, which?: SQL) =>
  db
    .select(pooledColumns)
    .from(devices)
    .innerJoin(agents, eq(agents.agent_id, devices.agent_id))
    .leftJoin(device_placements, isItsPlacement)
    .leftJoin(leases, and(eq(leases.device_id, devices.device_id), isNull(leases.released_at)))
    .where(and(isNull(agents.revoked_at), which))
    .orderBy(asc(devices.model), asc(devices.serial));

/** Every device with whether it is free, and which projects see it. */
export const poolDevices = (db: Queries): Promise<PoolDevice[]> => pool(db);

/** Those that nobody has, of all or of these; some may be out of use. */
export const freeDevices = (db: Queries, device_ids?: readonly string[]): Promise<PoolDevice[]> =>
  pool(db, and(isFree, device_ids && isAmong(devices.device_id, device_ids)));
export type PoolDevice = Awaited<ReturnType<typeof pool>>[number];

/** Those that tests of these kinds work at and somebody may get next and is not to yet, each with its test. */
export async function heldByKinds(
  db: Queries,
  kinds: readonly TestKind[],
): Promise<{ device: PoolDevice; test_id: string }[]> {
  const held = await db
    .select({ device_id: leases.device_id, test_id: leases.test_id })
    .from(leases)
    .innerJoin(tests, eq(tests.test_id, leases.test_id))
    .innerJoin(test_devices, itsPart)
    .where(and(canGiveWay, inArray(tests.kind, [...kinds])));
  if (held.length === 0) return [];
  const tests_by = new Map(held.map(({ device_id, test_id }) => [device_id, test_id]));
  const found = await pool(db, and(inArray(devices.device_id, [...tests_by.keys()]), isNull(agents.draining_since)));
  return found.flatMap((device) => {
    const test_id = tests_by.get(device.device_id);
    return test_id === undefined ? [] : [{ device, test_id }];
  });
}

/** Those that are free, or will be in moments because they are being cleaned, and that nobody is to get next. */
export const comingFree = (db: Queries): Promise<PoolDevice[]> => {
  const isCleaned = sql`exists (select 1 from ${test_devices} where ${itsPart} and ${test_devices.state} = 'cleaning')`;
  const isUnheld = and(isNull(leases.lease_token), inArray(devices.readiness, ["ready", "cleaning"]));
  return pool(db, and(isNull(leases.next_test_id), isNull(agents.draining_since), or(isCleaned, isUnheld)));
};

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

/** Those of these tests that have not ended. */
export async function testsOf(db: Queries, test_ids: string[]) {
  if (test_ids.length === 0) return [];
  return db
    .select({ test_id: tests.test_id, kind: tests.kind, user_id: tests.user_id, project_id: tests.project_id })
    .from(tests)
    .where(and(inArray(tests.test_id, test_ids), ne(tests.state, "ended")));
}
