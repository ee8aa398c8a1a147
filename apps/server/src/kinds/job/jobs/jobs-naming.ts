import type { AssetUser } from "../../../assets/uses.ts";
import type { Queries } from "../../../platform/database/database.ts";
import { jobs } from "../../../platform/database/jobs.schema.ts";
import { eq, inArray, sql, type SQL } from "../../../platform/database/sql.ts";

/** The jobs of a project whose configuration names any of these, by name. @param named each id that a job names, a row each */
export async function jobsNaming(
  db: Queries,
  project_id: string,
  named: SQL,
  ids: readonly string[],
): Promise<AssetUser[]> {
  if (ids.length === 0) return [];
  const all = db
    .selectDistinct({ asset_id: sql<string>`${named}`.as("asset_id"), job_id: jobs.job_id, name: jobs.name })
    .from(jobs)
    .where(eq(jobs.project_id, project_id))
    .as("named");
  return db
    .select()
    .from(all)
    .where(inArray(all.asset_id, [...ids]))
    .orderBy(sql`lower(${all.name})`, all.job_id);
}
