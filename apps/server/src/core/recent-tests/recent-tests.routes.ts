import { ENDPOINTS } from "@udt/contract";
import type { Routes } from "../../platform/http/routes.ts";
import type { RecentTestsService } from "./recent-tests.service.ts";

export function recentTestsRoutes(routes: Routes, recent: RecentTestsService): void {
  routes.implement(ENDPOINTS.deviceTestList, ({ query: { project, ...asked }, params }) =>
    recent.ofProject(project, params.device_id, asked),
  );
  routes.implement(ENDPOINTS.adminDeviceTestList, ({ query, params }) => recent.ofAll(params.device_id, query));
}
