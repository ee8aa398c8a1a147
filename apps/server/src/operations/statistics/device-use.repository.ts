/** How devices were used and mended between two moments of the quality board. */
import type { DeviceOs, WorkOrderState } from "@udt/contract";
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

/** The projects that count, of those that the user belongs to. */
function theirs({ user_id, project_ids }: DeviceScope): SQL {
  const asked = project_ids.length === 0 ? sql`` : sql`and project_id = any(${sql.param(project_ids)}::text[])`;
  return sql`(select project_id from ${project_people} where ${project_people}."user_id" = ${user_id} ${asked})`;
}

/** The devices that the user's projects see, of those that were asked for. */
function devicesOf(scope: DeviceScope): SQL {
  const { os, brand } = scope;
  // A device that all see is no device of who is in no project.
  return sql`(
    select devices.device_id from devices join agents on agents.agent_id = devices.agent_id
    where agents.revoked_at is null and exists ${theirs(scope)} and ${isGivenTo(sql`in ${theirs(scope)}`)}
      ${os === undefined ? sql`` : sql`and devices.os = ${os}`}
      ${brand === undefined ? sql`` : sql`and devices.brand = ${brand}`})`;
}

/** What is there now, and since when it is noted what is there. */
export async function present(db: Queries, scope: DeviceScope) {
  const { rows } = await db.execute<{ devices: string; orders: string; since: number | null }>(sql`
    with seen as ${devicesOf(scope)}
    select (select count(*) from seen) as devices,
      (select count(*) from work_orders where state <> 'processed' and device_id in (select device_id from seen)) as orders,
      (select min(hour) from looked_hours) as since`);
  const { devices, orders, since } = onlyRow(rows);
  return {
    devices: Number(devices),
    open_orders: Number(orders),
    noted_since: since === null ? null : since * HOUR_MS,
  };
}

interface Span {
  from: number;
  to: number;
  now: number;
}

/** Of the five minutes of an hour those within a span: where a day begins within an hour, only that hour's slots of the day. */
function slotsWithin({ from, to }: Span) {
  const hour = Math.floor(from / HOUR_MS);
  const last = Math.ceil(to / HOUR_MS);
  const all = (1 << 12) - 1;
  const since = all & ~((1 << Math.floor((from % HOUR_MS) / SLOT_MS)) - 1);
  const until = to % HOUR_MS === 0 ? all : (1 << Math.floor((to % HOUR_MS) / SLOT_MS)) - 1;
  return {
    isWithin: sql`hour >= ${hour} and hour < ${last}`,
    mask: sql`(case when hour = ${hour} then ${since}::int else ${all} end & case when hour = ${last - 1} then ${until}::int else ${all} end)`,
  };
}

/** What each device of `seen` was in a span: its minutes in use, there, and looked at since it was seen first. */
function useByDevice(span: Span): SQL {
  const { from, to, now } = span;
  const { isWithin, mask } = slotsWithin(span);
  return sql`
    looked as materialized (
      select hour, looked_slots & ${mask} as slots,
        sum(bit_count((looked_slots & ${mask})::bit(12))) over (order by hour desc) as upto
      from looked_hours where ${isWithin}),
    held as (
      select l.device_id, sum(least(coalesce(l.released_at, ${now}::bigint), ${to}::bigint) - greatest(l.created_at, ${from}::bigint)) as busy
      from leases l where l.device_id in (select device_id from seen) and l.created_at >= ${from - LEASE_REACH_MS}::bigint
        and l.created_at < ${to}::bigint and coalesce(l.released_at, ${now}::bigint) > ${from}::bigint
      group by 1),
    there as (
      select device_id, sum(bit_count((online_slots & ${mask})::bit(12))) * 5 as online
      from device_hours where ${isWithin} and device_id in (select device_id from seen) group by 1),
    device_use as (
      select devices.device_id, coalesce(held.busy, 0) as busy, there.online,
        case when not exists (select 1 from looked) then null
          when devices.first_seen_at <= ${from} then (select max(upto) from looked)
          else coalesce((select max(upto) from looked where hour > devices.first_seen_at / ${HOUR_MS}), 0)
            + coalesce((select bit_count((slots >> (devices.first_seen_at % ${HOUR_MS} / ${SLOT_MS})::int)::bit(12)) from looked
              where hour = devices.first_seen_at / ${HOUR_MS}), 0) end * 5 as looked
      from seen join devices on devices.device_id = seen.device_id
        left join held on held.device_id = seen.device_id left join there on there.device_id = seen.device_id)`;
}

const within = (column: "reported_at" | "closed_at", { from, to }: Span): SQL =>
  sql`${sql.raw(column)} >= ${from}::bigint and ${sql.raw(column)} < ${to}::bigint`;

const minutesOr = (value: string | null): number | null => (value === null ? null : Number(value));

