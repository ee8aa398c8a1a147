import type { TagUses } from "../../../core/tags/tags.service.ts";
import { jobs } from "../../../platform/database/jobs.schema.ts";
import { sql } from "../../../platform/database/sql.ts";
import { jobsNaming } from "./jobs-naming.ts";

const TAGS = sql`jsonb_path_query(${jobs.config}, '$.devices.rules[*] ? (@.attribute == "tag").values[*]') #>> '{}'`;

/** Which jobs choose their devices by tags. */
export const jobsByTags: TagUses = async (db, project_id, tag_ids) =>
  (await jobsNaming(db, project_id, TAGS, tag_ids)).map(({ asset_id, ...job }) => ({ tag_id: asset_id, ...job }));
