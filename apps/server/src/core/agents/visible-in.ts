import {
  agent_projects,
  agents,
  device_projects,
  devices,
  type projects,
} from "../../platform/database/core.schema.ts";
import { type SQL, sql } from "../../platform/database/sql.ts";
import type { tags } from "../../platform/database/tags.schema.ts";

type Scope = string | null | typeof projects.project_id | typeof tags.project_id;

/** Whether an agent is registered for any of these projects, or for none in particular. */
const isRegisteredFor = (
  theirs: SQL,
): SQL => sql`(not exists (select 1 from ${agent_projects} where ${agent_projects.agent_id} = ${agents.agent_id})
  or exists (select 1 from ${agent_projects} where ${agent_projects.agent_id} = ${agents.agent_id}
    and ${agent_projects.project_id} ${theirs}))`;

/** In queries of agents: a project is served by those that are registered for it, and by those registered for none in particular. With null it is the platform. */
export const serves = (project_id: Scope): SQL =>
  sql`${agents.revoked_at} is null and (${project_id}::text is null or ${isRegisteredFor(sql`= ${project_id}`)})`;

/**
 * In queries of devices with their agents: whether any of some projects sees a device. An administrator may have given it to
 * all, or to some by name; of those that nobody gave so, it is what their agent is registered for.
 * @param theirs What a project's id is compared with, such as `= 'demo'`.
 */
export const isGivenTo = (theirs: SQL): SQL => sql`(case ${devices.given_to}
  when 'all' then true
  when 'agent' then ${isRegisteredFor(theirs)}
  else exists (select 1 from ${device_projects} where ${device_projects.device_id} = ${devices.device_id}
    and ${device_projects.project_id} ${theirs}) end)`;

/** In queries of devices with their agents: whether a project, or with null the platform, sees a device. */
export const visibleIn = (project_id: Scope): SQL =>
  sql`${agents.revoked_at} is null and (${project_id}::text is null or ${isGivenTo(sql`= ${project_id}`)})`;

/** In queries of devices with their agents: the ids of the projects that see a device; null where these are all. */
export const projectsSeeing = sql<string[] | null>`(case ${devices.given_to}
  when 'all' then null
  when 'agent' then (select json_agg(${agent_projects.project_id}) from ${agent_projects} where ${agent_projects.agent_id} = ${agents.agent_id})
  else (select coalesce(json_agg(${device_projects.project_id}), '[]'::json) from ${device_projects}
    where ${device_projects.device_id} = ${devices.device_id}) end)`;

const itsGivenElsewhere = sql`from ${devices} where ${devices.agent_id} = ${agents.agent_id}
  and (${devices.given_to} = 'all' or (${devices.given_to} = 'projects' and exists (select 1 from ${device_projects}
    where ${device_projects.device_id} = ${devices.device_id} and not exists (select 1 from ${agent_projects}
      where ${agent_projects.agent_id} = ${agents.agent_id} and ${agent_projects.project_id} = ${device_projects.project_id}))))`;

/** In queries of agents: whether a device of an agent is given to others than those that the agent is registered for. */
export const givesElsewhere = sql<boolean>`exists (select 1 ${itsGivenElsewhere})`;

/** In queries of agents: how many of its devices these are. */
export const countGivenElsewhere = sql<number>`(select count(*)::int ${itsGivenElsewhere})`;
