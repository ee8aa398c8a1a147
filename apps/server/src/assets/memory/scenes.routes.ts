import { ENDPOINTS } from "@udt/contract";
import type { Routes } from "../../platform/http/routes.ts";
import { callerOf } from "./memory.routes.ts";
import type { ScenesService } from "./scenes.service.ts";

export function scenesRoutes(routes: Routes, scenes: ScenesService): void {
  routes.implement(ENDPOINTS.memoryVersionList, ({ query }) => scenes.versions(query.project));
  routes.implement(ENDPOINTS.memoryTraceScenes, (call) => scenes.ofTraces(callerOf(call), call.query));
  routes.implement(ENDPOINTS.memoryVersionScenes, (call) => scenes.ofVersions(callerOf(call), call.query));
}
