import { ENDPOINTS } from "@udt/contract";
import type { Routes } from "../../platform/http/routes.ts";
import type { HandoversService } from "./handovers.service.ts";

export function handoversRoutes(routes: Routes, handovers: HandoversService): void {
  routes.implement(ENDPOINTS.handoverGet, ({ params }) => handovers.get(params));
  routes.implement(ENDPOINTS.agentHandover, async ({ caller, params, body }) => {
    await handovers.take(caller.agent_id, params, body);
    return null;
  });
}
