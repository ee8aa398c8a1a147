/** Why a device needs care soon: once for what is told of one, and once in the database, for which of many do. */
import { lowRoom, say, WEAR, type Said } from "@udt/contract";
import { agents, devices } from "../../platform/database/core.schema.ts";
import { and, eq, gte, isNull, lt, lte, or, sql, type SQL } from "../../platform/database/sql.ts";
import { device_trends } from "../../platform/database/wear.schema.ts";

export interface Cared {
  /** Whether it is there: what was read of one that is away may be long over. */
  is_present: boolean;
  battery_level: number | null;
  battery_celsius: number | null;
  battery_cycles: number | null;
  free_bytes: number | null;
  total_bytes: number | null;
}

export type Trend = Omit<typeof device_trends.$inferSelect, "device_id" | "told_care">;

export function careOf(one: Cared, trend: Trend | null): Said[] {
  const { battery_cycles: cycles } = one;
  const care = one.is_present ? [...heatCare(one), ...levelCare(one, trend), ...roomCare(one, trend)] : [];
  if (cycles !== null && cycles >= WEAR.worn_cycles) care.push(say("care_cycles", { cycles, most: WEAR.worn_cycles }));
  const { disconnects: count } = trend ?? { disconnects: 0 };
  if (count >= WEAR.disconnects) care.push(say("care_disconnects", { count, hours: WEAR.disconnects_hours }));
  return care;
}

const heatCare = ({ battery_celsius: celsius }: Cared): Said[] =>
  celsius !== null && celsius >= WEAR.warm_celsius ? [say("care_hot", { celsius })] : [];

/** Devices of a farm hang on cables: one whose charge only falls is not charged. */
function levelCare({ battery_level: percent }: Cared, trend: Trend | null): Said[] {
  const { level_from: from = null, level_low: low = null } = trend ?? {};
  if (percent === null || from === null || low === null) return [];
  return percent < WEAR.low_percent && percent <= from - WEAR.fall_percent && percent <= low
    ? [say("care_level", { from, percent })]
    : [];
}

function roomCare({ free_bytes, total_bytes }: Cared, trend: Trend | null): Said[] {
  if (free_bytes === null) return [];
  if (free_bytes < lowRoom(total_bytes))
    return [say("care_disk_low", { free: `${(free_bytes / 1024 ** 3).toFixed(1)} GB` })];
  const { filling_bytes = null } = trend ?? {};
  if (filling_bytes === null || filling_bytes <= 0 || free_bytes >= filling_bytes * WEAR.full_days) return [];
  return [say("care_disk_filling", { days: Math.ceil(free_bytes / filling_bytes) })];
}

/** The same of devices, joined with their agents and, as far as there is one, with their trend. */
export const needsCare = (): SQL<boolean> => {
  const { battery_level: level, battery_celsius, battery_cycles, free_bytes, total_bytes } = devices;
  const { disconnects, level_from, level_low, filling_bytes } = device_trends;
  const isPresent = and(isNull(agents.offline_at), eq(devices.attached, true));
  const now = or(
    gte(battery_celsius, WEAR.warm_celsius),
    and(lt(level, WEAR.low_percent), sql`${level} <= ${level_from} - ${WEAR.fall_percent}`, lte(level, level_low)),
    sql`${free_bytes} < least(${WEAR.low_free_bytes}, ${total_bytes} * ${WEAR.low_free_share}::float8)`,
    and(sql`${filling_bytes} > 0`, sql`${free_bytes} < ${filling_bytes} * ${WEAR.full_days}`),
  );
  const ever = or(gte(battery_cycles, WEAR.worn_cycles), gte(disconnects, WEAR.disconnects));
  return sql<boolean>`coalesce(${or(and(isPresent, now), ever)}, false)`;
};
