import { ENDPOINTS } from "@udt/contract";
import { actorOf } from "../../platform/http/caller.ts";
import type { Routes } from "../../platform/http/routes.ts";
import type { PlacementService } from "./placement.service.ts";

export function placementRoutes(routes: Routes, placement: PlacementService): void {
  routes.implement(ENDPOINTS.devicePlace, async (call) => {
    await placement.place(actorOf(call), call.query.project, call.params.device_id, call.body);
    return null;
  });
  routes.implement(ENDPOINTS.adminDevicePlace, async (call) => {
    await placement.place(actorOf(call), null, call.params.device_id, call.body);
    return null;
  });
}
