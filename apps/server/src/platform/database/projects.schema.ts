/** What belongs to a project beside its members. Times are epoch milliseconds; columns are named as on the wire. */
import { bigint, index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { projects } from "./core.schema.ts";
import { inProject, ofUser } from "./references.ts";

const time = () => bigint({ mode: "number" });

/** Requests to join that wait or were declined; an accepted one is a member. */
export const join_requests = pgTable(
  "join_requests",
  {
    project_id: inProject(),
    user_id: ofUser(),
    message: text().notNull(),
    state: text().$type<"requested" | "declined">().notNull(),
    created_at: time().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.project_id, table.user_id] }),
    index("join_requests_user").on(table.user_id),
  ],
);

/** A project's present token: a new one takes the place of the old. */
export const project_tokens = pgTable("project_tokens", {
  project_id: text()
    .primaryKey()
    .references(() => projects.project_id, { onDelete: "cascade" }),
  name: text().notNull(),
  /** SHA-256 of the token: who reads the database cannot use it. */
  token_hash: text().notNull().unique(),
  prefix: text().notNull(),
  /** In whose name it acts, as long as they belong to the project. */
  made_by: ofUser(),
  created_at: time().notNull(),
  last_used_at: time(),
});
