import type { GivenTo } from "@udt/contract";
import { LIMITS } from "@udt/contract";
import { agents, devices, leases, projects } from "../../platform/database/core.schema.ts";
import type { Queries } from "../../platform/database/database.ts";
import { eq, isAmong, sql } from "../../platform/database/sql.ts";
import { projectsSeeing } from "../agents/agents.service.ts";

/** To whom a device is given, as lists show it. */
export interface GivenShown {
  given_to: GivenTo;
  /** Null: every project sees it. */
  project_count: number | null;
  /** The first of them by name. */
  projects: { project_id: string; name: string }[];
}

/** To whom each of some devices is given. */
export async function givenAmong(db: Queries, device_ids: readonly string[]): Promise<Map<string, GivenShown>> {
  const rows = await db
    .select({
      device_id: devices.device_id,
      given_to: devices.given_to,
      project_ids: projectsSeeing,
      projects: sql<GivenShown["projects"]>`(
        select coalesce(json_agg(json_build_object('project_id', told.project_id, 'name', told.name)), '[]'::json) from (
          select ${projects.project_id}, ${projects.name} from ${projects}
          where ${projects.project_id} in (select json_array_elements_text(coalesce(${projectsSeeing}, '[]'::json)))
          order by ${projects.name}, ${projects.project_id} limit ${LIMITS.given_shown}) as told)`,
    })
    .from(devices)
    .innerJoin(agents, eq(agents.agent_id, devices.agent_id))
    .where(isAmong(devices.device_id, device_ids));
  return new Map(
    rows.map(({ device_id, project_ids, ...given }) => [
      device_id,
      { ...given, project_count: project_ids?.length ?? null },
    ]),
  );
}

/** When each of some devices was last given to a test. */
export async function lastTests(db: Queries, device_ids: readonly string[]): Promise<Map<string, number>> {
  const newest = sql<
    string | null
  >`(select ${leases.created_at} from ${leases} where ${leases.device_id} = ${devices.device_id} order by ${leases.lease_token} desc limit 1)`;
  const rows = await db
    .select({ device_id: devices.device_id, newest })
    .from(devices)
    .where(isAmong(devices.device_id, device_ids));
  return new Map(rows.flatMap(({ device_id, newest }) => (newest === null ? [] : [[device_id, Number(newest)]])));
}
