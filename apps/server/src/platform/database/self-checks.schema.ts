/** Self-checks of devices. Times are epoch milliseconds. */
import type { Said, SelfCheckResult, SelfCheckState, SelfCheckStep } from "@udt/contract";
import { bigint, index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { devices, tests } from "./core.schema.ts";
import { byUser } from "./references.ts";

export const self_checks = pgTable(
  "self_checks",
  {
    selfcheck_id: text()
      .primaryKey()
      .references(() => tests.test_id, { onDelete: "cascade" }),
    device_id: text()
      .notNull()
      .references(() => devices.device_id, { onDelete: "cascade" }),
    /** Who asked for it. */
    user_id: byUser(),
    state: text().$type<SelfCheckState>().notNull(),
    step: text().$type<SelfCheckStep>(),
    results: jsonb().$type<SelfCheckResult[]>().notNull(),
    error: jsonb().$type<Said>(),
    created_at: bigint({ mode: "number" }).notNull(),
    started_at: bigint({ mode: "number" }),
    ended_at: bigint({ mode: "number" }),
  },
  (table) => [index("self_checks_device").on(table.device_id, table.created_at.desc())],
);
