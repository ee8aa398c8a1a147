/**
 * A check that failed keeps tests away that want a healthy device: whether that was chance, a second one tells soon, whoever
 * asked for the first, and once.
 */
import { LIMITS, type CheckWindow } from "@udt/contract";
import { isOfProject, type PoolDevice } from "../../core/scheduling/scheduling.service.ts";
import { deciding, inspectionsIn } from "../../core/tags/tags.service.ts";
import type { Queries } from "../../platform/database/database.ts";
import { device_health } from "../../platform/database/health.schema.ts";
import { self_checks } from "../../platform/database/self-checks.schema.ts";
import { inArray, isAmong, sql } from "../../platform/database/sql.ts";
import { spansAt } from "./check-window.ts";
import { FINISHED, UNFINISHED } from "./due.repository.ts";
import { within, type Due } from "./due.ts";

/** One amid which device or agent was lost is done again so often together: of a device that dies of its checks two in a row tell. */
const TRIES = 2;

/** A device's last check, which failed, and the one before had not. */
export interface Failure {
  /** For which project it was done. */
  project_id: string | null;
  is_first_look: boolean;
  /** When it ended, or the last one since that did not come to its end. */
  at: number;
}

/**
 * Those of some devices, or of all, of which a second look is to follow. None does where the first failure opens a work order,
 * for then people look, nor where one was called off.
 */
export async function failedOnce(db: Queries, device_ids?: readonly string[]): Promise<Map<string, Failure>> {
  const { device_id, work, state, ended_at, config, occasion, project_id, user_id, before, started_at } = self_checks;
  const ofDevice = sql`from ${self_checks} where ${device_id} = ${device_health.device_id} and ${work} = 'check'`;
  const finished = sql`${ofDevice} and ${inArray(state, FINISHED)} order by ${ended_at} desc`;
  const isAsked = device_ids && sql`and ${isAmong(device_health.device_id, device_ids)}`;
  const { rows } = await db.execute<{
    device_id: string;
    is_first_look: boolean;
    project_id: string | null;
    at: string;
  }>(
    sql`select ${device_health.device_id}, last.project_id, last.is_first_look, greatest(last.ended_at, tried.at) as at
      from ${device_health}
      cross join lateral (select ${state}, ${ended_at}, ${project_id}, ${config} ->> 'order_after' as order_after,
          (${config} is null and ${occasion} = 'first_seen') is true as is_first_look ${finished} limit 1) as last
      cross join lateral (select max(${ended_at}) as at, count(*) filter (where ${state} = 'broken_off' and ${started_at} is not null) as lost,
          count(*) filter (where ${state} = 'cancelled' and ${user_id} is null) as called_off
          ${ofDevice} and ${before} is null and ${inArray(state, UNFINISHED)} and ${ended_at} > last.ended_at) as tried
      where ${device_health.state} = 'failed' ${isAsked} and last.state = 'failed'
        and last.order_after is distinct from 'first_failure' and tried.lost < ${TRIES} and tried.called_off = 0
        and (select ${state} ${finished} offset 1 limit 1) is distinct from 'failed'`,
  );
  return new Map(rows.map(({ device_id: id, at, ...failure }) => [id, { ...failure, at: Number(at) }]));
}

/** When it is due: within the hours of the tag that decides, where that names any. */
export function secondLook({ is_first_look, at }: Failure, window: CheckWindow | null, now: number): Due {
  const occasion = is_first_look ? "first_seen" : "failed_once";
  const due: Due = { at: at + LIMITS.scheduled_check_retry_minutes * 60_000, occasion, why: "failed_once" };
  const spans = spansAt(now)(window);
  return spans === null ? due : within(due, now, spans);
}

/** Those of some devices that failed once, each with when it is to be looked at again. It is done as its project has devices checked now. */
export async function secondLooks(
  db: Queries,
  devices: readonly PoolDevice[],
  { failed, now }: { failed: ReadonlyMap<string, Failure>; now: number },
): Promise<{ device: PoolDevice; project_id: string | null; at: number }[]> {
  const again = devices.flatMap((device) => {
    const failure = failed.get(device.device_id);
    return failure && isOfProject(device, failure.project_id) ? [{ device, failure }] : [];
  });
  const project_ids = again.flatMap(({ failure }) => failure.project_id ?? []);
  const tags = project_ids.length === 0 ? new Map<string, never>() : await inspectionsIn(db, [...new Set(project_ids)]);
  return again.map(({ device, failure }) => {
    const tag = deciding(tags.get(failure.project_id ?? "") ?? [], device);
    const { at } = secondLook(failure, tag?.config.check_window ?? null, now);
    return { device, project_id: failure.project_id, at };
  });
}