/** What devices were in a span: minutes there may be fewer than were looked at, and never more. */
const useOf = ({ online, looked }: { online: string | null; looked: string | null }) => {
  const [online_minutes, looked_minutes] = [minutesOr(online), minutesOr(looked)];
  // What was noted before anybody noted that they looked was looked at.
  const least = looked_minutes === null ? online_minutes : Math.max(looked_minutes, online_minutes ?? 0);
  return { online_minutes: looked_minutes === null ? online_minutes : (online_minutes ?? 0), looked_minutes: least };
};

/** Between two moments that are whole five minutes, as days of every time zone begin. */
export async function deviceUse(db: Queries, scope: DeviceScope, span: Span) {
  const { rows } = await db.execute<
    Record<"busy" | "online" | "looked" | "reported" | "closed" | "ms", string | null>
  >(sql`
    with seen as ${devicesOf(scope)}, ${useByDevice(span)}
    select (select sum(busy) from device_use) as busy, (select sum(online) from device_use) as online,
      (select sum(looked) from device_use) as looked,
      count(*) filter (where ${within("reported_at", span)}) as reported,
      count(*) filter (where ${within("closed_at", span)}) as closed,
      avg(greatest(0, closed_at - reported_at)) filter (where ${within("closed_at", span)}) as ms
    from work_orders where device_id in (select device_id from seen)`);
  const { busy, online, looked, reported, closed, ms } = onlyRow(rows);
  return {
    busy_minutes: minutes(busy ?? 0),
    ...useOf({ online, looked }),
    reported: Number(reported),
    closed: Number(closed),
    mean_repair_minutes: ms === null ? null : minutes(ms),
  };
}

interface Page {
  limit: number;
  offset: number;
}

interface SeenDevice {
  [column: string]: unknown;
  device_id: string;
  project_id: string;
  brand: string;
  model: string;
  serial: string;
  os: DeviceOs;
}

/** Of a query of devices with their agents: the device, and a project of the scope by which it is seen. */
const seenBy = (scope: DeviceScope): SQL => sql`
  devices.device_id, devices.brand, devices.model, devices.serial, devices.os,
  (select p.project_id from ${theirs(scope)} as p where ${isGivenTo(sql`= p.project_id`)} order by 1 limit 1) as project_id`;

const WITH_AGENT = sql`join devices on devices.device_id = shown.device_id join agents on agents.agent_id = devices.agent_id`;

/** The devices that the figures count, the most used or the least present first. */
export async function listDevices(
  db: Queries,
  scope: DeviceScope,
  span: Span,
  { sort, limit, offset }: Page & { sort: "busy" | "offline" },
) {
  const order = sort === "busy" ? sql`busy desc` : sql`coalesce(online, 0)::numeric / nullif(looked, 0) nulls last`;
  const { rows } = await db.execute<
    SeenDevice & { busy: string; online: string | null; looked: string | null; total: string }
  >(sql`
    with seen as ${devicesOf(scope)}, ${useByDevice(span)},
    shown as (select *, row_number() over (order by ${order}, device_id) as place, count(*) over () as total
      from device_use order by place limit ${limit} offset ${offset})
    select ${seenBy(scope)}, shown.busy, shown.online, shown.looked, shown.total from shown ${WITH_AGENT} order by shown.place`);
  return rows.map((row) => ({ ...deviceOf(row), busy_minutes: minutes(row.busy), ...useOf(row) }));
}

/** How many devices there are to list. */
export async function countDevices(db: Queries, scope: DeviceScope): Promise<number> {
  const { rows } = await db.execute<{ total: string }>(sql`
    with seen as ${devicesOf(scope)} select count(*) as total from seen`);
  return Number(onlyRow(rows).total);
}

const deviceOf = ({ device_id, project_id, brand, model, serial, os }: SeenDevice) => ({
  device_id,
  project_id,
  brand,
  model,
  serial,
  os,
});

/** The work orders that the figures count, the newest first. */
export async function listOrders(
  db: Queries,
  scope: DeviceScope,
  span: Span,
  { which, limit, offset }: Page & { which: "open" | "reported" | "closed" },
) {
  const isMeant =
    which === "open" ? sql`state <> 'processed'` : within(which === "reported" ? "reported_at" : "closed_at", span);
  const among = sql`from work_orders where device_id in (select device_id from seen) and ${isMeant}`;
  const { rows: counts } = await db.execute<{ total: string }>(sql`
    with seen as ${devicesOf(scope)} select count(*) as total ${among}`);
  const { rows } = await db.execute<
    SeenDevice & { number: string; state: WorkOrderState; reported_at: string; closed_at: string | null }
  >(sql`
    with seen as ${devicesOf(scope)},
    shown as (select * ${among} order by number desc limit ${limit} offset ${offset})
    select ${seenBy(scope)}, shown.number, shown.state, shown.reported_at, shown.closed_at
    from shown ${WITH_AGENT} order by shown.number desc`);
  const list = rows.map((row) => ({
    ...deviceOf(row),
    number: Number(row.number),
    state: row.state,
    reported_at: Number(row.reported_at),
    closed_at: row.closed_at === null ? null : Number(row.closed_at),
  }));
  return { list, total: Number(onlyRow(counts).total) };
}
