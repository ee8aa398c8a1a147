import { and, eq, inArray, isNotNull, isNull, sql } from "../../platform/database/sql.ts";
import { canGiveWay, devices, itsPart, leases, test_devices } from "../../platform/database/core.schema.ts";
import type { Queries } from "../../platform/database/database.ts";
import type { DeviceSession } from "./tests.repository.ts";

const agentNow = (device_id: string) =>
  sql`(select ${devices.agent_id} from ${devices} where ${devices.device_id} = ${device_id})`;

/** Takes devices; answers the token of each. Fails on the unique index `leases_exclusive` when somebody holds one. */
export async function insertLeases(
  db: Queries,
  of: { test_id: string; device_ids: readonly string[]; created_at: number },
): Promise<Map<string, number>> {
  const { test_id, device_ids, created_at } = of;
  const rows = await db
    .insert(leases)
    .values(device_ids.map((device_id) => ({ test_id, device_id, created_at, agent_id: agentNow(device_id) })))
    .returning({ device_id: leases.device_id, lease_token: leases.lease_token });
  return new Map(rows.map((row) => [row.device_id, row.lease_token]));
}

/** Which test is to get a device that a test holds, once that one gives it back. */
export async function setNext(
  db: Queries,
  held: { test_id: string; device_id: string },
  next_test_id: string,
): Promise<void> {
  const rows = await db
    .update(leases)
    .set({ next_test_id })
    .where(and(eq(leases.test_id, held.test_id), eq(leases.device_id, held.device_id), isNull(leases.released_at)))
    .returning({ lease_token: leases.lease_token });
  if (rows.length === 0) throw new Error(`test ${held.test_id} does not hold device ${held.device_id}`);
}

/** The tests that get these devices next. */
export async function nextOf(
  db: Queries,
  parts: readonly { device: { test_id: string; device_id: string } }[],
): Promise<string[]> {
  const test_ids = sql.param(parts.map(({ device }) => device.test_id));
  const device_ids = sql.param(parts.map(({ device }) => device.device_id));
  const rows = await db
    .select({ next_test_id: leases.next_test_id })
    .from(leases)
    .where(
      and(
        isNotNull(leases.next_test_id),
        sql`(${leases.test_id}, ${leases.device_id}) in (select * from unnest(${test_ids}::text[], ${device_ids}::text[]))`,
        sql`${leases.test_id} = any(${test_ids}::text[])`,
      ),
    );
  return rows.flatMap(({ next_test_id }) => next_test_id ?? []);
}

/** Whether a test works at a device that nobody else is to get next. */
export async function isToBeHad(db: Queries, held: { test_id: string; device_id: string }): Promise<boolean> {
  const isIts = and(eq(leases.test_id, held.test_id), eq(leases.device_id, held.device_id));
  const found = await db
    .select({ lease_token: leases.lease_token })
    .from(leases)
    .innerJoin(test_devices, itsPart)
    .where(and(isIts, canGiveWay));
  return found.length > 0;
}

/** Those of these sessions whose devices are ready, by their agents' word. */
export async function readyAmong(db: Queries, sessions: readonly DeviceSession[]): Promise<DeviceSession[]> {
  if (sessions.length === 0) return [];
  const device_ids = sessions.map(({ device }) => device.device_id);
  const rows = await db
    .select({ device_id: devices.device_id })
    .from(devices)
    .where(and(inArray(devices.device_id, device_ids), eq(devices.readiness, "ready")));
  const ready = new Set(rows.map(({ device_id }) => device_id));
  return sessions.filter(({ device }) => ready.has(device.device_id));
}
