import { z } from "zod";
import { endpoint, RANGE_ANSWERS } from "../endpoint.ts";
import { LIMITS } from "../limits.ts";
import { rule } from "../rules.ts";
import { agent, agentLogLine } from "../agents.ts";
import { bodyFlag, foundDevice, id, page, pageQuery, projectQuery, text } from "../shapes.ts";

const params = z.object({ agent_id: id });
const name = text(LIMITS.name_max).trim().min(1, rule("required"));
const found = z.object({ keyword: text(LIMITS.keyword_max).default(""), ...pageQuery });
const draining = z.object({ draining: bodyFlag });
/** Null: it runs a version that does not tell. */
const log = z.object({ lines: z.array(agentLogLine).nullable() });
const logErrors = ["agent_not_found", "agent_lost", "agent_timeout"] as const;

export const agentEndpoints = {
  agentList: endpoint({
    name: "agentList",
    method: "GET",
    path: "/v1/api/agents",
    access: "admin",
    summary: "All agents.",
    query: found,
    response: page(agent),
    errors: [],
  }),
  agentCreate: endpoint({
    name: "agentCreate",
    method: "POST",
    path: "/v1/api/agents",
    access: "admin",
    signed_in: true,
    summary: "Make an agent and its token. The token is shown this once; only its hash is kept.",
    body: z.object({ name: text(LIMITS.name_max).min(1), project_ids: z.array(id).max(100).default([]) }),
    response: z.object({ agent_id: id, token: z.string() }),
    errors: ["project_not_exists", "signed_in_only"],
  }),
  agentRevoke: endpoint({
    name: "agentRevoke",
    method: "DELETE",
    path: "/v1/api/agents/{agent_id}",
    access: "admin",
    summary: "Revoke an agent's token, close its link and end its leases.",
    params,
    response: z.null(),
    errors: ["agent_not_found"],
  }),
  agentEdit: endpoint({
    name: "agentEdit",
    method: "PUT",
    path: "/v1/api/agents/{agent_id}",
    access: "admin",
    summary:
      "Rename an agent, and say which projects it serves; none in particular is all of them. A project that it is to leave must not use its devices at that moment.",
    params,
    body: z.object({ name, project_ids: z.array(id).max(100) }),
    response: agent,
    errors: ["agent_not_found", "project_not_exists", "agent_project_in_use"],
  }),
  agentDrain: endpoint({
    name: "agentDrain",
    method: "PUT",
    path: "/v1/api/agents/{agent_id}/draining",
    access: "admin",
    summary:
      "Have an agent finish what runs and take nothing new: nobody gets a device of it, and it gets no tasks. Or end that.",
    params,
    body: draining,
    response: agent,
    errors: ["agent_not_found"],
  }),
  agentDevices: endpoint({
    name: "agentDevices",
    method: "GET",
    path: "/v1/api/agents/{agent_id}/devices",
    access: "admin",
    summary: "The devices that an agent has, or had last.",
    params,
    query: z.object(pageQuery),
    response: page(foundDevice),
    errors: ["agent_not_found"],
  }),
  agentLog: endpoint({
    name: "agentLog",
    method: "GET",
    path: "/v1/api/agents/{agent_id}/log",
    access: "admin",
    summary: "The last lines of an agent's log, which the agent itself answers.",
    params,
    response: log,
    errors: logErrors,
  }),
  projectAgentList: endpoint({
    name: "projectAgentList",
    method: "GET",
    path: "/v1/api/project_agents",
    access: "member",
    summary: "The agents that serve the project: those registered for it, and those registered for none in particular.",
    query: projectQuery.extend(found.shape),
    response: page(agent),
    errors: [],
  }),
  projectAgentDevices: endpoint({
    name: "projectAgentDevices",
    method: "GET",
    path: "/v1/api/project_agents/{agent_id}/devices",
    access: "member",
    summary: "The devices that an agent of the project has, or had last.",
    params,
    query: projectQuery.extend(pageQuery),
    response: page(foundDevice),
    errors: ["agent_not_found"],
  }),
  projectAgentRename: endpoint({
    name: "projectAgentRename",
    method: "PUT",
    path: "/v1/api/project_agents/{agent_id}/name",
    access: "owner",
    summary: "Rename an agent that serves this project alone.",
    params,
    query: projectQuery,
    body: z.object({ name }),
    response: agent,
    errors: ["agent_not_found", "agent_shared"],
  }),
  projectAgentDrain: endpoint({
    name: "projectAgentDrain",
    method: "PUT",
    path: "/v1/api/project_agents/{agent_id}/draining",
    access: "owner",
    summary: "Have an agent that serves this project alone finish what runs and take nothing new, or end that.",
    params,
    query: projectQuery,
    body: draining,
    response: agent,
    errors: ["agent_not_found", "agent_shared"],
  }),
  projectAgentLog: endpoint({
    name: "projectAgentLog",
    method: "GET",
    path: "/v1/api/project_agents/{agent_id}/log",
    access: "owner",
    summary: "The last lines of the log of an agent that serves this project alone. That of another tells of others.",
    params,
    query: projectQuery,
    response: log,
    errors: [...logErrors, "agent_shared"],
  }),
  agentAppFile: endpoint({
    name: "agentAppFile",
    method: "GET",
    path: "/v1/agent/installs/{install_id}/file",
    access: "agent",
    summary: "The package that an installation on one of this agent's devices is about.",
    params: z.object({ install_id: id }),
    response: z.unknown(),
    response_kind: "raw",
    raw_answers: RANGE_ANSWERS,
    errors: ["app_not_found"],
  }),
};
