import type { RunProgress } from "@udt/contract";
import { sql } from "../../../platform/database/sql.ts";
import type { Queries } from "../../../platform/database/database.ts";
import { case_runs, runs } from "../../../platform/database/jobs.schema.ts";
import { slots } from "../../../platform/database/scheduling.schema.ts";

/** A case that takes so much longer than it did is not like it was: of when it ends nothing is known any more. */
const LONG = 1.5;
const LONG_MS = 5_000;

/** How the cases of a wanted device go, or of none in particular (null). */
export interface CaseFigures extends Record<string, unknown> {
  test_id: string;
  device_seq: number | null;
  done: number;
  total: number;
  failed: number;
  /** What is left of what they take, milliseconds; null when of one that is left nothing is known, or it takes much longer. */
  left_ms: number | null;
  /** From the first case's begin on, milliseconds, and what the cases of that time were to take: the rest is between and beside them. */
  spent_ms: number;
  planned_ms: number;
}

/** The cases of runs, counted by device; attempts that another took the place of do not count. */
export async function caseFigures(db: Queries, test_ids: readonly string[], now: number): Promise<CaseFigures[]> {
  const { rows } = await db.execute<CaseFigures>(sql`
    select c.test_id, c.device_seq,
      (count(*) filter (where c.state not in ('executing', 'undistributed')))::int as done, count(*)::int as total,
      (count(*) filter (where c.state = 'failed'))::int as failed,
      case when bool_or(c.state in ('executing', 'undistributed') and (c.usual_ms is null
          or ${now}::bigint - c.started_at > c.usual_ms * ${LONG}::float8 + ${LONG_MS}::float8)) then null
        else coalesce(sum(case when c.state not in ('executing', 'undistributed') then 0
          else greatest(0, c.usual_ms - coalesce(${now}::bigint - c.started_at, 0)) end), 0)::float8 end as left_ms,
      coalesce(max(coalesce(c.ended_at, ${now}::bigint)) filter (where c.started_at is not null) - min(c.started_at), 0)::float8 as spent_ms,
      coalesce(sum(case when c.started_at is null then 0 when c.ended_at is null then least(c.usual_ms, ${now}::bigint - c.started_at)
        else coalesce(c.usual_ms, c.ended_at - c.started_at) end), 0)::float8 as planned_ms
    from ${case_runs} as c
    where c.test_id = any(${sql.param([...test_ids])}::text[]) and not c.superseded
    group by 1, 2`);
  return rows;
}

/** A device that works for a run now, and what it runs just then. */
export interface WorkingDevice extends Record<string, unknown> {
  test_id: string;
  device_seq: number;
  device_id: string;
  is_shared: boolean;
  case_run_id: number | null;
  name: string | null;
  started_at: number | null;
  last_failure: RunProgress["last_failure"];
}

export async function workingDevices(db: Queries, test_ids: readonly string[]): Promise<WorkingDevice[]> {
  const { rows } = await db.execute<WorkingDevice>(sql`
    select s.test_id, s.device_seq, s.device_id, r.config ->> 'mode' = 'distributed' as is_shared,
      now.case_run_id::float8 as case_run_id, now.name, now.started_at::float8 as started_at,
      failure.told as last_failure
    from ${slots} as s join ${runs} as r on r.test_id = s.test_id
    left join lateral (
      select c.case_run_id, c.name, c.started_at from ${case_runs} as c
      where c.test_id = s.test_id and c.device_seq = s.device_seq and c.state = 'executing' and c.started_at is not null
      order by c.started_at desc limit 1) as now on true
    left join lateral (
      select jsonb_build_object('case_run_id', c.case_run_id, 'name', c.name, 'cause', c.cause, 'error', c.error,
        'ended_at', c.ended_at) as told
      from ${case_runs} as c
      where c.test_id = s.test_id and c.device_id = s.device_id and c.state = 'failed' and c.ended_at is not null
        and not c.superseded
      order by c.ended_at desc limit 1) as failure on true
    where s.test_id = any(${sql.param([...test_ids])}::text[]) and s.state = 'dispatched' and s.device_id is not null`);
  return rows;
}
