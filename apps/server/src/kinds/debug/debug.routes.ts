import { ENDPOINTS } from "@udt/contract";
import type { Routes } from "../../platform/http/routes.ts";
import type { DebugService } from "./debug.service.ts";

export function debugRoutes(routes: Routes, debug: DebugService): void {
  routes.implement(ENDPOINTS.testCreate, ({ caller, query, body }) => debug.create(caller.user, query.project, body));
}
