import { ENDPOINTS } from "@udt/contract";
import type { Routes } from "../../platform/http/routes.ts";
import type { TasksService } from "./tasks.service.ts";

export function tasksRoutes(routes: Routes, tasks: TasksService): void {
  routes.implement(ENDPOINTS.agentTaskFinish, async ({ caller, params, body }) => {
    await tasks.finish(caller.agent_id, params.task_id, body);
    return null;
  });
}
