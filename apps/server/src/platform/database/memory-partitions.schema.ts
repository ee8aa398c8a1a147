/** Partition rules of projects, each version of them as a whole. Columns are named as on the wire. */
import { bigint, integer, jsonb, pgTable, primaryKey } from "drizzle-orm/pg-core";
import type { PartitionRule } from "@udt/contract";
import { byUser, inProject } from "./references.ts";

export const memory_partitions = pgTable(
  "memory_partitions",
  {
    project_id: inProject(),
    /** Counts from 1 in its project. */
    version: integer().notNull(),
    rules: jsonb().$type<PartitionRule[]>().notNull(),
    user_id: byUser(),
    created_at: bigint({ mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.project_id, table.version] })],
);
