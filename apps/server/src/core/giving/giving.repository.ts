/** To whom devices are given. */
import type { GivenTo } from "@udt/contract";
import { alias } from "drizzle-orm/pg-core";
import {
  agent_projects,
  agents,
  device_projects,
  devices,
  leases,
  projects,
  tests,
} from "../../platform/database/core.schema.ts";
import type { Queries } from "../../platform/database/database.ts";
import { and, asc, eq, ilike, inArray, isAmong, isNull, or, sql } from "../../platform/database/sql.ts";
import { likePattern } from "../../platform/ids.ts";
import { isGivenTo, projectsSeeing } from "../agents/agents.service.ts";

/** To whom a device is given by an administrator's word. */
export interface Given {
  given_to: GivenTo;
  /** Those that it is given to by name. */
  project_ids: string[];
}

/** The device is held. */
export async function givenOf(db: Queries, device_id: string): Promise<Given> {
  const [row] = await db.select({ given_to: devices.given_to }).from(devices).where(eq(devices.device_id, device_id));
  const named = await db
    .select({ project_id: device_projects.project_id })
    .from(device_projects)
    .where(eq(device_projects.device_id, device_id))
    .orderBy(asc(device_projects.project_id));
  return { given_to: row?.given_to ?? "projects", project_ids: named.map(({ project_id }) => project_id) };
}

/** Those that the agent of a device is registered for. The device is held, and so that stays as it is. */
export async function agentsProjects(db: Queries, device_id: string): Promise<string[]> {
  const rows = await db
    .select({ project_id: agent_projects.project_id })
    .from(agent_projects)
    .innerJoin(devices, eq(devices.agent_id, agent_projects.agent_id))
    .where(eq(devices.device_id, device_id));
  return rows.map(({ project_id }) => project_id);
}

export async function putGiven(tx: Queries, device_id: string, { given_to, project_ids }: Given): Promise<void> {
  await tx.update(devices).set({ given_to }).where(eq(devices.device_id, device_id));
  await tx.delete(device_projects).where(eq(device_projects.device_id, device_id));
  if (project_ids.length > 0)
    await tx.insert(device_projects).values(project_ids.map((project_id) => ({ device_id, project_id })));
}

/** Those of some projects that are there, and stay until the transaction is over. */
export async function holdProjects(tx: Queries, project_ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .select({ project_id: projects.project_id })
    .from(projects)
    .where(isAmong(projects.project_id, project_ids))
    .orderBy(asc(projects.project_id))
    .for("key share");
  return new Set(rows.map(({ project_id }) => project_id));
}

/** Whether a test of a project that does not see a device has it, or is promised it. */
export async function isUsedUnseen(tx: Queries, device_id: string): Promise<boolean> {
  const nexts = alias(tests, "nexts");
  const unseen = (of: typeof tests | typeof nexts) =>
    sql`(${of.project_id} is not null and not ${isGivenTo(sql`= ${of.project_id}`)})`;
  const rows = await tx
    .select({ device_id: leases.device_id })
    .from(leases)
    .innerJoin(devices, eq(devices.device_id, leases.device_id))
    .innerJoin(agents, eq(agents.agent_id, devices.agent_id))
    .innerJoin(tests, eq(tests.test_id, leases.test_id))
    .leftJoin(nexts, eq(nexts.test_id, leases.next_test_id))
    .where(
      and(
        isNull(leases.released_at),
        eq(leases.device_id, device_id),
        // The platform's own are of no project.
        or(unseen(tests), unseen(nexts)),
      ),
    );
  return rows.length > 0;
}

/** In queries of projects: those that a device is given to; of one that all see, none in particular. */
const isTold = (device_id: string) =>
  inArray(
    projects.project_id,
    sql`(select json_array_elements_text(coalesce(${projectsSeeing}, '[]'::json)) from ${devices}
      inner join ${agents} on ${agents.agent_id} = ${devices.agent_id} where ${devices.device_id} = ${device_id})`,
  );

/** The projects that see a device by name or by its agent, by the page. */
export async function listProjects(
  db: Queries,
  device_id: string,
  { keyword, page_num, page_size }: { keyword: string; page_num: number; page_size: number },
) {
  const pattern = likePattern(keyword);
  const which = and(
    isTold(device_id),
    keyword === "" ? undefined : or(ilike(projects.name, pattern), ilike(projects.project_id, pattern)),
  );
  const list = await db
    .select({ project_id: projects.project_id, name: projects.name })
    .from(projects)
    .where(which)
    .orderBy(asc(projects.name), asc(projects.project_id))
    .limit(page_size)
    .offset((page_num - 1) * page_size);
  return { list, total: await db.$count(projects, which) };
}
