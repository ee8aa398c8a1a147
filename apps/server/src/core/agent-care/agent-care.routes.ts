import { ENDPOINTS } from "@udt/contract";
import { actorOf } from "../../platform/http/caller.ts";
import type { Routes } from "../../platform/http/routes.ts";
import type { AgentsService } from "../agents/agents.service.ts";
import type { AgentCareService } from "./agent-care.service.ts";

export function agentCareRoutes(
  routes: Routes,
  { agents, care }: { agents: AgentsService; care: AgentCareService },
): void {
  routes.implement(ENDPOINTS.agentList, ({ query }) => agents.list(null, query));
  routes.implement(ENDPOINTS.agentCreate, (call) =>
    agents.create(call.body.name, call.body.project_ids, { by: actorOf(call) }),
  );
  routes.implement(ENDPOINTS.agentEdit, (call) => care.edit(call.params.agent_id, call.body, actorOf(call)));
  routes.implement(ENDPOINTS.agentDrain, (call) =>
    care.drain(null, call.params.agent_id, call.body.draining, actorOf(call)),
  );
  routes.implement(ENDPOINTS.agentDevices, ({ params, query }) => care.devices(null, params.agent_id, query));
  routes.implement(ENDPOINTS.agentLog, ({ params }) => care.log(null, params.agent_id));
  routes.implement(ENDPOINTS.projectAgentList, ({ query: { project, ...query } }) => agents.list(project, query));
  routes.implement(ENDPOINTS.projectAgentDevices, ({ params, query: { project, ...page } }) =>
    care.devices(project, params.agent_id, page),
  );
  routes.implement(ENDPOINTS.projectAgentRename, (call) =>
    care.rename(call.query.project, call.params.agent_id, call.body.name, actorOf(call)),
  );
  routes.implement(ENDPOINTS.projectAgentDrain, (call) =>
    care.drain(call.query.project, call.params.agent_id, call.body.draining, actorOf(call)),
  );
  routes.implement(ENDPOINTS.projectAgentLog, ({ params, query }) => care.log(query.project, params.agent_id));
}
