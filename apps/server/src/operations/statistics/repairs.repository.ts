import type { Queries } from "../../platform/database/database.ts";
import { onlyRow } from "../../platform/database/only-row.ts";
import { sql } from "../../platform/database/sql.ts";
import { devicesOf, minutes, type Range, type Scope } from "./statistics.repository.ts";

/** Work orders of the devices that the projects see: those reported and those closed in the range, and those open now. */
export async function repairs(db: Queries, scope: Scope, { from, to }: Range) {
  const within = (time: string) => sql`${sql.raw(time)} >= ${from}::bigint and ${sql.raw(time)} < ${to}::bigint`;
  const { rows } = await db.execute<{ reported: string; processed: string; ms: string | null; open: string }>(sql`
    select count(*) filter (where ${within("reported_at")}) as reported,
      count(*) filter (where ${within("closed_at")}) as processed,
      avg(greatest(0, closed_at - reported_at)) filter (where ${within("closed_at")}) as ms,
      count(*) filter (where state <> 'processed') as open
    from work_orders where device_id in ${devicesOf(scope)}`);
  const { reported, processed, ms, open } = onlyRow(rows);
  return {
    reported: Number(reported),
    processed: Number(processed),
    open: Number(open),
    mean_minutes: ms === null ? null : minutes(ms),
  };
}

/** The devices that were broken longest in the range: while any of its work orders was open, a device counts once. */
export async function mostBroken(db: Queries, scope: Scope, { from, to, now }: Range, limit: number) {
  const { rows } = await db.execute<{ device_id: string; model: string; serial: string; orders: string; ms: string }>(
    sql`
    select devices.device_id, devices.model, devices.serial, broken.orders,
      (select sum(upper(span) - lower(span)) from unnest(broken.spans) as span) as ms
    from (
      select device_id, count(*) as orders, range_agg(int8range(s, e)) as spans from (
        select device_id, greatest(reported_at, ${from}::bigint) as s,
          least(coalesce(closed_at, ${now}::bigint), ${to}::bigint) as e
        from work_orders
        where device_id in ${devicesOf(scope)} and reported_at < ${to}::bigint
          and (closed_at is null or closed_at > ${from}::bigint)) as cut
      where e > s group by device_id) as broken
    join devices on devices.device_id = broken.device_id
    order by ms desc, devices.device_id limit ${limit}`,
  );
  return rows.map(({ device_id, model, serial, orders, ms }) => ({
    device_id,
    model,
    serial,
    orders: Number(orders),
    broken_minutes: minutes(ms),
  }));
}
