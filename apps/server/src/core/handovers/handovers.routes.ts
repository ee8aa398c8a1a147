import { ENDPOINTS } from "@udt/contract";
import type { Routes } from "../../platform/http/routes.ts";
import type { HandoversService } from "./handovers.service.ts";

export function handoversRoutes(routes: Routes, handovers: HandoversService): void {
  routes.implement(ENDPOINTS.handoverGet, ({ caller, params }) => {
    // What files and accounts are called on a device is for who may use it.
    return caller.project.user_type === 0 ? Promise.resolve(null) : handovers.get(params);
  });
  routes.implement(ENDPOINTS.agentHandover, async ({ caller, params, body }) => {
    await handovers.take(caller.agent_id, params, body);
    return null;
  });
}
