import type { AssetUses, UsedAsset } from "../../../assets/uses.ts";
import { jobs, runs } from "../../../platform/database/jobs.schema.ts";
import { and, type SQL, sql } from "../../../platform/database/sql.ts";
import { jobsNaming } from "./jobs-naming.ts";

/** Where in a job's configuration the ids of each stand, as an array. */
const NAMED_IN: Record<UsedAsset, SQL> = {
  app: sql`array[${jobs.config}->>'app_id', ${jobs.config}->'instrumentation'->>'test_app_id']
    || array(select app #>> '{}' from jsonb_path_query(${jobs.config}, '$.preinstall_app_ids[*]') as app)`,
  account_file: sql`array[${jobs.config}->'accounts'->>'account_file_id']`,
  credential: sql`array[${jobs.config}->'environment'->>'credential_id']`,
};

/** What jobs use, and runs speak of. */
export const jobUses: AssetUses = {
  usersOf: (db, project_id, asset, ids) => jobsNaming(db, project_id, sql`unnest(${NAMED_IN[asset]})`, ids),
  speaksOf(library_id, commit_id) {
    const isOfCommit = commit_id && sql`${runs.commit_id} = ${commit_id}`;
    return sql`exists (select 1 from ${runs} where ${and(sql`${runs.library_id} = ${library_id}`, isOfCommit)})`;
  },
};
