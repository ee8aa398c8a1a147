import { ENDPOINTS } from "@udt/contract";
import type { Routes } from "../../../platform/http/routes.ts";
import { seenBy } from "../../../platform/http/guests.ts";
import type { NeedsService } from "./needs.service.ts";
import type { ReportsService } from "./reports.service.ts";

export function reportsRoutes(routes: Routes, reports: ReportsService, needs: NeedsService): void {
  routes.implement(ENDPOINTS.homeNeeds, ({ query }) => needs.needs(query.project));
  routes.implement(ENDPOINTS.runList, ({ query: { project, ...query } }) => reports.list(project, query));
  routes.implement(ENDPOINTS.runGet, async ({ caller, query, params }) =>
    seenBy(caller.project, await reports.get(query.project, params.test_id, query.against)),
  );
  routes.implement(ENDPOINTS.runByNumber, async ({ query, params }) => {
    const { run } = await reports.numbered(query.project, params.run_number);
    return { test_id: run.test_id, job_id: run.job_id };
  });
  routes.implement(ENDPOINTS.runDevices, ({ query: { project, ...query }, params }) =>
    reports.devices(project, params.test_id, query),
  );
  routes.implement(ENDPOINTS.runCases, ({ query: { project, ...query }, params }) =>
    reports.cases(project, params.test_id, query),
  );
  routes.implement(ENDPOINTS.runCaseGroups, ({ query: { project, ...query }, params }) =>
    reports.caseGroups(project, params.test_id, query),
  );
  routes.implement(ENDPOINTS.runCase, ({ query, params }) =>
    reports.case(query.project, params.test_id, params.case_run_id, query.against),
  );
  routes.implement(ENDPOINTS.runCaseAround, ({ query: { project, ...query }, params }) =>
    reports.around(project, params.test_id, params.case_run_id, query),
  );
  routes.implement(ENDPOINTS.deviceFailures, ({ query, params }) =>
    reports.deviceFailures(query.project, params.device_id),
  );
  routes.implement(ENDPOINTS.caseHistory, ({ query: { project, ...query } }) => reports.history(project, query));
}
