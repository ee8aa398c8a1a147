import { agent_projects, agents, type projects } from "../../platform/database/core.schema.ts";
import { type SQL, sql } from "../../platform/database/sql.ts";
import type { tags } from "../../platform/database/tags.schema.ts";

/** A project sees the devices of agents that are registered for it, and of those registered for none in particular. With null it is the platform. */
export const visibleIn = (
  project_id: string | null | typeof projects.project_id | typeof tags.project_id,
): SQL => sql`${agents.revoked_at} is null and (${project_id}::text is null or
  not exists (select 1 from ${agent_projects} where ${agent_projects.agent_id} = ${agents.agent_id})
  or exists (select 1 from ${agent_projects} where ${agent_projects.agent_id} = ${agents.agent_id}
    and ${agent_projects.project_id} = ${project_id}))`;
