import { ENDPOINTS } from "@udt/contract";
import type { Routes } from "../../platform/http/routes.ts";
import type { CheckupsService } from "./checkups.service.ts";

export function checkupsRoutes(routes: Routes, checkups: CheckupsService): void {
  routes.implement(ENDPOINTS.checkupList, ({ query: { project, ...page } }) => checkups.list(project, page));
  routes.implement(ENDPOINTS.checkupStart, ({ caller, query, body }) =>
    checkups.start({ user: caller.user, project_id: query.project }, body.device_id),
  );
  routes.implement(ENDPOINTS.agentCheckupFinish, async ({ caller, params, body }) => {
    await checkups.finish(caller.agent_id, params, body);
    return null;
  });
}
