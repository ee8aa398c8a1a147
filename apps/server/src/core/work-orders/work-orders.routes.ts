import { ENDPOINTS } from "@udt/contract";
import { actorOf } from "../../platform/http/caller.ts";
import type { Routes } from "../../platform/http/routes.ts";
import type { WorkOrdersService } from "./work-orders.service.ts";

export function workOrdersRoutes(routes: Routes, orders: WorkOrdersService): void {
  routes.implement(ENDPOINTS.workOrderList, ({ query: { project, ...query } }) =>
    orders.list({ project_id: project, ...query }),
  );
  routes.implement(ENDPOINTS.workOrderGet, ({ query, params }) => orders.get(query.project, params.number));
  routes.implement(ENDPOINTS.workOrderCreate, (call) => orders.create(actorOf(call), call.query.project, call.body));
  routes.implement(ENDPOINTS.workOrderMove, (call) =>
    orders.move(actorOf(call), call.query.project, call.params.number, call.body),
  );
  routes.implement(ENDPOINTS.workOrderComment, (call) =>
    orders.comment(actorOf(call), call.query.project, call.params.number, call.body.text),
  );
}
