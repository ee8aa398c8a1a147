import { eq } from "../../platform/database/sql.ts";
import type { Queries } from "../../platform/database/database.ts";
import { synced_projects } from "../../platform/database/platform.schema.ts";

export async function findSynced(db: Queries, sync_project_id: string): Promise<string | undefined> {
  const [row] = await db
    .select({ project_id: synced_projects.project_id })
    .from(synced_projects)
    .where(eq(synced_projects.sync_project_id, sync_project_id));
  return row?.project_id;
}

/** Fails on the primary key `synced_projects_pkey` when another one was first. */
export async function insertSynced(tx: Queries, row: typeof synced_projects.$inferInsert): Promise<void> {
  await tx.insert(synced_projects).values(row);
}
