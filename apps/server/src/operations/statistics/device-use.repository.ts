/** How devices were used and mended between two moments of the quality board. */
import type { DeviceOs } from "@udt/contract";
import { isGivenTo } from "../../core/agents/agents.service.ts";
import type { Queries } from "../../platform/database/database.ts";
import { onlyRow } from "../../platform/database/only-row.ts";
import { project_people } from "../../platform/database/orgs.schema.ts";
import { sql, type SQL } from "../../platform/database/sql.ts";
import { minutes } from "./statistics.repository.ts";

const HOUR_MS = 3_600_000;
const SLOT_MS = 300_000;
/** Leases are looked for so long before a range: those that began in it or reach into it. */
const LEASE_REACH_MS = 7 * 86_400_000;

export interface DeviceScope {
  user_id: string;
  /** Without any: all that they belong to. */
  project_ids: readonly string[];
  os?: DeviceOs | undefined;
  brand?: string | undefined;
}

/** The devices that the user's projects see, of those that were asked for. */
function devicesOf({ user_id, project_ids, os, brand }: DeviceScope): SQL {
  const asked = project_ids.length === 0 ? sql`` : sql`and project_id = any(${sql.param(project_ids)}::text[])`;
  const theirs = sql`(select project_id from ${project_people} where ${project_people}."user_id" = ${user_id} ${asked})`;
  // A device that all see is no device of who is in no project.
  return sql`(
    select devices.device_id from devices join agents on agents.agent_id = devices.agent_id
    where agents.revoked_at is null and exists ${theirs} and ${isGivenTo(sql`in ${theirs}`)}
      ${os === undefined ? sql`` : sql`and devices.os = ${os}`}
      ${brand === undefined ? sql`` : sql`and devices.brand = ${brand}`})`;
}

/** What is there now. */
export async function present(db: Queries, scope: DeviceScope): Promise<{ devices: number; open_orders: number }> {
  const { rows } = await db.execute<{ devices: string; orders: string }>(sql`
    with seen as ${devicesOf(scope)}
    select (select count(*) from seen) as devices,
      (select count(*) from work_orders where state <> 'processed' and device_id in (select device_id from seen)) as orders`);
  const { devices, orders } = onlyRow(rows);
  return { devices: Number(devices), open_orders: Number(orders) };
}

/** Between two moments that are whole five minutes, as days of every time zone begin. */
export async function deviceUse(db: Queries, scope: DeviceScope, time: { from: number; to: number; now: number }) {
  const { from, to, now } = time;
  const hour = Math.floor(from / HOUR_MS);
  const last = Math.ceil(to / HOUR_MS);
  // Where a day begins within an hour, only that hour's slots of the day count.
  const since = ((1 << 12) - 1) & ~((1 << Math.floor((from % HOUR_MS) / SLOT_MS)) - 1);
  const until = to % HOUR_MS === 0 ? (1 << 12) - 1 : (1 << Math.floor((to % HOUR_MS) / SLOT_MS)) - 1;
  const within = (column: string) => sql`${sql.raw(column)} >= ${from}::bigint and ${sql.raw(column)} < ${to}::bigint`;
  const { rows } = await db.execute<Record<"busy" | "online" | "reported" | "closed" | "ms", string | null>>(sql`
    with seen as ${devicesOf(scope)}
    select
      (select sum(least(coalesce(l.released_at, ${now}::bigint), ${to}::bigint) - greatest(l.created_at, ${from}::bigint))
        from leases l where l.device_id in (select device_id from seen) and l.created_at >= ${from - LEASE_REACH_MS}::bigint
          and l.created_at < ${to}::bigint and coalesce(l.released_at, ${now}::bigint) > ${from}::bigint) as busy,
      (select sum(bit_count((online_slots & case when hour = ${hour} then ${since}::int else 4095 end
          & case when hour = ${last - 1} then ${until}::int else 4095 end)::bit(12))) * 5
        from device_hours where hour >= ${hour} and hour < ${last} and device_id in (select device_id from seen)) as online,
      count(*) filter (where ${within("reported_at")}) as reported,
      count(*) filter (where ${within("closed_at")}) as closed,
      avg(greatest(0, closed_at - reported_at)) filter (where ${within("closed_at")}) as ms
    from work_orders where device_id in (select device_id from seen)`);
  const { busy, online, reported, closed, ms } = onlyRow(rows);
  return {
    busy_minutes: minutes(busy ?? 0),
    online_minutes: online === null ? null : Number(online),
    reported: Number(reported),
    closed: Number(closed),
    mean_repair_minutes: ms === null ? null : minutes(ms),
  };
}
