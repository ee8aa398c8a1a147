/** What channels were told of modules of a memory trace. Columns are named as on the wire. */
import { bigint, boolean, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { memory_traces } from "./memory.schema.ts";

const time = () => bigint({ mode: "number" });

export const memory_watched_modules = pgTable(
  "memory_watched_modules",
  {
    trace_id: text()
      .notNull()
      .references(() => memory_traces.trace_id, { onDelete: "cascade" }),
    module: text().notNull(),
    /** A sample of the trace had it at a quarter or less. */
    was_small: boolean().notNull(),
    /** When it was told to be over its budget, and to have come above a quarter; null: not yet. */
    over_told_at: time(),
    large_told_at: time(),
  },
  (table) => [primaryKey({ columns: [table.trace_id, table.module] })],
);
