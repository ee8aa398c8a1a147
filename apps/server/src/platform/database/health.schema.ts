/** How well devices were when they checked themselves last, and for what they are to do so. Times are epoch milliseconds. */
import type { CheckOccasion, CheckVerdict } from "@udt/contract";
import { bigint, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { devices } from "./core.schema.ts";

/** What the last check of a device that came to its end found, whoever asked for it: lists and the dispatcher ask it of many. */
export const device_health = pgTable("device_health", {
  device_id: text()
    .primaryKey()
    .references(() => devices.device_id, { onDelete: "cascade" }),
  state: text().$type<CheckVerdict>().notNull(),
  checked_at: bigint({ mode: "number" }).notNull(),
});

/**
 * What happened to a device for which some tag wants devices checked: it stays until the device was checked for it, or until it
 * is free and no tag of it asks for that.
 */
export const check_occasions = pgTable(
  "check_occasions",
  {
    device_id: text()
      .notNull()
      .references(() => devices.device_id, { onDelete: "cascade" }),
    occasion: text().$type<CheckOccasion>().notNull(),
    happened_at: bigint({ mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.device_id, table.occasion] })],
);
