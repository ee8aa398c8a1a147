/** How devices were handed on after sessions. Times are epoch milliseconds. */
import type { Handover } from "@udt/contract";
import { bigint, boolean, index, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { devices, projects } from "./core.schema.ts";
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

/**
 * Devices of which a project's session is over and no agent has said that it cleaned them: what there is to clean stands on the
 * disk of one installation of an agent. The row outlives its test: what was left is on the device all the same.
 */
export const uncleaned_devices = pgTable("uncleaned_devices", {
  device_id: text()
    .primaryKey()
    .references(() => devices.device_id, { onDelete: "cascade" }),
  /** The installation that had the device then. */
  instance_id: text().notNull(),
  lease_token: bigint({ mode: "number" }).notNull(),
  /** Whose tags say what cleaning leaves there; null once that is deleted. */
  project_id: text().references(() => projects.project_id, { onDelete: "set null" }),
});
