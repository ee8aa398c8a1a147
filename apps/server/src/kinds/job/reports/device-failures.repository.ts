import type { Said } from "@udt/contract";
import { sql } from "../../../platform/database/sql.ts";
import { test_devices, tests } from "../../../platform/database/core.schema.ts";
import { case_runs, runs } from "../../../platform/database/jobs.schema.ts";
import type { Queries } from "../../../platform/database/database.ts";

/** What failed longer ago than in so many of its tests says little of a device. */
const LATEST_TESTS = 20;
const SHOWN = 5;

export interface DeviceFailure extends Record<string, unknown> {
  test_id: string;
  job_id: string | null;
  job_name: string;
  run_number: number;
  case_run_id: number;
  name: string;
  error: string;
  reason: Said | null;
  ended_at: number;
}

/** What failed last on a device in a project's latest tests that used it; of a case that was tried again its last attempt. */
export async function latestFailures(
  db: Queries,
  of: { project_id: string; device_id: string },
): Promise<DeviceFailure[]> {
  const { rows } = await db.execute<DeviceFailure>(sql`
    with latest as (
      select t.test_id from ${test_devices} as d join ${tests} as t on t.test_id = d.test_id
      where d.device_id = ${of.device_id} and t.project_id = ${of.project_id}
      order by t.created_at desc limit ${LATEST_TESTS})
    select r.test_id, r.job_id, r.job_name, r.run_number, c.case_run_id::float8 as case_run_id, c.name, c.error, c.reason,
      c.ended_at::float8 as ended_at
    from latest join ${runs} as r on r.test_id = latest.test_id
    join ${case_runs} as c on c.test_id = r.test_id and c.state = 'failed' and c.device_id = ${of.device_id}
      and not c.superseded and c.ended_at is not null
    order by c.ended_at desc, c.case_run_id desc limit ${SHOWN}`);
  return rows;
}
