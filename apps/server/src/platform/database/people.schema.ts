/** What people leave beside their account: API keys, the audit log, and what administrators set. */
import { bigint, bigserial, index, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { AuditAction, KeyAccess } from "@udt/contract";
import { projects } from "./core.schema.ts";
import { ofUser } from "./references.ts";

const time = () => bigint({ mode: "number" });

export const api_keys = pgTable(
  "api_keys",
  {
    secret_id: text().primaryKey(),
    user_id: ofUser(),
    name: text().notNull(),
    /** Null: as far as its user may. */
    project_id: text().references(() => projects.project_id, { onDelete: "cascade" }),
    access: text().$type<KeyAccess>().notNull(),
    /** SHA-256: the secret is shown once and kept nowhere. */
    secret_hash: text().notNull(),
    created_at: time().notNull(),
    expires_at: time(),
    last_used_at: time(),
  },
  (table) => [
    uniqueIndex("api_keys_name").on(table.user_id, table.name),
    index("api_keys_project").on(table.project_id),
  ],
);

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
