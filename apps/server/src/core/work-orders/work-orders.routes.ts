import { ENDPOINTS } from "@udt/contract";
import { actorOf, ownIdOf, type Caller } from "../../platform/http/caller.ts";
import type { Routes } from "../../platform/http/routes.ts";
import { sendKept } from "../../platform/http/sent-image.ts";
import type { WorkOrdersService } from "./work-orders.service.ts";

export function workOrdersRoutes(routes: Routes, orders: WorkOrdersService): void {
  routes.implement(ENDPOINTS.workOrderList, ({ caller, query: { project, mine, ...query } }) =>
    orders.list(
      { project_id: project, ...query, ...(mine && { assignee_id: caller.user.user_id }) },
      readerOf(caller).sees_tags,
    ),
  );
  routes.implement(ENDPOINTS.workOrderGet, ({ caller, params }) => orders.get(readerOf(caller), params.number));
  routes.implement(ENDPOINTS.workOrderCreate, async (call) => {
    const number = await orders.create(actorOf(call), call.query.project, call.body);
    return orders.get(readerOf(call.caller), number);
  });
  routes.implement(ENDPOINTS.workOrderMove, async (call) => {
    await orders.move(actorOf(call), call.query.project, call.params.number, call.body);
    return orders.get(readerOf(call.caller), call.params.number);
  });
  routes.implement(ENDPOINTS.workOrderComment, async (call) => {
    await orders.comment(actorOf(call), call.query.project, call.params.number, call.body.text);
    return orders.get(readerOf(call.caller), call.params.number);
  });
  routes.implement(ENDPOINTS.workOrderAssignees, ({ params, query: { project, ...query } }) =>
    orders.assignees({ project_id: project, ...params, ...query }),
  );
  routes.implement(ENDPOINTS.workOrderAssign, async (call) => {
    await orders.assign(actorOf(call), call.query.project, call.params.number, call.body);
    return orders.get(readerOf(call.caller), call.params.number);
  });
  fileRoutes(routes, orders);
  adminRoutes(routes, orders);
}

function fileRoutes(routes: Routes, orders: WorkOrdersService): void {
  const callOf = (call: { caller: Caller; request: { ip: string }; params: { number: number } }) => ({
    ...readerOf(call.caller),
    actor: actorOf(call),
    number: call.params.number,
  });
  routes.implement(ENDPOINTS.workOrderAttach, async (call) => {
    const { name, entry_id } = call.query;
    await orders.files.attach(callOf(call), { name, entry_id, body: call.body });
    return orders.get(readerOf(call.caller), call.params.number);
  });
  routes.implement(ENDPOINTS.workOrderFileGet, async ({ query, params, reply }) =>
    sendKept(reply, await orders.files.open(query.project, params.number, params.file_id)),
  );
  routes.implement(ENDPOINTS.workOrderDetach, async (call) => {
    await orders.files.detach(callOf(call), call.params.file_id);
    return orders.get(readerOf(call.caller), call.params.number);
  });
}

/** By administrators of the server, through no project. */
function adminRoutes(routes: Routes, orders: WorkOrdersService): void {
  const reader = { project_id: null, sees_tags: false } as const;
  routes.implement(ENDPOINTS.adminOrderList, ({ caller, query: { mine, project_id, ...query } }) =>
    orders.all({ ...query, seen_by: project_id, ...(mine && { assignee_id: caller.user.user_id }) }),
  );
  routes.implement(ENDPOINTS.adminDeviceOrderList, ({ caller, params, query: { mine, ...query } }) =>
    orders.ofDevice(params.device_id, { ...query, ...(mine && { assignee_id: caller.user.user_id }) }),
  );
  routes.implement(ENDPOINTS.adminOrderCreate, async (call) => {
    const number = await orders.create(actorOf(call), null, { ...call.params, ...call.body, test_id: null });
    return orders.get(reader, number);
  });
  routes.implement(ENDPOINTS.adminOrderGet, ({ params }) => orders.get(reader, params.number));
  routes.implement(ENDPOINTS.adminOrderMove, async (call) => {
    await orders.move(actorOf(call), null, call.params.number, call.body);
    return orders.get(reader, call.params.number);
  });
  routes.implement(ENDPOINTS.adminOrderComment, async (call) => {
    await orders.comment(actorOf(call), null, call.params.number, call.body.text);
    return orders.get(reader, call.params.number);
  });
  routes.implement(ENDPOINTS.adminOrderFileGet, async ({ params, reply }) =>
    sendKept(reply, await orders.files.open(null, params.number, params.file_id)),
  );
}

const readerOf = ({ user, project }: Caller) => ({
  project_id: project.project_id,
  own_id: ownIdOf(user),
  is_owner: project.user_type === 1,
  sees_tags: project.privileges.has("tag.view"),
});
