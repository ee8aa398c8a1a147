/** Columns that many tables have: whose a row is. Those of a project, test or user that a row cannot outlive go with it. */
import { text } from "drizzle-orm/pg-core";
import { projects, tests, users } from "./core.schema.ts";

export const inProject = () =>
  text()
    .notNull()
    .references(() => projects.project_id, { onDelete: "cascade" });

/** Has files, which are deleted before their project is. */
export const withFilesInProject = () =>
  text()
    .notNull()
    .references(() => projects.project_id);

export const inTest = () =>
  text()
    .notNull()
    .references(() => tests.test_id, { onDelete: "cascade" });

/** About a user. */
export const ofUser = () =>
  text()
    .notNull()
    .references(() => users.user_id, { onDelete: "cascade" });

/** Who did it: they may be disabled, and stay. */
export const byUser = () =>
  text()
    .notNull()
    .references(() => users.user_id);
