import { ENDPOINTS } from "@udt/contract";
import { sendResource } from "../../core/resources/resources.service.ts";
import { actorOf, type Caller } from "../../platform/http/caller.ts";
import type { Routes } from "../../platform/http/routes.ts";
import type { CheckReader, ProjectReader } from "./check-answers.ts";
import type { ChecksBefore } from "./checks-before.ts";
import type { SelfChecksService } from "./self-checks.service.ts";

/** An administrator of the server. What tags say is told in their projects alone. */
const BY_NO_PROJECT: CheckReader = { project_id: null, sees_tags: false, is_member: true };

export function selfChecksRoutes(routes: Routes, checks: SelfChecksService, before: ChecksBefore): void {
  routes.implement(ENDPOINTS.selfCheckList, ({ params, caller }) => checks.list(readerOf(caller), params.device_id));
  routes.implement(ENDPOINTS.selfCheckOfTest, ({ params, caller }) => checks.list(readerOf(caller), params.device_id));
  routes.implement(ENDPOINTS.deviceStrategies, ({ query, params }) =>
    checks.strategies(query.project, params.device_id),
  );
  routes.implement(ENDPOINTS.selfCheckStart, (call) =>
    checks.start(call.query.project, actorOf(call), { ...call.params, ...call.body }),
  );
  routes.implement(ENDPOINTS.adminSelfCheckStart, (call) =>
    checks.start(null, actorOf(call), { ...call.params, ...call.body }),
  );
  routes.implement(ENDPOINTS.selfCheckCancel, async (call) => {
    await checks.cancel(call.query.project, actorOf(call), call.params);
    return null;
  });
  routes.implement(ENDPOINTS.adminSelfCheckList, ({ params }) => checks.list(BY_NO_PROJECT, params.device_id));
  routes.implement(ENDPOINTS.adminSelfCheckCancel, async (call) => {
    await checks.cancel(null, actorOf(call), call.params);
    return null;
  });
  routes.implement(ENDPOINTS.selfCheckGet, ({ params, caller }) => checks.get(readerOf(caller), params));
  routes.implement(ENDPOINTS.adminSelfCheckGet, ({ params }) => checks.get(BY_NO_PROJECT, params));
  routes.implement(ENDPOINTS.selfCheckEvidence, async ({ caller, params, request, reply }) =>
    sendResource(reply, await checks.evidence(readerOf(caller), params), request.headers),
  );
  routes.implement(ENDPOINTS.agentSelfCheckPlan, ({ caller, params, query }) =>
    checks.plan(caller.agent_id, { ...params, ...query }),
  );
  routes.implement(ENDPOINTS.agentCheckBefore, async ({ caller, params, body }) => {
    await before.progress(caller.agent_id, params, body);
    return null;
  });
  routes.implement(ENDPOINTS.agentSelfCheck, async ({ caller, params, body }) => {
    await checks.progress(caller.agent_id, params, body);
    return null;
  });
}

const readerOf = ({ project: { project_id, privileges, user_type } }: Caller): ProjectReader => ({
  project_id,
  sees_tags: privileges.has("tag.view"),
  is_member: user_type !== 0,
});
