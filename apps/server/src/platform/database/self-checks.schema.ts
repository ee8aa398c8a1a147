/** Self-checks of devices. Times are epoch milliseconds. */
import type {
  CheckCause,
  CheckedSession,
  DeviceWork,
  InspectionConfig,
  Said,
  SelfCheckResult,
  SelfCheckState,
  WantedApp,
  WorkStep,
} from "@udt/contract";
import { bigint, index, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { devices, projects, users } from "./core.schema.ts";
import { inTest } from "./references.ts";
import { sql } from "./sql.ts";
import { tags } from "./tags.schema.ts";

export const self_checks = pgTable(
  "self_checks",
  {
    /** A check by itself is a test, and called as that is. */
    selfcheck_id: text().primaryKey(),
    /** The check itself, or the session or run before which it was done on this device. */
    test_id: inTest(),
    before: text().$type<CheckedSession>(),
    work: text().$type<DeviceWork>().notNull().default("check"),
    device_id: text()
      .notNull()
      .references(() => devices.device_id, { onDelete: "cascade" }),
    /** Who asked for it; null: the tag, on an occasion or by its schedule, or that the one before failed once. */
    user_id: text().references(() => users.user_id),
    occasion: text().$type<CheckCause>(),
    /** By which tag it was done and how, as that was then; and for which project. */
    tag_id: text().references(() => tags.tag_id, { onDelete: "set null" }),
    project_id: text().references(() => projects.project_id, { onDelete: "set null" }),
    tag_name: text(),
    config: jsonb().$type<InspectionConfig>(),
    /** What was to be on the device by the tags of the project in which it was asked for. */
    wanted: jsonb().$type<WantedApp[]>().notNull().default([]),
    state: text().$type<SelfCheckState>().notNull(),
    step: text().$type<WorkStep>(),
    results: jsonb().$type<SelfCheckResult[]>().notNull(),
    error: jsonb().$type<Said>(),
    created_at: bigint({ mode: "number" }).notNull(),
    started_at: bigint({ mode: "number" }),
    ended_at: bigint({ mode: "number" }),
  },
  (table) => [
    index("self_checks_device").on(table.device_id, table.created_at.desc().nullsFirst()),
    index("self_checks_ended").on(table.device_id, table.ended_at.desc().nullsFirst()),
    index("self_checks_tag").on(table.tag_id, table.device_id, table.ended_at.desc().nullsFirst()),
    index("self_checks_project").on(table.project_id),
    // Said twice it is done once.
    uniqueIndex("self_checks_before")
      .on(table.test_id, table.device_id)
      .where(sql`${table.before} is not null`),
    index("self_checks_test").on(table.test_id),
    index("self_checks_open")
      .on(table.device_id)
      .where(sql`${table.state} in ('waiting', 'running')`),
  ],
);
