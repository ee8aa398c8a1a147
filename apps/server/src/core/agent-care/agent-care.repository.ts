/** Agents, held while something about them is changed. */
import { alias } from "drizzle-orm/pg-core";
import { agent_projects, agents, devices, leases, tests } from "../../platform/database/core.schema.ts";
import type { Queries } from "../../platform/database/database.ts";
import { and, asc, eq, isNotNull, isNull, notInArray, or, sql } from "../../platform/database/sql.ts";
import { givesElsewhere, serves, visibleIn, type KnownAgent } from "../agents/agents.service.ts";
import { catalogueOf } from "../models/models.service.ts";

/** An agent that a project, or with null the platform, sees, held to the end of the transaction. */
export async function lockAgent(db: Queries, scope: string | null, agent_id: string): Promise<KnownAgent | undefined> {
  const [row] = await db
    .select()
    .from(agents)
    .where(and(eq(agents.agent_id, agent_id), serves(scope)))
    .for("no key update");
  return row;
}

/** Whether a device of an agent is given to others than those that the agent is registered for. */
export async function hasGivenElsewhere(db: Queries, agent_id: string): Promise<boolean> {
  const [row] = await db
    .select({ agent_id: agents.agent_id })
    .from(agents)
    .where(and(eq(agents.agent_id, agent_id), givesElsewhere));
  return row !== undefined;
}

/** The projects that an agent is registered for; none is all of them. */
export async function projectsOf(db: Queries, agent_id: string): Promise<string[]> {
  const rows = await db
    .select({ project_id: agent_projects.project_id })
    .from(agent_projects)
    .where(eq(agent_projects.agent_id, agent_id))
    .orderBy(asc(agent_projects.project_id));
  return rows.map(({ project_id }) => project_id);
}

export async function setProjects(db: Queries, agent_id: string, project_ids: readonly string[]): Promise<void> {
  await db.delete(agent_projects).where(eq(agent_projects.agent_id, agent_id));
  if (project_ids.length === 0) return;
  await db.insert(agent_projects).values(project_ids.map((project_id) => ({ agent_id, project_id })));
}

/** An agent's devices, each held to the end of the transaction in the order in which everybody holds several: nobody takes one meanwhile. */
export async function lockDevicesOf(db: Queries, agent_id: string): Promise<string[]> {
  const rows = await db
    .select({ device_id: devices.device_id })
    .from(devices)
    .where(eq(devices.agent_id, agent_id))
    .orderBy(asc(devices.serial))
    .for("no key update");
  return rows.map(({ device_id }) => device_id);
}

/** How many of the devices that are given as an agent is registered tests of other projects than these have, or are promised. */
export async function countUsedBesides(db: Queries, agent_id: string, project_ids: readonly string[]): Promise<number> {
  const nexts = alias(tests, "nexts");
  const [row] = await db
    .select({ total: sql<number>`count(distinct ${leases.device_id})::int` })
    .from(leases)
    .innerJoin(devices, eq(devices.device_id, leases.device_id))
    .innerJoin(tests, eq(tests.test_id, leases.test_id))
    .leftJoin(nexts, eq(nexts.test_id, leases.next_test_id))
    .where(
      and(
        isNull(leases.released_at),
        eq(devices.agent_id, agent_id),
        eq(devices.given_to, "agent"),
        // The platform's own are of no project.
        or(notInArray(tests.project_id, [...project_ids]), notInArray(nexts.project_id, [...project_ids])),
      ),
    );
  return row?.total ?? 0;
}

/** Those of a project, or with null of whomever, that an agent has, or had last, by the page. */
export async function listDevices(
  db: Queries,
  scope: string | null,
  agent_id: string,
  { page_num, page_size }: { page_num: number; page_size: number },
) {
  const { device_id, brand, model, serial, os, os_version } = devices;
  const its = and(eq(devices.agent_id, agent_id), visibleIn(scope));
  const rows = await db
    .select({ device_id, brand, model, serial, os, os_version, catalogue: catalogueOf })
    .from(devices)
    .innerJoin(agents, eq(agents.agent_id, devices.agent_id))
    .where(its)
    .orderBy(asc(model), asc(serial))
    .limit(page_size)
    .offset((page_num - 1) * page_size);
  const [counted] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(devices)
    .innerJoin(agents, eq(agents.agent_id, devices.agent_id))
    .where(its);
  return { rows, total: counted?.total ?? 0 };
}

export async function rename(db: Queries, agent_id: string, name: string): Promise<void> {
  await db.update(agents).set({ name }).where(eq(agents.agent_id, agent_id));
}

/** False when it is so already. */
export async function setDraining(
  db: Queries,
  agent_id: string,
  draining: { since: number; user_id: string } | null,
): Promise<boolean> {
  const rows = await db
    .update(agents)
    .set({ draining_since: draining?.since ?? null, draining_by: draining?.user_id ?? null })
    .where(
      and(eq(agents.agent_id, agent_id), draining ? isNull(agents.draining_since) : isNotNull(agents.draining_since)),
    )
    .returning({ agent_id: agents.agent_id });
  return rows.length > 0;
}
