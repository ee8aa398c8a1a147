/** When a device needs care: figures that agent, server and console must agree on, and what is told of how it wore. */
import { z } from "zod";
import { time } from "./shapes.ts";

/** Degrees are Celsius, of the battery. */
export const WEAR = {
  /** From here on people are warned, and down to here it must cool to be of use again. */
  warm_celsius: 45,
  /** From here on the device gets no automated tests. */
  hot_celsius: 50,
  worn_cycles: 800,
  low_percent: 20,
  /** By so much at least, and for so long, a charge falls of which that is told. */
  fall_percent: 3,
  fall_hours: 3,
  /** So little room is too little, and so small a share of a disk that is not large. */
  low_free_bytes: 2 * 1024 ** 3,
  low_free_share: 0.1,
  /** That the disk is full within so many days, at the pace of the last ones, is told. */
  full_days: 7,
  disconnects: 5,
  disconnects_hours: 24,
  /** For so long there is a row an hour; after it, one a day. */
  hour_days: 7,
  day_days: 90,
} as const;

/** From here down a disk of this size has too little room. */
export const lowRoom = (total_bytes: number | null): number =>
  Math.min(WEAR.low_free_bytes, (total_bytes ?? Infinity) * WEAR.low_free_share);

/** How far a chart of them goes back. */
export const WEAR_DAYS = [7, 30, 90] as const;
export type WearDays = (typeof WEAR_DAYS)[number];

const range = z.object({ min: z.number(), max: z.number(), last: z.number() }).nullable();

/** What was told of a device in an hour, or in a day of UTC. */
export const wearRow = z.object({
  /** When it began. */
  at: time,
  celsius: range,
  level: range,
  free_bytes: range,
  /** The last word. */
  cycles: z.int().nullable(),
  /** How often it was gone from its agent. */
  disconnects: z.int(),
});
export type WearRow = z.output<typeof wearRow>;
