/** What projects call devices. Which devices a tag has follows from its rules and the devices, and is kept nowhere. */
import { bigint, boolean, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import {
  NO_ENVIRONMENT,
  type DeviceProfile,
  type EnvironmentConfig,
  type InspectionConfig,
  type TagChoice,
} from "@udt/contract";
import { byUser, inProject } from "./references.ts";
import { sql } from "./sql.ts";

export const tags = pgTable(
  "tags",
  {
    tag_id: text().primaryKey(),
    project_id: inProject(),
    name: text().notNull(),
    /** The name without what the eye does not tell apart. */
    name_key: text().notNull(),
    rules: jsonb().$type<TagChoice["rules"]>().notNull(),
    included_device_ids: jsonb().$type<string[]>().notNull(),
    excluded_device_ids: jsonb().$type<string[]>().notNull(),
    /** A new job's devices begin with it. */
    is_default: boolean().notNull(),
    /** How its devices check themselves. */
    inspection: jsonb().$type<InspectionConfig>(),
    /** What they are brought back to between sessions. */
    profile: jsonb().$type<DeviceProfile>().notNull().default({}),
    /** What is to be on its devices, and what cleaning leaves there. */
    environment: jsonb().$type<EnvironmentConfig>().notNull().default(NO_ENVIRONMENT),
    /** Its place in the project, from 1; whoever gives places holds the project. */
    position: integer().notNull(),
    version: integer().notNull(),
    changed_by: byUser(),
    created_at: bigint({ mode: "number" }).notNull(),
    updated_at: bigint({ mode: "number" }).notNull(),
  },
  (table) => [
    uniqueIndex("tags_name").on(table.project_id, table.name_key),
    uniqueIndex("tags_default")
      .on(table.project_id)
      .where(sql`${table.is_default}`),
  ],
);
