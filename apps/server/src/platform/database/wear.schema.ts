/** How devices wear: battery, temperature, room and losses over time. Times are epoch milliseconds. */
import { bigint, boolean, doublePrecision, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { devices } from "./core.schema.ts";
import { sql } from "./sql.ts";

export type WearSpan = "hour" | "day";

const ofDevice = () =>
  text()
    .notNull()
    .references(() => devices.device_id, { onDelete: "cascade" });
const bytes = () => bigint({ mode: "number" });

/** One row an hour for some days, and one a day for longer: a day's is made of its hours, again and again while it lasts. */
export const device_wear = pgTable(
  "device_wear",
  {
    device_id: ofDevice(),
    span: text().$type<WearSpan>().notNull(),
    /** When the hour, or the day of UTC, began. */
    at: bigint({ mode: "number" }).notNull(),
    celsius_min: doublePrecision(),
    celsius_max: doublePrecision(),
    celsius_last: doublePrecision(),
    level_min: integer(),
    level_max: integer(),
    level_last: integer(),
    free_min: bytes(),
    free_max: bytes(),
    free_last: bytes(),
    cycles: integer(),
    disconnects: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.device_id, table.span, table.at] }),
    index("device_wear_age").on(table.span, table.at),
    index("device_wear_lost")
      .on(table.at)
      .where(sql`${table.span} = 'hour' and ${table.disconnects} > 0`),
  ],
);

/** What follows from these rows, found for all devices together now and then, so that lists need not ask each for days. */
export const device_trends = pgTable("device_trends", {
  device_id: ofDevice().primaryKey(),
  /** In the last hours. */
  disconnects: integer().notNull(),
  /** The highest charge of the last hours, and the lowest: as far as it is known of each of them. */
  level_from: integer(),
  level_low: integer(),
  /** How much room goes each day; less than nothing where it grows. */
  filling_bytes: doublePrecision(),
  /** Whether it needed care when who looks at it was told last. */
  told_care: boolean().notNull(),
});
