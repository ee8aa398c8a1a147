/** What became of the profiles that devices were brought back to. */
import { bigint, index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import type { ProfileResult } from "@udt/contract";
import { devices, projects } from "./core.schema.ts";

/** The last time of each. */
export const device_profiles = pgTable(
  "device_profiles",
  {
    device_id: text()
      .primaryKey()
      .references(() => devices.device_id, { onDelete: "cascade" }),
    /** Whose tags asked for it; null once that project is gone, whose settings are on the device still. */
    project_id: text().references(() => projects.project_id, { onDelete: "set null" }),
    /** At the end of which lease. Agents tell it again and again. */
    lease_token: bigint({ mode: "number" }).notNull(),
    results: jsonb().$type<ProfileResult[]>().notNull(),
    /** When it was heard first. */
    told_at: bigint({ mode: "number" }).notNull(),
  },
  (table) => [index("device_profiles_project").on(table.project_id)],
);
