import { ENDPOINTS } from "@udt/contract";
import { actorOf } from "../../platform/http/caller.ts";
import type { Routes } from "../../platform/http/routes.ts";
import type { GivingService } from "./giving.service.ts";

export function givingRoutes(routes: Routes, giving: GivingService): void {
  routes.implement(ENDPOINTS.deviceGive, async (call) => {
    await giving.give(actorOf(call), call.params.device_id, call.body);
    return null;
  });
  routes.implement(ENDPOINTS.deviceProjectList, ({ params, query }) => giving.projects(params.device_id, query));
}
