/** Organisations, what they bring into projects, and who belongs to a project in all. Columns are named as on the wire. */
import { sql } from "./sql.ts";
import {
  bigint,
  index,
  integer,
  pgTable,
  pgView,
  primaryKey,
  text,
  uniqueIndex,
  type AnyPgColumn,
} from "drizzle-orm/pg-core";
import { inProject, ofUser } from "./references.ts";

const time = () => bigint({ mode: "number" });

export const orgs = pgTable(
  "orgs",
  {
    org_id: text().primaryKey(),
    /** Null at the top of the tree. */
    parent_id: text().references((): AnyPgColumn => orgs.org_id, { onDelete: "cascade" }),
    name: text().notNull(),
    created_at: time().notNull(),
  },
  (table) => [
    uniqueIndex("orgs_name").on(sql`coalesce(${table.parent_id}, '')`, sql`lower(${table.name})`),
    index("orgs_parent").on(table.parent_id),
  ],
);

/** Every organisation with each one above it, and with itself: who is below is one look away, however deep the tree. */
export const org_paths = pgTable(
  "org_paths",
  {
    org_id: text()
      .notNull()
      .references(() => orgs.org_id, { onDelete: "cascade" }),
    ancestor_id: text()
      .notNull()
      .references(() => orgs.org_id, { onDelete: "cascade" }),
    /** 0 to itself. */
    depth: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.org_id, table.ancestor_id] }),
    index("org_paths_below").on(table.ancestor_id),
  ],
);

export const org_users = pgTable(
  "org_users",
  {
    org_id: text()
      .notNull()
      .references(() => orgs.org_id, { onDelete: "cascade" }),
    user_id: ofUser(),
    joined_at: time().notNull(),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.user_id] }), index("org_users_user").on(table.user_id)],
);

/** Who belongs to the organisation, or to one below it, is a member of the project. */
export const project_orgs = pgTable(
  "project_orgs",
  {
    project_id: inProject(),
    org_id: text()
      .notNull()
      .references(() => orgs.org_id, { onDelete: "cascade" }),
    user_type: integer().$type<1 | 2>().notNull(),
    joined_at: time().notNull(),
  },
  (table) => [primaryKey({ columns: [table.project_id, table.org_id] }), index("project_orgs_org").on(table.org_id)],
);

/**
 * Everybody who belongs to a project, by themselves or by an organisation, once, with the strongest of their types.
 * Conditions on its columns reach the tables below it, so one user's or one project's part costs what it holds.
 */
export const project_people = pgView("project_people", {
  project_id: text().notNull(),
  user_id: text().notNull(),
  user_type: integer().$type<1 | 2>().notNull(),
  joined_at: bigint({ mode: "number" }).notNull(),
}).as(
  sql`select project_id, user_id, min(user_type) as user_type, min(joined_at) as joined_at from (
    select project_id, user_id, user_type, joined_at from members
    union all
    select project_orgs.project_id, org_users.user_id, project_orgs.user_type,
      greatest(project_orgs.joined_at, org_users.joined_at) as joined_at
    from project_orgs
    join org_paths on org_paths.ancestor_id = project_orgs.org_id
    join org_users on org_users.org_id = org_paths.org_id
  ) as each_way group by project_id, user_id`,
);
