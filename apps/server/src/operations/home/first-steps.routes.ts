import { ENDPOINTS } from "@udt/contract";
import type { Routes } from "../../platform/http/routes.ts";
import type { FirstStepsService } from "./first-steps.service.ts";

export function firstStepsRoutes(routes: Routes, steps: FirstStepsService): void {
  routes.implement(ENDPOINTS.homeFirstSteps, ({ caller, query }) => steps.steps(query.project, caller.user.user_id));
}
