/** Where devices stand, and what they are there for. */
import { boolean, pgTable, text } from "drizzle-orm/pg-core";
import { devices } from "./core.schema.ts";

/** A device without a row stands nowhere in particular and is there for everything. */
export const device_placements = pgTable("device_placements", {
  device_id: text()
    .primaryKey()
    .references(() => devices.device_id, { onDelete: "cascade" }),
  site: text().notNull(),
  location: text().notNull().default(""),
  /** Automated tests get it. */
  task_access: boolean().notNull(),
  /** Debug sessions get it. */
  remote_access: boolean().notNull(),
});
