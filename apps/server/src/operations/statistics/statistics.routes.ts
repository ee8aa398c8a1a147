import { ENDPOINTS } from "@udt/contract";
import { oneProject } from "../../platform/http/one-project.ts";
import type { Routes } from "../../platform/http/routes.ts";
import type { StatisticsService } from "./statistics.service.ts";

export function statisticsRoutes(routes: Routes, statistics: StatisticsService): void {
  routes.implement(ENDPOINTS.biStats, ({ caller, query, body }) =>
    statistics.stats(caller.user, { ...body, project_id: oneProject(query.project, body.project_id) }),
  );
  routes.implement(ENDPOINTS.biRecentTests, ({ caller, query, body }) =>
    statistics.recent(caller.user, { ...body, project_id: oneProject(query.project, body.project_id) }),
  );
  routes.implement(ENDPOINTS.qualityDevices, ({ caller, query }) => statistics.deviceUse(caller.user, query));
  routes.implement(ENDPOINTS.qualityDeviceList, ({ caller, query }) => statistics.deviceList(caller.user, query));
  routes.implement(ENDPOINTS.qualityOrders, ({ caller, query }) => statistics.orderList(caller.user, query));
}
