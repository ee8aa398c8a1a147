/** How well devices were when they checked themselves last. Times are epoch milliseconds. */
import type { CheckVerdict } from "@udt/contract";
import { bigint, pgTable, text } from "drizzle-orm/pg-core";
import { devices } from "./core.schema.ts";

/** What the last check of a device that came to its end found, whoever asked for it: lists and the dispatcher ask it of many. */
export const device_health = pgTable("device_health", {
  device_id: text()
    .primaryKey()
    .references(() => devices.device_id, { onDelete: "cascade" }),
  state: text().$type<CheckVerdict>().notNull(),
  checked_at: bigint({ mode: "number" }).notNull(),
});
