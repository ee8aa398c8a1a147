import { lowRoom, WEAR } from "@udt/contract";
import type { DeviceFacts } from "@udt/driver";

export type Wear = Pick<DeviceFacts, "battery_celsius" | "battery_cycles" | "free_bytes" | "total_bytes">;

/** A battery warms and cools by so much all day, and a disk moves with each log line: telling that would never end. */
const CELSIUS_STEP = 2;
const FREE_STEP = 256 * 1024 ** 2;

/** What is told next: as it was told, where it is little else now. What anybody decides by is told at once. */
export function steadyWear(told: Wear | undefined, read: Wear): Wear {
  const { battery_celsius, battery_cycles, free_bytes, total_bytes } = read;
  if (!told) return { battery_celsius, battery_cycles, free_bytes, total_bytes };
  return {
    battery_cycles,
    total_bytes,
    battery_celsius: steady(told.battery_celsius, battery_celsius, CELSIUS_STEP, heatOf),
    free_bytes: steady(told.free_bytes, free_bytes, FREE_STEP, (bytes) => Number(bytes < lowRoom(total_bytes))),
  };
}

/** Below the warning, on it, and on the way to being taken out of use: one passes from each to the next by a decision. */
const heatOf = (celsius: number): number =>
  [celsius > WEAR.warm_celsius, celsius >= WEAR.warm_celsius, celsius >= WEAR.hot_celsius].filter(Boolean).length;

function steady(
  told: number | null,
  now: number | null,
  step: number,
  bandOf: (value: number) => number,
): number | null {
  if (told === null || now === null) return now;
  return Math.abs(now - told) >= step || bandOf(now) !== bandOf(told) ? now : told;
}
