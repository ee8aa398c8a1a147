/** What waits for devices. Times are epoch milliseconds; columns are named as on the wire. */
import { sql } from "./sql.ts";
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { DeviceChoice, DeviceOs, DeviceResult, Said, SlotState } from "@udt/contract";
import { projects, tests } from "./core.schema.ts";

const time = () => bigint({ mode: "number" });

/** The devices that tests wait for: a row for each. */
export const slots = pgTable(
  "slots",
  {
    test_id: text()
      .notNull()
      .references(() => tests.test_id, { onDelete: "cascade" }),
    device_seq: integer().notNull(),
    /** Null: the platform's own. */
    project_id: text().references(() => projects.project_id, { onDelete: "cascade" }),
    state: text().$type<SlotState>().notNull(),
    result: text().$type<DeviceResult>().notNull(),
    error: jsonb().$type<Said>(),
    /** The system of the devices that it may get. */
    os: text().$type<DeviceOs>().notNull().default("android"),
    /** What it waits for; one device for a slot that was chosen by hand. */
    wanted: jsonb().$type<DeviceChoice>().notNull(),
    /** Besides, it waits for one whose agent has a container engine. */
    needs_engine: boolean().notNull().default(false),
    /** It takes one that is out of use, too: a self-check that somebody asked for. */
    even_out_of_use: boolean().notNull().default(false),
    /** It takes none that failed its last self-check. */
    only_healthy: boolean().notNull().default(true),
    device_id: text(),
    /** Devices that it had and lost, which it does not get again. */
    lost_device_ids: jsonb().$type<string[]>().notNull(),
    priority: integer().notNull(),
    queued_at: time().notNull(),
    dispatched_at: time(),
    ended_at: time(),
  },
  (table) => [
    primaryKey({ columns: [table.test_id, table.device_seq] }),
    index("slots_queue")
      .on(table.priority.desc().nullsFirst(), table.queued_at)
      .where(sql`${table.state} = 'queued'`),
    index("slots_open")
      .on(table.project_id)
      .where(sql`${table.state} = 'dispatched'`),
    uniqueIndex("slots_device")
      .on(table.test_id, table.device_id)
      .where(sql`${table.state} = 'dispatched'`),
  ],
);
