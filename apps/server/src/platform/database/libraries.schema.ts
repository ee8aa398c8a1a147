/** Case libraries, what agents read from them, and the credentials they are read with. Times are epoch milliseconds; columns are named as on the wire. */
import { sql } from "./sql.ts";
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { LibraryFramework, ParseFailure, ParseOrigin } from "@udt/contract";
import { byUser, inProject } from "./references.ts";
import { agent_tasks } from "./tasks.schema.ts";

const time = () => bigint({ mode: "number" });

export const credentials = pgTable(
  "credentials",
  {
    credential_id: text().primaryKey(),
    project_id: inProject(),
    name: text().notNull(),
    username: text().notNull(),
    /** Encrypted. */
    password: text().notNull(),
    user_id: byUser(),
    created_at: time().notNull(),
    updated_at: time().notNull(),
  },
  (table) => [uniqueIndex("credentials_name").on(table.project_id, sql`lower(${table.name})`)],
);

export const libraries = pgTable(
  "libraries",
  {
    library_id: text().primaryKey(),
    project_id: inProject(),
    name: text().notNull(),
    framework: text().$type<LibraryFramework>().notNull(),
    /** For one that this server serves itself, the path below its address. */
    url: text().notNull(),
    branch: text().notNull(),
    is_builtin: boolean().notNull().default(false),
    /** Encrypted; null when it has none. */
    token: text(),
    credential_id: text().references(() => credentials.credential_id),
    sync: boolean().notNull(),
    /** When the repository is to be asked next; null without sync. */
    sync_at: time(),
    /** How often in a row it could not be asked. */
    sync_failures: integer().notNull().default(0),
    /** Of the webhook's address, encrypted; found by its hash. */
    hook_secret: text().notNull(),
    hook_hash: text().notNull(),
    /** The parsing whose cases are the library's; null before the first that went well. */
    parsed_task_id: text(),
    /** The last one that came to an end other than being called off. */
    last_task_id: text(),
    user_id: byUser(),
    created_at: time().notNull(),
    updated_at: time().notNull(),
    /** From then on it is kept for the reports alone that speak of its commits. */
    deleted_at: time(),
  },
  (table) => [
    uniqueIndex("libraries_name")
      .on(table.project_id, sql`lower(${table.name})`)
      .where(sql`${table.deleted_at} is null`),
    uniqueIndex("libraries_hook").on(table.hook_hash),
    index("libraries_sync")
      .on(table.sync_at)
      .where(sql`${table.sync_at} is not null`),
    index("libraries_credential").on(table.credential_id),
  ],
);

/** What is of a parsing alone; the rest stands in its task. Those that are over are the libraries' history. */
export const parses = pgTable(
  "parses",
  {
    task_id: text()
      .primaryKey()
      .references(() => agent_tasks.task_id, { onDelete: "cascade" }),
    library_id: text()
      .notNull()
      .references(() => libraries.library_id, { onDelete: "cascade" }),
    origin: text().$type<ParseOrigin>().notNull(),
    framework: text().$type<LibraryFramework>().notNull(),
    branch: text().notNull(),
    failure: text().$type<ParseFailure>(),
    commit_id: text().notNull().default(""),
    case_count: integer().notNull().default(0),
    /** Its files while they are kept. */
    snapshot: jsonb().$type<{ blob_key: string; sha256: string; size_bytes: number; commit_id: string }>(),
  },
  (table) => [index("parses_commit").on(table.library_id, table.commit_id)],
);

/** The cases that a parsing found, in the library's order. */
export const library_cases = pgTable(
  "library_cases",
  {
    task_id: text()
      .notNull()
      .references(() => parses.task_id, { onDelete: "cascade" }),
    position: integer().notNull(),
    case_key: text().notNull(),
    name: text().notNull(),
    file: text().notNull(),
    function: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.task_id, table.position] }),
    index("library_cases_key").on(table.task_id, table.case_key),
  ],
);
