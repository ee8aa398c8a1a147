/** How devices were handed on after sessions. Times are epoch milliseconds. */
import type { Handover } from "@udt/contract";
import { bigint, boolean, index, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { devices } from "./core.schema.ts";
import { inTest } from "./references.ts";

export const handovers = pgTable(
  "handovers",
  {
    test_id: inTest(),
    device_id: text()
      .notNull()
      .references(() => devices.device_id, { onDelete: "cascade" }),
    /** What is not as it was; more than this there is none, or only its number is kept. */
    left: jsonb().$type<Handover>().notNull(),
    /** Whether something of the session remained. */
    remained: boolean().notNull(),
    told_at: bigint({ mode: "number" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.test_id, table.device_id] }),
    index("handovers_device").on(table.device_id, table.told_at.desc().nullsFirst()),
  ],
);
