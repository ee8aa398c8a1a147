import { z } from "zod";
import { endpoint, RANGE_ANSWERS } from "../endpoint.ts";
import { LIMITS } from "../limits.ts";
import { agent, id, page, pageQuery, text } from "../shapes.ts";

export const agentEndpoints = {
  agentList: endpoint({
    name: "agentList",
    method: "GET",
    path: "/v1/api/agents",
    access: "admin",
    summary: "All agents.",
    query: z.object({ keyword: text(LIMITS.keyword_max).default(""), ...pageQuery }),
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
    params: z.object({ agent_id: id }),
    response: z.null(),
    errors: ["agent_not_found"],
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
