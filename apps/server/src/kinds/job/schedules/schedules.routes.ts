import { ENDPOINTS } from "@udt/contract";
import type { Routes } from "../../../platform/http/routes.ts";
import type { SchedulesService } from "./schedules.service.ts";

export function schedulesRoutes(routes: Routes, schedules: SchedulesService): void {
  routes.implement(ENDPOINTS.scheduleList, ({ query }) => schedules.list(query.project, query));
  routes.implement(ENDPOINTS.scheduleCreate, ({ caller, query, body }) =>
    schedules.create(caller.user, query.project, body),
  );
  routes.implement(ENDPOINTS.scheduleUpdate, ({ caller, params, query, body }) =>
    schedules.update(caller.user, query.project, params.schedule_id, body),
  );
  routes.implement(ENDPOINTS.scheduleState, ({ caller, params, query, body }) =>
    schedules.setState(caller.user, query.project, params.schedule_id, body.state),
  );
  routes.implement(ENDPOINTS.scheduleDelete, async ({ params, query }) => {
    await schedules.delete(query.project, params.schedule_id);
    return null;
  });
  routes.implement(ENDPOINTS.schedulePreview, async ({ body }) => schedules.preview(body.timing));
}
