import { and, desc, eq, lte, sql } from "../../platform/database/sql.ts";
import { users } from "../../platform/database/core.schema.ts";
import type { Queries } from "../../platform/database/database.ts";
import { memory_partitions } from "../../platform/database/memory-partitions.schema.ts";

export type PartitionsRow = typeof memory_partitions.$inferSelect;
export interface PartitionsListing {
  saved: PartitionsRow;
  user_name: string;
}

/** @param version the newest without it */
export async function findPartitions(
  db: Queries,
  project_id: string,
  version?: number,
): Promise<PartitionsListing | undefined> {
  const [row] = await db
    .select({ saved: memory_partitions, user_name: users.user_name })
    .from(memory_partitions)
    .innerJoin(users, eq(users.user_id, memory_partitions.user_id))
    .where(
      and(
        eq(memory_partitions.project_id, project_id),
        version === undefined ? undefined : eq(memory_partitions.version, version),
      ),
    )
    .orderBy(desc(memory_partitions.version))
    .limit(1);
  return row;
}

/** The newest first, and of each how many rules it has. */
export const listVersions = (db: Queries, project_id: string) =>
  db
    .select({
      version: memory_partitions.version,
      user_name: users.user_name,
      created_at: memory_partitions.created_at,
      rules: sql<number>`jsonb_array_length(${memory_partitions.rules})`,
    })
    .from(memory_partitions)
    .innerJoin(users, eq(users.user_id, memory_partitions.user_id))
    .where(eq(memory_partitions.project_id, project_id))
    .orderBy(desc(memory_partitions.version));

export async function insertPartitions(db: Queries, row: PartitionsRow): Promise<void> {
  await db.insert(memory_partitions).values(row);
}

/** @param last the last version that goes, with all before it */
export async function deleteVersions(db: Queries, project_id: string, last: number): Promise<void> {
  await db
    .delete(memory_partitions)
    .where(and(eq(memory_partitions.project_id, project_id), lte(memory_partitions.version, last)));
}
