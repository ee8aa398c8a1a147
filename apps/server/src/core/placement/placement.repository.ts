import type { AccessFilter, DeviceAccess } from "@udt/contract";
import { agents, devices } from "../../platform/database/core.schema.ts";
import type { Queries } from "../../platform/database/database.ts";
import { device_placements } from "../../platform/database/placement.schema.ts";
import { and, eq, isAmong, ne, sql, type SQL } from "../../platform/database/sql.ts";
import { visibleIn } from "../agents/agents.service.ts";

export type Placement = Omit<typeof device_placements.$inferSelect, "device_id">;

/** Of a device of which nobody said anything. */
export const ANYWHERE: Placement = { site: "", location: "", task_access: true, remote_access: true };

const { device_id, site, location, task_access, remote_access } = device_placements;
const COLUMNS = { task: task_access, remote: remote_access } as const;

const ofDevice = sql`from ${device_placements} where ${device_id} = ${devices.device_id}`;

/** In queries of devices: whether a device is not there for this. */
export const isClosedTo = (access: DeviceAccess): SQL<boolean> =>
  sql<boolean>`exists (select 1 ${ofDevice} and not ${COLUMNS[access]})`;

const FILTERS: Record<AccessFilter, SQL<boolean>> = {
  task: sql<boolean>`not ${isClosedTo("task")}`,
  no_task: isClosedTo("task"),
  remote: sql<boolean>`not ${isClosedTo("remote")}`,
  no_remote: isClosedTo("remote"),
};
/** In queries of devices: whether it is there for something, or is not. */
export const hasAccess = (access: AccessFilter): SQL<boolean> => FILTERS[access];

/** In queries of devices that are joined with where they stand, which of many is sooner read than of each: what was said of each. */
export const isItsPlacement = eq(device_id, devices.device_id);
export const placed = {
  site: sql<string>`coalesce(${site}, '')`,
  location: sql<string>`coalesce(${location}, '')`,
};

/** In queries of devices: where a device stands; empty where nobody said so. */
export const siteOf = sql<string>`coalesce((select ${site} ${ofDevice}), '')`;

/** In queries of devices: where exactly it is there; empty where nobody said so. */
export const locationOf = sql<string>`coalesce((select ${location} ${ofDevice}), '')`;

/** In queries of devices: whether it stands there. */
export const standsAt = (name: string): SQL => sql`${siteOf} = ${name}`;

/** In queries of devices: whether its location reads so. The locations are looked through once. */
export const isLocatedLike = (pattern: string): SQL =>
  sql`${devices.device_id} in (select ${device_id} from ${device_placements} where ${location} ilike ${pattern})`;

/** Those of some devices of which somebody said something. */
export async function placementsAmong(db: Queries, device_ids: readonly string[]): Promise<Map<string, Placement>> {
  if (device_ids.length === 0) return new Map();
  const rows = await db.select().from(device_placements).where(isAmong(device_id, device_ids));
  return new Map(rows.map(({ device_id: id, ...placement }) => [id, placement]));
}

export const findPlacement = async (db: Queries, id: string): Promise<Placement> =>
  (await placementsAmong(db, [id])).get(id) ?? ANYWHERE;

export async function putPlacement(tx: Queries, id: string, placement: Placement): Promise<void> {
  await tx
    .insert(device_placements)
    .values({ device_id: id, ...placement })
    .onConflictDoUpdate({ target: device_id, set: placement });
}

/** Where devices stand that a project, or with null whoever, sees, by name. */
export async function sitesSeen(db: Queries, project_id: string | null): Promise<string[]> {
  const rows = await db
    .selectDistinct({ site })
    .from(device_placements)
    .innerJoin(devices, eq(devices.device_id, device_id))
    .innerJoin(agents, eq(agents.agent_id, devices.agent_id))
    .where(and(ne(site, ""), visibleIn(project_id)))
    .orderBy(site);
  return rows.map((row) => row.site);
}
