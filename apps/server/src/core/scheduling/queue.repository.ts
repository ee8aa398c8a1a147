/** The queue of all slots, as who waits in it is told of it. */
import { and, eq, isNull, sql } from "../../platform/database/sql.ts";
import { agents, devices, hasEngine, leases, tests } from "../../platform/database/core.schema.ts";
import type { Queries } from "../../platform/database/database.ts";
import { slots } from "../../platform/database/scheduling.schema.ts";
import type { ChoosableDevice } from "./device-choice.ts";
import { visibleIn } from "../agents/agents.service.ts";
import { ruledColumns } from "../tags/tags.service.ts";
import { isClosedTo, isItsPlacement } from "../placement/placement.service.ts";
import { device_placements } from "../../platform/database/placement.schema.ts";
import { isOutOfUse } from "../out-of-use/out-of-use.service.ts";
import { isUnwell } from "../health/health.service.ts";
import { isBroken } from "../work-orders/work-orders.service.ts";

/**
 * The places of a test's waiting slots in the queue of all tests, from 1, in the order in which the dispatcher takes them:
 * the project that will have the fewest devices goes first, within a project priority and then age decide. Of projects
 * that have as many, the slot that waits longest goes first.
 */
export async function queuePositions(db: Queries, test_id: string): Promise<Map<number, number>> {
  const { rows } = await db.execute<{ device_seq: number; position: number }>(sql`
    with held as (select project_id, count(*) as total from ${slots} where state = 'dispatched' group by project_id),
    ranked as (
      select s.test_id, s.device_seq, s.queued_at, coalesce(held.total, 0) + row_number() over (
        partition by s.project_id order by s.priority desc, s.queued_at, s.test_id, s.device_seq) as turn
      from ${slots} s left join held on held.project_id is not distinct from s.project_id where s.state = 'queued'),
    queue as (
      select test_id, device_seq, row_number() over (order by turn, queued_at, test_id, device_seq)::int as position
      from ranked)
    select device_seq, position from queue where test_id = ${test_id}`);
  return new Map(rows.map((row) => [row.device_seq, row.position]));
}

/** A device that a slot may wait for. */
export interface Candidate extends ChoosableDevice {
  offline: boolean;
  ready: boolean;
  held: boolean;
  has_engine: boolean;
  is_broken: boolean;
  is_unwell: boolean;
  is_draining: boolean;
  is_out: boolean;
  no_task: boolean;
  no_remote: boolean;
  /** When the test that holds it must be over. */
  until: number | null;
}

/** Every device that a project, or with null the platform, may use. */
export async function listCandidates(db: Queries, project_id: string | null): Promise<Candidate[]> {
  return db
    .select({
      ...ruledColumns,
      offline: sql<boolean>`${agents.offline_at} is not null or not ${devices.attached}`,
      ready: sql<boolean>`${devices.readiness} = 'ready'`,
      held: sql<boolean>`${leases.lease_token} is not null`,
      has_engine: hasEngine,
      is_broken: isBroken,
      is_unwell: isUnwell,
      is_draining: sql<boolean>`${agents.draining_since} is not null`,
      is_out: isOutOfUse,
      no_task: isClosedTo("task"),
      no_remote: isClosedTo("remote"),
      until: tests.deadline,
    })
    .from(devices)
    .innerJoin(agents, eq(agents.agent_id, devices.agent_id))
    .leftJoin(device_placements, isItsPlacement)
    .leftJoin(leases, and(eq(leases.device_id, devices.device_id), isNull(leases.released_at)))
    .leftJoin(tests, eq(tests.test_id, leases.test_id))
    .where(visibleIn(project_id));
}
