import { WEAR } from "@udt/contract";
import { agents, devices } from "../../platform/database/core.schema.ts";
import type { Queries } from "../../platform/database/database.ts";
import { and, asc, eq, getTableColumns, gte, isAmong, sql } from "../../platform/database/sql.ts";
import { device_trends, device_wear, type WearSpan } from "../../platform/database/wear.schema.ts";
import { visibleIn } from "../agents/agents.service.ts";
import { needsCare } from "./care.ts";

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
/** The hours before these, of which the oldest is over, and the present one. */
const LEVEL_ROWS = WEAR.fall_hours + 2;
/** Fewer days tell no pace. */
const PACE_DAYS = 3;

export type WearRecord = typeof device_wear.$inferSelect;
export const startOf = (now: number, span_ms: number): number => now - (now % span_ms);

/** `name = excluded.name` and so on, and whether that would change anything: a row that stays as it is costs nothing. */
function setting(columns: Record<string, ReturnType<typeof sql>>) {
  const names = Object.keys(columns).map((name) => sql.identifier(name));
  const values = Object.values(columns);
  const set = sql.join(
    names.map((name, index) => sql`${name} = ${values[index]}`),
    sql`, `,
  );
  const own = sql.join(
    names.map((name) => sql`own.${name}`),
    sql`, `,
  );
  return sql`set ${set} where (${own}) is distinct from (${sql.join(values, sql`, `)})`;
}

const MEASURED = ["celsius", "level", "free"] as const;
const columnsOf = (of: (name: string, part: "min" | "max" | "last") => ReturnType<typeof sql>) =>
  Object.fromEntries(
    MEASURED.flatMap((name) => (["min", "max", "last"] as const).map((part) => [`${name}_${part}`, of(name, part)])),
  );
const excluded = (name: string) => sql`excluded.${sql.identifier(name)}`;
const WIDEN = columnsOf((name, part) => {
  const [own, next] = [sql`own.${sql.identifier(`${name}_${part}`)}`, excluded(`${name}_${part}`)];
  if (part === "last") return sql`coalesce(${next}, ${own})`;
  return part === "min" ? sql`least(${own}, ${next})` : sql`greatest(${own}, ${next})`;
});

/**
 * Takes what devices tell now into their row of this hour: of those named, or of all that are there. Said twice, or by two
 * servers, it changes nothing.
 */
export async function noteHour(db: Queries, now: number, device_ids?: readonly string[]): Promise<void> {
  const which = device_ids
    ? isAmong(devices.device_id, device_ids)
    : and(eq(devices.attached, true), sql`${agents.offline_at} is null`);
  await db.execute(sql`
    insert into device_wear as own (device_id, span, at, celsius_min, celsius_max, celsius_last, level_min, level_max, level_last,
      free_min, free_max, free_last, cycles, disconnects)
    select ${devices.device_id}, 'hour', ${startOf(now, HOUR_MS)}::bigint, battery_celsius, battery_celsius, battery_celsius,
      battery_level, battery_level, battery_level, free_bytes, free_bytes, free_bytes, battery_cycles, 0
    from ${devices} join ${agents} on ${agents.agent_id} = ${devices.agent_id} where ${which}
    order by ${devices.device_id}
    on conflict (device_id, span, at) do update
    ${setting({ ...WIDEN, cycles: sql`coalesce(excluded.cycles, own.cycles)` })}`);
}

/** Counts that a device was gone; in the transaction that finds it gone, so once. */
export async function noteGone(tx: Queries, now: number, device_id: string): Promise<void> {
  await tx
    .insert(device_wear)
    .values({ device_id, span: "hour", at: startOf(now, HOUR_MS), disconnects: 1 })
    .onConflictDoUpdate({
      target: [device_wear.device_id, device_wear.span, device_wear.at],
      set: { disconnects: sql`${device_wear.disconnects} + 1` },
    });
}

/**
 * Makes the days of their hours, from the day before the newest that there is: whatever servers did it before, each day is
 * what its hours are. Then forgets what is too old. Hours go a whole day at a time, so that no day is made of a part of them.
 */
