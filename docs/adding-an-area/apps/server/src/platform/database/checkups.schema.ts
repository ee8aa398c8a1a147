/** Checkups of devices. Times are epoch milliseconds; columns are named as on the wire. */
import { bigint, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { tests } from "./core.schema.ts";

export const checkups = pgTable(
  "checkups",
  {
    test_id: text()
      .primaryKey()
      .references(() => tests.test_id, { onDelete: "cascade" }),
    /** Null: the platform's own. */
    project_id: text(),
    device_id: text().notNull(),
    battery_percent: integer(),
    load_percent: integer(),
    created_at: bigint({ mode: "number" }).notNull(),
  },
  (table) => [index("checkups_project").on(table.project_id, table.created_at.desc())],
);
