import { ENDPOINTS } from "@udt/contract";
import type { Routes } from "../../platform/http/routes.ts";
import type { BaselinesService } from "./baselines.service.ts";
import { callerOf } from "./memory.routes.ts";

export function baselinesRoutes(routes: Routes, baselines: BaselinesService): void {
  routes.implement(ENDPOINTS.memoryBaselineList, ({ query }) => baselines.list(query.project, query.app_name));
  routes.implement(ENDPOINTS.memoryBaselineSet, (call) => baselines.set(callerOf(call), call.body));
  routes.implement(ENDPOINTS.memoryBaselineRemove, async (call) => {
    await baselines.remove(callerOf(call), call.params.baseline_id);
    return null;
  });
}
