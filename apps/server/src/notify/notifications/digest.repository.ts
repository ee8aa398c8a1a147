import { inArray } from "../../platform/database/sql.ts";
import { projects } from "../../platform/database/core.schema.ts";
import type { Queries } from "../../platform/database/database.ts";

export async function projectNames(db: Queries, project_ids: string[]): Promise<Map<string, string>> {
  if (project_ids.length === 0) return new Map();
  const rows = await db
    .select({ project_id: projects.project_id, name: projects.name })
    .from(projects)
    .where(inArray(projects.project_id, project_ids));
  return new Map(rows.map((row) => [row.project_id, row.name]));
}
