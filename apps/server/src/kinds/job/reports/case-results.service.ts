/** What a case's result is, for all that looks at many of them: conditions on a run `r` and a result `c` of it. */
import { REPEATS, type RankedCase } from "@udt/contract";
import { sql, type SQL } from "../../../platform/database/sql.ts";

/** Whether a run ran its job whole, and repeats no other. */
export const ranWhole = (run: SQL): SQL =>
  sql`${run}.origin not in (${sql.join(
    REPEATS.map((origin) => sql`${origin}`),
    sql`, `,
  )})`;
/** What ran alone ran on a device that somebody chose for it: no other run is like it. */
export const isLike = sql`r.origin <> 'alone'`;
/** It passed or failed; what was skipped has done neither. */
export const cameOut = sql`(c.state = 'failed' or (c.state = 'success' and c.cause <> 'skipped'))`;

/** A case that is named among others, by one of its results. */
export interface RankedRow {
  [column: string]: unknown;
  project_id: string;
  job_id: string;
  job_name: string;
  case_key: string;
  name: string;
  file: string;
  test_id: string;
  case_run_id: string;
}
export const RANKED = sql`r.project_id, r.job_id, r.job_name, c.case_key, c.name, c.file, c.test_id, c.case_run_id`;

export const rankedOf = ({ case_run_id, ...row }: RankedRow): RankedCase => ({
  project_id: row.project_id,
  job_id: row.job_id,
  job_name: row.job_name,
  case_key: row.case_key,
  name: row.name,
  file: row.file,
  test_id: row.test_id,
  case_run_id: Number(case_run_id),
});
