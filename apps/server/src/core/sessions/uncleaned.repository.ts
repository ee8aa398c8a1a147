import { agents, devices, leases, phases, tests } from "../../platform/database/core.schema.ts";
import type { Queries } from "../../platform/database/database.ts";
import { uncleaned_devices } from "../../platform/database/handovers.schema.ts";
import {
  and,
  eq,
  exists,
  inArray,
  isAmong,
  isNotNull,
  isNull,
  ne,
  notInArray,
  sql,
  type SQL,
} from "../../platform/database/sql.ts";
import type { HeldDevice } from "./entrance.ts";

/**
 * Notes the devices of which parts in projects' tests are about to be over though no agent said that it cleaned them. What was
 * only made ready nobody had.
 */
export async function noteUncleaned(tx: Queries, parts: readonly HeldDevice[]): Promise<void> {
  if (parts.length === 0) return;
  const [test_ids, device_ids] = [parts.map((part) => part.test_id), parts.map((part) => part.device_id)];
  const wasHad = exists(
    tx
      .select({ one: sql`1` })
      .from(phases)
      .where(
        and(
          eq(phases.test_id, leases.test_id),
          eq(phases.device_id, leases.device_id),
          notInArray(phases.name, ["prepare", "check", "clean"]),
        ),
      ),
  );
  const rows = tx
    .select({
      device_id: leases.device_id,
      instance_id: agents.instance_id,
      lease_token: leases.lease_token,
      project_id: tests.project_id,
    })
    .from(leases)
    .innerJoin(tests, eq(tests.test_id, leases.test_id))
    .innerJoin(agents, eq(agents.agent_id, leases.agent_id))
    .where(
      and(
        isNull(leases.released_at),
        isNotNull(tests.project_id),
        sql`(${leases.test_id}, ${leases.device_id}) in (select * from unnest(${sql.param(test_ids)}::text[], ${sql.param(device_ids)}::text[]))`,
        wasHad,
      ),
    );
  await tx
    .insert(uncleaned_devices)
    .select(rows)
    .onConflictDoUpdate({
      target: uncleaned_devices.device_id,
      set: {
        instance_id: sql`excluded.instance_id`,
        lease_token: sql`excluded.lease_token`,
        project_id: sql`excluded.project_id`,
      },
    });
}

/** Forgets those that were cleaned. @returns which these were */
async function forget(tx: Queries, which: SQL | undefined): Promise<string[]> {
  const rows = await tx.delete(uncleaned_devices).where(which).returning({ device_id: uncleaned_devices.device_id });
  return rows.map(({ device_id }) => device_id);
}

/** Whose installation is the one that an agent is now. */
const isOn = (db: Queries, agent_id: string) =>
  eq(
    uncleaned_devices.instance_id,
    db.select({ instance_id: agents.instance_id }).from(agents).where(eq(agents.agent_id, agent_id)),
  );

/** An agent says that the devices of these leases are clean. */
export const forgetLeases = (tx: Queries, agent_id: string, lease_tokens: readonly number[]): Promise<string[]> =>
  forget(tx, and(isOn(tx, agent_id), inArray(uncleaned_devices.lease_token, [...lease_tokens])));

/**
 * An agent calls devices ready, which it does once it has cleaned what it has a mark of.
 * @param held leases of sessions that it still has: their devices are ready, and not clean
 */
export function forgetReady(
  tx: Queries,
  agent_id: string,
  { device_ids, held = [] }: { device_ids?: readonly string[]; held?: readonly number[] },
): Promise<string[]> {
  const ready = tx
    .select({ device_id: devices.device_id })
    .from(devices)
    .where(and(eq(devices.agent_id, agent_id), eq(devices.attached, true), eq(devices.readiness, "ready")));
  return forget(
    tx,
    and(
      isOn(tx, agent_id),
      inArray(uncleaned_devices.device_id, ready),
      device_ids && isAmong(uncleaned_devices.device_id, device_ids),
      held.length > 0 ? notInArray(uncleaned_devices.lease_token, [...held]) : undefined,
    ),
  );
}

/** They were cleaned where they are. */
export const forgetDevices = (tx: Queries, device_ids: readonly string[]): Promise<string[]> =>
  forget(tx, isAmong(uncleaned_devices.device_id, device_ids));

/** Those of some devices of which another installation than that of the agent which has them now knows what is to be cleaned. */
export function leftElsewhere(
  db: Queries,
  device_ids: readonly string[],
): Promise<{ device_id: string; project_id: string | null }[]> {
  return db
    .select({ device_id: uncleaned_devices.device_id, project_id: uncleaned_devices.project_id })
    .from(uncleaned_devices)
    .innerJoin(devices, eq(devices.device_id, uncleaned_devices.device_id))
    .innerJoin(agents, eq(agents.agent_id, devices.agent_id))
    .where(
      and(isAmong(uncleaned_devices.device_id, device_ids), ne(uncleaned_devices.instance_id, agents.instance_id)),
    );
}
