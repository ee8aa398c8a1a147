/** Script repositories, the server's own and mirrors of outside ones; what is in them is in git, on disk. Times are epoch milliseconds; columns are named as on the wire. */
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { Refused, ScriptTemplate } from "@udt/contract";
import { libraries } from "./libraries.schema.ts";
import { byUser, ofUser, withFilesInProject } from "./references.ts";
import { sql } from "./sql.ts";

const time = () => bigint({ mode: "number" });

export const script_repositories = pgTable(
  "script_repositories",
  {
    repo_id: text().primaryKey(),
    project_id: withFilesInProject(),
    name: text().notNull(),
    description: text().notNull(),
    /** What it began as; null for a mirror. */
    template: text().$type<ScriptTemplate>(),
    /** A mirror of a repository that somebody else keeps: `script_mirrors` has the rest of it. */
    is_outside: boolean().notNull().default(false),
    /** On disk, as it was when somebody last pushed. */
    size_bytes: bigint({ mode: "number" }).notNull(),
    /** The push that may write now, and until when it may unless it says more: one at a time, on whichever server. */
    writer: text(),
    writer_until: time(),
    user_id: byUser(),
    created_at: time().notNull(),
    updated_at: time().notNull(),
  },
  (table) => [
    uniqueIndex("script_repositories_name")
      .on(table.project_id, sql`lower(${table.name})`)
      .where(sql`not ${table.is_outside}`),
  ],
);

/** What is of mirrors alone: which library's repository each shows, as of when, and the fetch that is under way. */
export const script_mirrors = pgTable(
  "script_mirrors",
  {
    repo_id: text()
      .primaryKey()
      .references(() => script_repositories.repo_id, { onDelete: "cascade" }),
    /** Null once that was deleted: then the mirror goes, too. */
    library_id: text().references(() => libraries.library_id, { onDelete: "set null" }),
    /** The library's as it was then. Of another address there is another mirror. */
    url: text().notNull(),
    default_branch: text().notNull().default("main"),
    /** Null before the first fetch that went well. */
    fetched_at: time(),
    /** Why the last fetch failed. */
    failure: jsonb().$type<Refused>(),
    /** Why the library's access may not push, as the host said when it was last asked. */
    push_refusal: jsonb().$type<Refused>(),
    /** The fetch that goes on, and until when it does unless it says more. */
    fetch_id: text(),
    fetch_until: time(),
    percent: integer(),
    opened_at: time().notNull(),
  },
  (table) => [uniqueIndex("script_mirrors_library").on(table.library_id, table.url)],
);

/** Pages that have a repository open in the editor; gone when they have said nothing for a while. */
export const script_editors = pgTable(
  "script_editors",
  {
    repo_id: text()
      .notNull()
      .references(() => script_repositories.repo_id, { onDelete: "cascade" }),
    editor_id: text().notNull(),
    user_id: ofUser(),
    branch: text().notNull(),
    path: text().notNull(),
    is_changed: boolean().notNull(),
    seen_at: time().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.repo_id, table.user_id, table.editor_id] }),
    index("script_editors_user").on(table.user_id),
  ],
);
