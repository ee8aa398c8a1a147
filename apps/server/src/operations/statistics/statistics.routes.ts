import { ENDPOINTS, UdtError } from "@udt/contract";
import type { Routes } from "../../platform/http/routes.ts";
import type { StatisticsService } from "./statistics.service.ts";

export function statisticsRoutes(routes: Routes, statistics: StatisticsService): void {
  routes.implement(ENDPOINTS.biStats, ({ caller, query, body }) =>
    statistics.stats(caller.user, { ...body, project_id: oneProject(query.project, body.project_id) }),
  );
  routes.implement(ENDPOINTS.biRecentTests, ({ caller, query, body }) =>
    statistics.recent(caller.user, { ...body, project_id: oneProject(query.project, body.project_id) }),
  );
}

/** Both places that may name the project must name the same. @throws UdtError project_mismatch */
function oneProject(of_query: string | undefined, of_body: string | undefined): string | undefined {
  if (of_query !== undefined && of_body !== undefined && of_query !== of_body) throw new UdtError("project_mismatch");
  return of_query ?? of_body;
}
