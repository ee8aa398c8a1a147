/** Script repositories; what is in them is in git, on disk. Times are epoch milliseconds; columns are named as on the wire. */
import { bigint, boolean, index, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { ScriptTemplate } from "@udt/contract";
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
    template: text().$type<ScriptTemplate>().notNull(),
    /** On disk, as it was when somebody last pushed. */
    size_bytes: bigint({ mode: "number" }).notNull(),
    /** The push that may write now, and until when it may unless it says more: one at a time, on whichever server. */
    writer: text(),
    writer_until: time(),
    user_id: byUser(),
    created_at: time().notNull(),
    updated_at: time().notNull(),
  },
  (table) => [uniqueIndex("script_repositories_name").on(table.project_id, sql`lower(${table.name})`)],
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
