import { agent_projects, devices, leases, projects } from "../../platform/database/core.schema.ts";
import type { Queries } from "../../platform/database/database.ts";
import { asc, eq, isAmong, sql } from "../../platform/database/sql.ts";

/** To which projects each of some devices is given; those given to all of them are not there. */
export async function givenTo(
  db: Queries,
  device_ids: readonly string[],
): Promise<Map<string, { project_id: string; name: string }[]>> {
  const rows = await db
    .select({ device_id: devices.device_id, project_id: projects.project_id, name: projects.name })
    .from(devices)
    .innerJoin(agent_projects, eq(agent_projects.agent_id, devices.agent_id))
    .innerJoin(projects, eq(projects.project_id, agent_projects.project_id))
    .where(isAmong(devices.device_id, device_ids))
    .orderBy(asc(projects.name));
  const given = new Map<string, { project_id: string; name: string }[]>();
  for (const { device_id, ...project } of rows) given.set(device_id, [...(given.get(device_id) ?? []), project]);
  return given;
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
