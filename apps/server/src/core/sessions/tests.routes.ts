import { ENDPOINTS, type shapes } from "@udt/contract";
import type { z } from "zod";
import type { Routes } from "../../platform/http/routes.ts";
import type { TestsService } from "./tests.service.ts";

/** Who watches a test now. */
export type ViewersOf = (test_id: string) => z.output<typeof shapes.viewer>[];

export function testsRoutes(routes: Routes, tests: TestsService, viewersOf: ViewersOf): void {
  routes.implement(ENDPOINTS.testList, ({ query }) => tests.list(query.project, query));
  routes.implement(ENDPOINTS.testGet, async ({ params }) => ({
    ...(await tests.get(params.test_id)),
    viewers: viewersOf(params.test_id),
    drivers: await tests.drivers(params.test_id),
  }));
  routes.implement(ENDPOINTS.adminTestGet, ({ params }) => tests.get(params.test_id));
  routes.implement(ENDPOINTS.testExtend, ({ params, body }) => tests.extend(params.test_id, body.minutes));
  routes.implement(ENDPOINTS.testKeep, ({ params }) => tests.keep(params.test_id));
  routes.implement(ENDPOINTS.testCancel, ({ caller }) => tests.cancel(caller.user, caller.test));
}