export async function rollUp(tx: Queries, now: number): Promise<void> {
  const last = (name: string) => sql.raw(`(array_agg(${name} order by at desc) filter (where ${name} is not null))[1]`);
  const made = columnsOf((name, part) =>
    part === "last" ? last(`${name}_last`) : sql.raw(`${part}(${name}_${part})`),
  );
  const fields = [...Object.keys(made), "cycles", "disconnects"];
  await tx.execute(sql`
    insert into device_wear as own (device_id, span, at, ${sql.raw(fields.join(", "))})
    select device_id, 'day', at - at % ${DAY_MS}::bigint, ${sql.join(Object.values(made), sql`, `)}, ${last("cycles")}, sum(disconnects)
    from device_wear
    where span = 'hour' and at >= coalesce((select max(at) from device_wear where span = 'day'), 0) - ${DAY_MS}::bigint
    group by 1, 3 order by 1, 3
    on conflict (device_id, span, at) do update
    ${setting(Object.fromEntries(fields.map((name) => [name, excluded(name)])))}`);
  const today = startOf(now, DAY_MS);
  await tx.execute(sql`
    delete from device_wear where (span = 'hour' and at < ${today - WEAR.hour_days * DAY_MS})
      or (span = 'day' and at < ${today - WEAR.day_days * DAY_MS})`);
}

/** Finds for all devices what follows from their hours and days. */
export async function findTrends(db: Queries, now: number): Promise<void> {
  const lost = sql`select device_id, sum(disconnects)::int as disconnects from device_wear
    where span = 'hour' and disconnects > 0 and at > ${now - WEAR.disconnects_hours * HOUR_MS} group by 1`;
  const levels = sql`select device_id, max(level_max) as level_from, min(level_min) as level_low from device_wear
    where span = 'hour' and at > ${now - LEVEL_ROWS * HOUR_MS} group by 1 having count(level_last) = ${LEVEL_ROWS}`;
  const pace = sql`select device_id, -regr_slope(free_last, at) * ${DAY_MS}::float8 as filling_bytes from device_wear
    where span = 'day' and at > ${now - WEAR.full_days * DAY_MS} group by 1 having count(free_last) >= ${PACE_DAYS}`;
  const { device_id: _, told_care: __, ...found } = getTableColumns(device_trends);
  await db.execute(sql`
    insert into device_trends as own (device_id, disconnects, level_from, level_low, filling_bytes, told_care)
    select ${devices.device_id}, coalesce(lost.disconnects, 0), level_from, level_low, filling_bytes, false
    from ${devices} left join (${lost}) lost using (device_id) left join (${levels}) levels using (device_id)
      left join (${pace}) pace using (device_id)
    order by 1
    on conflict (device_id) do update
    ${setting(Object.fromEntries(Object.keys(found).map((name) => [name, excluded(name)])))}`);
}

/** Those that need care, or need it no more, since this was asked last; by whatever server. */
export async function takeNews(tx: Queries): Promise<string[]> {
  const needs = needsCare();
  const rows = await tx
    .update(device_trends)
    .set({ told_care: sql`not ${device_trends.told_care}` })
    .from(devices)
    .innerJoin(agents, eq(agents.agent_id, devices.agent_id))
    .where(
      and(eq(devices.device_id, device_trends.device_id), sql`${device_trends.told_care} is distinct from ${needs}`),
    )
    .returning({ device_id: device_trends.device_id });
  return rows.map(({ device_id }) => device_id);
}

/** Rows of a device that the project sees. */
export async function rowsOf(
  db: Queries,
  of: { project_id: string | null; device_id: string; span: WearSpan; since: number },
): Promise<WearRecord[]> {
  return db
    .select(getTableColumns(device_wear))
    .from(device_wear)
    .innerJoin(devices, eq(devices.device_id, device_wear.device_id))
    .innerJoin(agents, eq(agents.agent_id, devices.agent_id))
    .where(
      and(
        visibleIn(of.project_id),
        eq(device_wear.device_id, of.device_id),
        eq(device_wear.span, of.span),
        gte(device_wear.at, of.since),
      ),
    )
    .orderBy(asc(device_wear.at));
}
