import { ENDPOINTS } from "@udt/contract";
import type { Routes } from "../../platform/http/routes.ts";
import type { StatisticsService } from "./statistics.service.ts";

export function statisticsRoutes(routes: Routes, statistics: StatisticsService): void {
  routes.implement(ENDPOINTS.biStats, ({ caller, body }) => statistics.stats(caller.user, body));
  routes.implement(ENDPOINTS.biRecentTests, ({ caller, body }) => statistics.recent(caller.user, body));
}
