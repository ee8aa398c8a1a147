/** What people of a project tell each other of devices. Times are epoch milliseconds. */
import { bigint, index, pgTable, text } from "drizzle-orm/pg-core";
import { devices } from "./core.schema.ts";
import { byUser, inProject } from "./references.ts";

export const device_notes = pgTable(
  "device_notes",
  {
    note_id: text().primaryKey(),
    device_id: text()
      .notNull()
      .references(() => devices.device_id, { onDelete: "cascade" }),
    project_id: inProject(),
    user_id: byUser(),
    text: text().notNull(),
    created_at: bigint({ mode: "number" }).notNull(),
  },
  (table) => [
    index("device_notes_device").on(table.device_id, table.project_id, table.created_at.desc().nullsFirst()),
    index("device_notes_project").on(table.project_id),
  ],
);
