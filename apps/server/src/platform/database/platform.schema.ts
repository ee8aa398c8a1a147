/** What a parent platform's projects are here, and what the platform keeps of its devices' days. */
import { bigint, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { devices, users } from "./core.schema.ts";
import { inProject } from "./references.ts";

const time = () => bigint({ mode: "number" });

/** Document 1's platform sync: an id of the parent platform's, and the project that stands for it here. */
export const synced_projects = pgTable(
  "synced_projects",
  {
    sync_project_id: text().primaryKey(),
    project_id: inProject(),
    /** Who came with it first. */
    user_id: text().references(() => users.user_id, { onDelete: "set null" }),
    created_at: time().notNull(),
  },
  (table) => [index("synced_projects_project").on(table.project_id)],
);

/** When devices were there: one row an hour, one bit for each five minutes. Several servers noting the same lose nothing. */
export const device_hours = pgTable(
  "device_hours",
  {
    device_id: text()
      .notNull()
      .references(() => devices.device_id, { onDelete: "cascade" }),
    /** Hours since the epoch. */
    hour: integer().notNull(),
    /** Bit n: it was there in the n-th five minutes. */
    online_slots: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.device_id, table.hour] }), index("device_hours_hour").on(table.hour)],
);

/** When any server looked which devices are there, in the same way: what is not noted then was not there. */
export const looked_hours = pgTable("looked_hours", {
  hour: integer().primaryKey(),
  looked_slots: integer().notNull(),
});
