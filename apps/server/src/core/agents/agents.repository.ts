import {
  and,
  asc,
  eq,
  ilike,
  inArray,
  isAmong,
  isNotNull,
  isNull,
  ne,
  notInArray,
  or,
  sql,
} from "../../platform/database/sql.ts";
import { agent_projects, agents, devices, projects, users } from "../../platform/database/core.schema.ts";
import type { Queries } from "../../platform/database/database.ts";
import { agent_links } from "../../platform/database/links.schema.ts";
import { likePattern } from "../../platform/ids.ts";
import { countGivenElsewhere, givesElsewhere, projectsSeeing, serves, visibleIn } from "./visible-in.ts";

export type AgentRow = typeof agents.$inferSelect;

export async function insertAgent(
  db: Queries,
  agent: typeof agents.$inferInsert,
  project_ids: string[],
): Promise<void> {
  await db.insert(agents).values(agent);
  if (project_ids.length > 0) {
    await db.insert(agent_projects).values(project_ids.map((project_id) => ({ agent_id: agent.agent_id, project_id })));
  }
}

export async function findAgentByToken(db: Queries, token_hash: string): Promise<AgentRow | undefined> {
  const [row] = await db
    .select()
    .from(agents)
    .where(and(eq(agents.token_hash, token_hash), isNull(agents.revoked_at)));
  return row;
}

/** The agent of this token, a revoked one too. */
export async function findEverByToken(db: Queries, token_hash: string): Promise<AgentRow | undefined> {
  const [row] = await db.select().from(agents).where(eq(agents.token_hash, token_hash));
  return row;
}

export async function findAgent(db: Queries, agent_id: string): Promise<AgentRow | undefined> {
  const [row] = await db
    .select()
    .from(agents)
    .where(and(eq(agents.agent_id, agent_id), isNull(agents.revoked_at)));
  return row;
}

export async function updateAgent(db: Queries, agent_id: string, change: Partial<AgentRow>): Promise<void> {
  await db.update(agents).set(change).where(eq(agents.agent_id, agent_id));
}

/** Agents that count as online, with their newest links; some may have fallen silent. */
export async function onlineAgents(
  db: Queries,
): Promise<(Pick<AgentRow, "agent_id" | "last_heartbeat_at"> & { link_id: string | null })[]> {
  return db
    .select({
      agent_id: agents.agent_id,
      last_heartbeat_at: agents.last_heartbeat_at,
      link_id: agent_links.link_id,
    })
    .from(agents)
    .leftJoin(agent_links, eq(agent_links.agent_id, agents.agent_id))
    .where(isNull(agents.offline_at));
}

/** Agents that have been there, are not revoked, and are offline. */
export async function awayAgents(db: Queries): Promise<{ agent_id: string; name: string; offline_at: number }[]> {
  const { agent_id, name, offline_at } = agents;
  const rows = await db
    .select({ agent_id, name, offline_at })
    .from(agents)
    .where(and(isNull(agents.revoked_at), isNotNull(offline_at), isNotNull(agents.last_heartbeat_at)))
    .orderBy(asc(name), asc(agent_id));
  return rows.flatMap((row) => (row.offline_at === null ? [] : [{ ...row, offline_at: row.offline_at }]));
}

/** Marks an agent offline unless any server has written down since `last_heartbeat_at` that it heard it. False when one has. */
export async function markLost(
  db: Queries,
  agent_id: string,
  last_heartbeat_at: number | null,
  now: number,
): Promise<boolean> {
  const rows = await db
    .update(agents)
    .set({ offline_at: now })
    .where(
      and(
        eq(agents.agent_id, agent_id),
        isNull(agents.offline_at),
        sql`${agents.last_heartbeat_at} is not distinct from ${last_heartbeat_at}`,
      ),
    )
    .returning({ agent_id: agents.agent_id });
  return rows.length > 0;
}

/** The projects whose tasks an agent takes: null stands for all of them. */
export async function audienceOf(db: Queries, agent_id: string): Promise<(string | null)[]> {
  const rows = await db
    .select({ project_id: agent_projects.project_id })
    .from(agent_projects)
    .where(eq(agent_projects.agent_id, agent_id));
  return rows.length === 0 ? [null] : rows.map((row) => row.project_id);
}

/** The project that alone sees a device; null where several do, or none. */
export async function onlySeeing(db: Queries, device_id: string): Promise<string | null> {
  const rows = await db
    .select({ project_id: projects.project_id })
    .from(devices)
    .innerJoin(agents, eq(agents.agent_id, devices.agent_id))
    .innerJoin(projects, visibleIn(projects.project_id))
    .where(eq(devices.device_id, device_id))
    .limit(2);
  return rows.length === 1 ? (rows[0]?.project_id ?? null) : null;
}

/** The projects that see each of some devices; null where these are all. */
export async function seenBy(db: Queries, device_ids: readonly string[]): Promise<Map<string, string[] | null>> {
  const rows = await db
    .select({ device_id: devices.device_id, project_ids: projectsSeeing })
    .from(devices)
    .innerJoin(agents, eq(agents.agent_id, devices.agent_id))
    .where(isAmong(devices.device_id, device_ids));
  return new Map(rows.map(({ device_id, project_ids }) => [device_id, project_ids]));
}

/** Revokes the agents that serve this project and no other. Answers which. */
export async function revokeBoundTo(db: Queries, project_id: string, now: number): Promise<string[]> {
  const rows = await db
    .update(agents)
    .set({ revoked_at: now, offline_at: sql`coalesce(${agents.offline_at}, ${now})` })
    .where(boundTo(db, project_id))
    .returning({ agent_id: agents.agent_id });
  return rows.map((row) => row.agent_id);
}

