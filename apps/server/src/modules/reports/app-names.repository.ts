import { apps } from "../../platform/database/apps.schema.ts";
import type { Queries } from "../../platform/database/database.ts";
import { and, eq, inArray } from "../../platform/database/sql.ts";

/** What applications of a project are called now, with their version, by `app_id`; those that are gone are left out. */
export async function findAppNames(
  db: Queries,
  project_id: string,
  app_ids: readonly string[],
): Promise<Map<string, string>> {
  if (app_ids.length === 0) return new Map();
  const rows = await db
    .select({ app_id: apps.app_id, name: apps.name, version_name: apps.version_name })
    .from(apps)
    .where(and(eq(apps.project_id, project_id), inArray(apps.app_id, [...app_ids])));
  return new Map(rows.map(({ app_id, name, version_name }) => [app_id, `${name} ${version_name}`]));
}
