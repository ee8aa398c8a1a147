import { ENDPOINTS } from "@udt/contract";
import type { Routes } from "../../platform/http/routes.ts";
import type { Caller } from "../../platform/http/caller.ts";
import type { Asking, DevicesService } from "./devices.service.ts";

export function devicesRoutes(routes: Routes, devices: DevicesService): void {
  routes.implement(ENDPOINTS.deviceList, ({ query, caller }) => devices.list(asking(query, caller), query));
  routes.implement(ENDPOINTS.deviceGet, ({ query, params, caller }) =>
    devices.get(asking(query, caller), params.device_id),
  );
}

/** A project's token is nobody, and knows of no other project. */
const asking = ({ project }: { project: string }, caller: Caller): Asking => ({
  project_id: project,
  user_id: caller.by === "token" ? null : caller.user.user_id,
});
