/** That devices are broken, and what was done about it. Times are epoch milliseconds. */
import type {
  Said,
  WorkOrderCloser,
  WorkOrderFileType,
  WorkOrderStep,
  WorkOrderSource,
  WorkOrderState,
} from "@udt/contract";
import { bigint, bigserial, boolean, index, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { devices, tests, users } from "./core.schema.ts";
import { byUser, withFilesInProject } from "./references.ts";
import { sql } from "./sql.ts";

const byNobodyOrUser = () => text().references(() => users.user_id);

export const work_orders = pgTable(
  "work_orders",
  {
    number: bigserial({ mode: "number" }).primaryKey(),
    device_id: text()
      .notNull()
      .references(() => devices.device_id, { onDelete: "cascade" }),
    /** In which it was found; gone with it. */
    test_id: text().references(() => tests.test_id, { onDelete: "set null" }),
    state: text().$type<WorkOrderState>().notNull(),
    source: text().$type<WorkOrderSource>().notNull(),
    step: text().$type<WorkOrderStep>(),
    error: jsonb().$type<Said>(),
    text: text().notNull(),
    /** Null: nobody, but what its source says. */
    reporter_id: byNobodyOrUser(),
    assignee_id: byNobodyOrUser(),
    reported_at: bigint({ mode: "number" }).notNull(),
    closed_at: bigint({ mode: "number" }),
    closed_by: text().$type<WorkOrderCloser>(),
  },
  (table) => [
    index("work_orders_device").on(table.device_id, table.number.desc().nullsFirst()),
    index("work_orders_test").on(table.test_id),
    index("work_orders_assignee").on(table.assignee_id, table.number.desc().nullsFirst()),
    // One that is open for each step, and one that people reported.
    uniqueIndex("work_orders_open")
      .on(table.device_id, sql`coalesce(${table.step}, '')`)
      .where(sql`${table.state} <> 'processed'`),
  ],
);

export const work_order_entries = pgTable(
  "work_order_entries",
  {
    /** In this order they were written. */
    entry_id: bigserial({ mode: "number" }).primaryKey(),
    number: bigint({ mode: "number" })
      .notNull()
      .references(() => work_orders.number, { onDelete: "cascade" }),
    user_id: byNobodyOrUser(),
    state: text().$type<WorkOrderState>(),
    /** It says who was to see to the order: this user, or nobody. */
    is_assignment: boolean().notNull().default(false),
    assignee_id: byNobodyOrUser(),
    text: text().notNull(),
    created_at: bigint({ mode: "number" }).notNull(),
  },
  (table) => [index("work_order_entries_of").on(table.number, table.entry_id)],
);

export const work_order_files = pgTable(
  "work_order_files",
  {
    file_id: text().primaryKey(),
    number: bigint({ mode: "number" })
      .notNull()
      .references(() => work_orders.number, { onDelete: "cascade" }),
    /** The comment that it is part of; null: it is the order's. */
    entry_id: bigint({ mode: "number" }).references(() => work_order_entries.entry_id, { onDelete: "cascade" }),
    /** By which it was attached, and with which it goes. */
    project_id: withFilesInProject(),
    user_id: byUser(),
    name: text().notNull(),
    content_type: text().$type<WorkOrderFileType>().notNull(),
    size_bytes: bigint({ mode: "number" }).notNull(),
    blob_key: text().notNull(),
    created_at: bigint({ mode: "number" }).notNull(),
  },
  (table) => [
    index("work_order_files_of").on(table.number, table.created_at),
    index("work_order_files_project").on(table.project_id),
  ],
);
