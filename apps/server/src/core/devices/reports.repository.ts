/** What agents report of their devices. */
import { say, type Said, type UnreadDevice } from "@udt/contract";
import { agents, devices } from "../../platform/database/core.schema.ts";
import type { Queries } from "../../platform/database/database.ts";
import { and, asc, eq, getTableColumns, inArray, notInArray, sql } from "../../platform/database/sql.ts";
import type { DeviceRow } from "./devices.repository.ts";

export async function lockDevicesBySerial(
  db: Queries,
  serials: string[],
): Promise<{ device: DeviceRow; agent_name: string; agent_offline_at: number | null }[]> {
  if (serials.length === 0) return [];
  return db
    .select({ device: devices, agent_name: agents.name, agent_offline_at: agents.offline_at })
    .from(devices)
    .innerJoin(agents, eq(agents.agent_id, devices.agent_id))
    .where(inArray(devices.serial, serials))
    .orderBy(asc(devices.serial))
    .for("no key update", { of: devices });
}

/** A device as its agent tells of it: to whom it is given is an administrator's word. */
export type ReportedRow = Omit<DeviceRow, "given_to">;

const UPSERT_ROWS = 200;

/** Inserts each, or rewrites what is reported of the one with the same serial. */
export async function upsertDevices(db: Queries, rows: ReportedRow[]): Promise<void> {
  const { device_id: _, serial: __, given_to: ___, first_seen_at: ____, ...columns } = getTableColumns(devices);
  const set = Object.fromEntries(
    Object.entries(columns).map(([key, column]) => [key, sql`excluded.${sql.identifier(column.name)}`]),
  );
  for (let start = 0; start < rows.length; start += UPSERT_ROWS) {
    const values = rows.slice(start, start + UPSERT_ROWS);
    await db.insert(devices).values(values).onConflictDoUpdate({ target: devices.serial, set });
  }
}

/** Of devices that are known to be this agent's, by one statement: an agent that starts has read none yet. @returns their ids */
export async function noteUnread(
  db: Queries,
  agent_id: string,
  unread: readonly UnreadDevice[],
  last_seen_at: number,
): Promise<string[]> {
  if (unread.length === 0) return [];
  const { rows } = await db.execute<{ device_id: string }>(sql`
    update ${devices} set attached = true, readiness = n.readiness, reason = nullif(n.reason, 'null'), last_seen_at = ${last_seen_at}
    from jsonb_to_recordset(${JSON.stringify(unread)}::jsonb) as n(serial text, readiness text, reason jsonb)
    where ${devices.agent_id} = ${agent_id} and ${devices.serial} = n.serial returning ${devices.device_id}`);
  return rows.map(({ device_id }) => device_id);
}

/** The agent's attached devices besides `serials`, which it no longer has. */
export async function detachOthers(
  db: Queries,
  agent_id: string,
  serials: string[],
  last_seen_at: number,
): Promise<DeviceRow[]> {
  return db
    .update(devices)
    .set({ attached: false, reason: say("device_not_listed"), last_seen_at })
    .where(
      and(
        eq(devices.agent_id, agent_id),
        eq(devices.attached, true),
        serials.length > 0 ? notInArray(devices.serial, serials) : undefined,
      ),
    )
    .returning();
}

export async function detachDevice(
  db: Queries,
  agent_id: string,
  serial: string,
  reason: Said,
  last_seen_at: number,
): Promise<DeviceRow | undefined> {
  const [row] = await db
    .update(devices)
    .set({ attached: false, reason, last_seen_at })
    .where(and(eq(devices.agent_id, agent_id), eq(devices.serial, serial), eq(devices.attached, true)))
    .returning();
  return row;
}
