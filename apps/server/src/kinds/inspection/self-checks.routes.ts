import { ENDPOINTS } from "@udt/contract";
import { sendResource } from "../../core/resources/resources.service.ts";
import { actorOf } from "../../platform/http/caller.ts";
import type { Routes } from "../../platform/http/routes.ts";
import type { SelfChecksService } from "./self-checks.service.ts";

export function selfChecksRoutes(routes: Routes, checks: SelfChecksService): void {
  routes.implement(ENDPOINTS.selfCheckList, ({ query, params }) => checks.list(query.project, params.device_id));
  routes.implement(ENDPOINTS.selfCheckOfTest, ({ query, params }) => checks.list(query.project, params.device_id));
  routes.implement(ENDPOINTS.selfCheckStart, (call) =>
    checks.start(call.query.project, actorOf(call), call.params.device_id),
  );
  routes.implement(ENDPOINTS.selfCheckCancel, async (call) => {
    await checks.cancel(call.query.project, actorOf(call), call.params);
    return null;
  });
  routes.implement(ENDPOINTS.selfCheckEvidence, async ({ query, params, request, reply }) =>
    sendResource(reply, await checks.evidence(query.project, params), request.headers),
  );
  routes.implement(ENDPOINTS.agentSelfCheck, async ({ caller, params, body }) => {
    await checks.progress(caller.agent_id, params, body);
    return null;
  });
}
