import { ENDPOINTS } from "@udt/contract";
import type { Routes } from "../../platform/http/routes.ts";
import type { WearService } from "./wear.service.ts";

export function wearRoutes(routes: Routes, wear: WearService): void {
  routes.implement(ENDPOINTS.deviceWear, ({ query, params }) => wear.get(query.project, params.device_id, query.days));
  routes.implement(ENDPOINTS.adminDeviceWear, ({ query, params }) => wear.get(null, params.device_id, query.days));
}
