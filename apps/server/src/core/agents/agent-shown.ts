import { compareVersions } from "@udt/base";
import type { Agent } from "@udt/contract";
import { VERSION } from "../../platform/version.ts";
import type { AgentListing, AgentRow } from "./agents.repository.ts";

/** Whom an agent serves, by what it is registered for, and whom single devices of it are given to. */
export const servesOf = (project_ids: readonly string[], gives_elsewhere: boolean): Agent["serves"] => {
  if (project_ids.length === 0) return "all";
  return project_ids.length === 1 && !gives_elsewhere ? "one" : "several";
};

/** Who drains an agent, and since when. */
export const drainingOf = ({
  draining_since: since,
  drainer_name,
}: Pick<AgentRow, "draining_since"> & Pick<AgentListing, "drainer_name">): Agent["draining"] =>
  since === null ? null : { since, user_name: drainer_name ?? "" };

/** An agent as a project sees it, or with null the platform: of other projects that it serves a project learns nothing but that there are some. */
export function agentShown(
  { agent, device_count, project_ids, gives_elsewhere, drainer_name }: AgentListing,
  scope: string | null,
): Agent {
  return {
    agent_id: agent.agent_id,
    name: agent.name,
    instance_id: agent.instance_id,
    hostname: agent.hostname,
    ip: agent.ip,
    addresses: agent.addresses,
    system: agent.system,
    version: agent.version,
    // One that never came has none.
    upgrade_to: agent.version !== "" && compareVersions(agent.version, VERSION) < 0 ? VERSION : null,
    machine: agent.machine,
    scripts: agent.scripts,
    signing_tool: agent.signing_tool,
    reads_memgraphs: agent.reads_memgraphs,
    online: agent.offline_at === null,
    draining: drainingOf({ ...agent, drainer_name }),
    serves: servesOf(project_ids, gives_elsewhere),
    project_ids: project_ids.filter((project_id) => scope === null || project_id === scope),
    created_at: agent.created_at,
    last_heartbeat_at: agent.last_heartbeat_at,
    offline_at: agent.offline_at,
    device_count,
  };
}
