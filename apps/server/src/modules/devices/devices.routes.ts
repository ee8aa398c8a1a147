import { ENDPOINTS } from "@udt/contract";
import type { Routes } from "../../platform/http/routes.ts";
import type { DevicesService } from "./devices.service.ts";

export function devicesRoutes(routes: Routes, devices: DevicesService): void {
  routes.implement(ENDPOINTS.deviceList, ({ query }) => devices.list(query.project, query));
  routes.implement(ENDPOINTS.deviceGet, ({ query, params }) => devices.get(query.project, params.device_id));
}
