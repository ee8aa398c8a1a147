/** Which memory sample others of its app are measured by, one for each branch. Columns are named as on the wire. */
import { bigint, index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { memory_samples } from "./memory.schema.ts";
import { byUser, inProject } from "./references.ts";

export const memory_baselines = pgTable(
  "memory_baselines",
  {
    baseline_id: text().primaryKey(),
    project_id: inProject(),
    /** As its trace names it. */
    app_name: text().notNull(),
    branch: text().notNull(),
    /** One that is a baseline is not deleted but with its project. */
    sample_id: text()
      .notNull()
      .references(() => memory_samples.sample_id, { onDelete: "cascade" }),
    user_id: byUser(),
    created_at: bigint({ mode: "number" }).notNull(),
  },
  (table) => [
    uniqueIndex("memory_baselines_branch").on(table.project_id, table.app_name, table.branch),
    index("memory_baselines_sample").on(table.sample_id),
  ],
);
