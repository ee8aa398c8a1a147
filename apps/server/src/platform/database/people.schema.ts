/** What people leave beside their account: API keys, the audit log, and what administrators set. */
import { bigint, bigserial, index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import type { AuditAction } from "@udt/contract";
import { users } from "./core.schema.ts";

const time = () => bigint({ mode: "number" });

/** One per user. */
export const api_keys = pgTable("api_keys", {
  user_id: text()
    .primaryKey()
    .references(() => users.user_id, { onDelete: "cascade" }),
  secret_id: text().notNull().unique("api_keys_secret_id"),
  /** SHA-256: the secret is shown once and kept nowhere. */
  secret_hash: text().notNull(),
  created_at: time().notNull(),
  last_used_at: time(),
});

/** Names are kept as they were: an entry says the same after its user or project is gone. */
export const audit = pgTable(
  "audit",
  {
    audit_id: bigserial({ mode: "number" }).primaryKey(),
    time: time().notNull(),
    action: text().$type<AuditAction>().notNull(),
    user_id: text().notNull(),
    user_name: text().notNull(),
    ip: text().notNull(),
    project_id: text().notNull(),
    target: text().notNull(),
    detail: jsonb().$type<Record<string, string | number | boolean>>().notNull(),
  },
  (table) => [
    index("audit_action").on(table.action, table.audit_id),
    index("audit_project").on(table.project_id, table.audit_id),
    index("audit_time").on(table.time),
  ],
);

/** What administrators change while the server runs. */
export const settings = pgTable("settings", {
  name: text().primaryKey(),
  value: jsonb().$type<unknown>().notNull(),
  updated_at: time().notNull(),
});