/** Holds the agents of a project, and what they are registered for, to the end of the transaction. */
export async function holdServing(tx: Queries, project_id: string): Promise<void> {
  const here = tx
    .select({ agent_id: agent_projects.agent_id })
    .from(agent_projects)
    .where(eq(agent_projects.project_id, project_id));
  const held = inArray(agents.agent_id, here);
  await tx.select().from(agents).where(held).orderBy(asc(agents.agent_id)).for("no key update");
}

/** Those that serve a project and no other, and have devices that are given to others, with how many. */
export async function givingBoundTo(db: Queries, project_id: string): Promise<{ name: string; count: number }[]> {
  return db
    .select({ name: agents.name, count: sql<number>`(${countGivenElsewhere})` })
    .from(agents)
    .where(and(boundTo(db, project_id), givesElsewhere))
    .orderBy(asc(agents.name), asc(agents.agent_id));
}

export const countBoundTo = (db: Queries, project_id: string): Promise<number> =>
  db.$count(agents, boundTo(db, project_id));

/** Agents that serve a project and no other. */
function boundTo(db: Queries, project_id: string) {
  const elsewhere = db
    .select({ agent_id: agent_projects.agent_id })
    .from(agent_projects)
    .where(ne(agent_projects.project_id, project_id));
  const here = db
    .select({ agent_id: agent_projects.agent_id })
    .from(agent_projects)
    .where(eq(agent_projects.project_id, project_id));
  return and(isNull(agents.revoked_at), inArray(agents.agent_id, here), notInArray(agents.agent_id, elsewhere));
}

export interface AgentListing {
  agent: AgentRow;
  device_count: number;
  /** All that it is registered for. */
  project_ids: string[];
  /** Whether a device of it is given to others than these. */
  gives_elsewhere: boolean;
  /** Who drains it, if anybody does and is still there. */
  drainer_name: string | null;
}

/** In queries with agents: who drains each. */
export const drainerName = sql<
  string | null
>`(select u.user_name from ${users} as u where u.user_id = ${agents}.draining_by)`;

/** Those that are not revoked, and those of them that are linked to some server. */
export async function countAgents(db: Queries): Promise<{ total: number; online: number }> {
  const total = await db.$count(agents, isNull(agents.revoked_at));
  const online = await db.$count(agents, and(isNull(agents.revoked_at), isNull(agents.offline_at)));
  return { total, online };
}

// What is selected from one table names its columns without it, unless they stand in a condition of their own.
const isItsAndThere = and(eq(devices.agent_id, agents.agent_id), eq(devices.attached, true));

/** Those that serve a project, or with null all: a page of them, or those with one id. */
export async function listAgents(
  db: Queries,
  scope: string | null,
  query: { keyword: string; page_num: number; page_size: number; agent_id?: string },
): Promise<{ rows: AgentListing[]; total: number }> {
  const pattern = likePattern(query.keyword);
  const where = and(
    serves(scope),
    query.agent_id === undefined ? undefined : eq(agents.agent_id, query.agent_id),
    query.keyword === ""
      ? undefined
      : or(ilike(agents.name, pattern), ilike(agents.hostname, pattern), ilike(agents.ip, pattern)),
  );
  const total = await db.$count(agents, where);
  const rows = await db
    .select({
      agent: agents,
      drainer_name: drainerName,
      device_count: sql<string>`(select count(*) from ${devices} where ${isItsAndThere} and ${visibleIn(scope)})`,
      gives_elsewhere: sql<boolean>`(${givesElsewhere})`,
      project_ids: sql<
        string[]
      >`coalesce((select json_agg(p.project_id order by p.project_id) from ${agent_projects} as p where p.agent_id = ${agents}.agent_id), '[]'::json)`,
    })
    .from(agents)
    .where(where)
    .orderBy(asc(agents.name), asc(agents.agent_id))
    .limit(query.page_size)
    .offset((query.page_num - 1) * query.page_size);
  return { total, rows: rows.map((row) => ({ ...row, device_count: Number(row.device_count) })) };
}

/** What tasks ask of an agent, as it said of itself. */
export type AgentSkills = Pick<AgentRow, "signing_tool" | "scripts" | "reads_memgraphs">;

/** Whether an agent may get a task; that stays so to the end of the transaction. */
export async function lockTaking(db: Queries, agent_id: string): Promise<AgentSkills | undefined> {
  const { signing_tool, scripts, reads_memgraphs } = agents;
  const [row] = await db
    .select({ signing_tool, scripts, reads_memgraphs })
    .from(agents)
    .where(and(eq(agents.agent_id, agent_id), isNull(agents.draining_since), isNull(agents.revoked_at)))
    .for("share");
  return row;
}

/** How many agents that read memory graphs are there for a project, and take work. */
export const countMemgraphReaders = (db: Queries, project_id: string): Promise<number> =>
  db.$count(
    agents,
    and(serves(project_id), eq(agents.reads_memgraphs, true), isNull(agents.offline_at), isNull(agents.draining_since)),
  );

/** The agents that serve a project and have a signing tool, by name, and whether each takes work now. */
export const agentsWithTool = (db: Queries, project_id: string) =>
  db
    .select({
      agent_name: agents.name,
      signing_tool: agents.signing_tool,
      scripts: agents.scripts,
      is_taking: sql<boolean>`(${agents.offline_at} is null and ${agents.draining_since} is null)`,
    })
    .from(agents)
    .where(and(serves(project_id), isNotNull(agents.signing_tool)))
    .orderBy(asc(agents.name));
