/** Work orders of the devices that a project sees. Who sees a device by several projects sees the same ones in each. */
import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { LIMITS } from "../limits.ts";
import { rule } from "../rules.ts";
import { id, page, pageQuery, projectQuery, queryFlag, text, userSummary } from "../shapes.ts";
import {
  WORK_ORDER_SOURCES,
  WORK_ORDER_STATES,
  workOrder,
  workOrderEntry,
  workOrderFile,
  workOrderNumber,
} from "../work-orders.ts";

const params = z.object({ number: workOrderNumber });
const said = text(LIMITS.work_order_text_max).trim();
const fileParams = params.extend({ file_id: id });
const moved = z.object({ state: z.enum(WORK_ORDER_STATES), text: said.default("") });
const comment = z.object({ text: said.min(1, rule("required")) });
const filters = {
  keyword: text(LIMITS.keyword_max).default(""),
  state: z.enum(WORK_ORDER_STATES).optional(),
  source: z.enum(WORK_ORDER_SOURCES).optional(),
  mine: queryFlag,
  ...pageQuery,
};
/** One with what was done about it, the oldest first, and the files that are no comment's. */
const whole = workOrder.extend({ entries: z.array(workOrderEntry), files: z.array(workOrderFile) });
export type WholeWorkOrder = z.output<typeof whole>;

export const workOrderEndpoints = {
  workOrderList: endpoint({
    name: "workOrderList",
    method: "GET",
    path: "/v1/api/work_orders",
    access: "member",
    summary:
      "Work orders of the devices that the project sees, the newest first; of one device, in one state, of one source, or those that the caller sees to. The keyword looks in model, brand, serial and what people wrote.",
    query: projectQuery.extend({ ...filters, device_id: id.optional() }),
    response: page(workOrder),
    errors: [],
  }),
  adminOrderList: endpoint({
    name: "adminOrderList",
    method: "GET",
    path: "/v1/plat/admin/work_orders",
    access: "admin",
    summary:
      "The work orders of all devices, whoever sees them, the newest first; in one state, of one source, of the devices that one project sees or one agent has, or those that the caller sees to. The keyword looks in model, brand, serial and what people wrote.",
    query: z.object({ ...filters, project_id: id.optional(), agent_id: id.optional() }),
    response: page(workOrder).extend({
      /** How many are in each state before the state filter. */
      state_counts: z.record(z.enum(WORK_ORDER_STATES), z.int()),
      /** The agents whose devices have any, by name. */
      agents: z.array(z.object({ agent_id: id, name: z.string() })),
    }),
    errors: [],
  }),
  adminDeviceOrderList: endpoint({
    name: "adminDeviceOrderList",
    method: "GET",
    path: "/v1/plat/admin/devices/{device_id}/work_orders",
    access: "admin",
    summary:
      "The work orders of one device, whoever sees it, the newest first; in one state, of one source, or those that the caller sees to.",
    params: z.object({ device_id: id }),
    query: z.object(filters),
    response: page(workOrder),
    errors: ["device_not_found"],
  }),
  adminOrderCreate: endpoint({
    name: "adminOrderCreate",
    method: "POST",
    path: "/v1/plat/admin/devices/{device_id}/work_orders",
    access: "admin",
    summary: "Report any device as broken, as administrators of the server may, in every project that sees it.",
    params: z.object({ device_id: id }),
    body: z.object({ text: said.min(1, rule("required")) }),
    response: whole,
    errors: ["device_not_found", "work_order_open"],
  }),
  adminOrderGet: endpoint({
    name: "adminOrderGet",
    method: "GET",
    path: "/v1/plat/admin/work_orders/{number}",
    access: "admin",
    summary: "A work order, and what was done about it, whoever sees its device.",
    params,
    response: whole,
    errors: ["work_order_not_found"],
  }),
  adminOrderMove: endpoint({
    name: "adminOrderMove",
    method: "PUT",
    path: "/v1/plat/admin/work_orders/{number}/state",
    access: "admin",
    summary: "Take a work order on, give it back, or close it, as administrators of the server may.",
    params,
    body: moved,
    response: whole,
    errors: ["work_order_not_found", "work_order_state", "work_order_steps"],
  }),
  adminOrderComment: endpoint({
    name: "adminOrderComment",
    method: "POST",
    path: "/v1/plat/admin/work_orders/{number}/comments",
    access: "admin",
    summary: "Say something about a work order, as administrators of the server may.",
    params,
    body: comment,
    response: whole,
    errors: ["work_order_not_found", "work_order_comments", "work_order_comments_own"],
  }),
  adminOrderFileGet: endpoint({
    name: "adminOrderFileGet",
    method: "GET",
    path: "/v1/plat/admin/work_orders/{number}/files/{file_id}",
    access: "admin",
    summary: "A file of a work order, to be kept, whoever sees its device.",
    params: fileParams,
    response: z.unknown(),
    response_kind: "raw",
    errors: ["work_order_not_found", "work_order_file_not_found"],
  }),
  workOrderGet: endpoint({
    name: "workOrderGet",
    method: "GET",
    path: "/v1/api/work_orders/{number}",
    access: "member",
    summary: "A work order, and what was done about it.",
    params,
    query: projectQuery,
    response: whole,
    errors: ["work_order_not_found"],
  }),
  workOrderCreate: endpoint({
    name: "workOrderCreate",
    method: "POST",
    path: "/v1/api/work_orders",
    access: "member",
    summary:
      "Report a device as broken. It gets no automated tests until the order is processed; people may still debug it. Each device has one such order open at most.",
    query: projectQuery,
    body: z.object({
      device_id: id,
      /** The session or run in which it was found: of the project, with this device. */
      test_id: id.nullable().default(null),
      text: said.min(1, rule("required")),
    }),
    response: whole,
    errors: ["device_not_found", "device_not_in_project", "test_not_found", "work_order_open"],
  }),
  workOrderMove: endpoint({
    name: "workOrderMove",
    method: "PUT",
    path: "/v1/api/work_orders/{number}/state",
    access: "owner",
    summary:
      "Take an unprocessed work order on (`processing`), give it back (`unprocessed`), or close one that is open (`processed`), with a word about it. For administrators of the project.",
    params,
    query: projectQuery,
    body: moved,
    response: whole,
    errors: ["work_order_not_found", "work_order_state", "work_order_steps"],
  }),
  workOrderAssignees: endpoint({
    name: "workOrderAssignees",
    method: "GET",
    path: "/v1/api/work_orders/{number}/assignees",
    access: "owner",
    summary:
      "Whom a work order can be assigned to: the project's administrators, who process its orders. The keyword looks in nickname and email.",
    params,
    query: projectQuery.extend({ keyword: text(LIMITS.keyword_max).default(""), ...pageQuery }),
    response: page(userSummary),
    errors: ["work_order_not_found"],
  }),
  workOrderAssign: endpoint({
    name: "workOrderAssign",
    method: "PUT",
    path: "/v1/api/work_orders/{number}/assignee",
    access: "owner",
    summary:
      "Say who sees to an open work order, or nobody; its state stays. Refused where it is somebody else's by now than the caller saw. For administrators of the project, to administrators of the project.",
    params,
    query: projectQuery,
    body: z.object({
      user_id: id.nullable(),
      /** Whose it was when the caller looked. */
      instead_of: id.nullable(),
    }),
    response: whole,
    errors: [
      "work_order_not_found",
      "work_order_state",
      "work_order_reassigned",
      "work_order_assignee",
      "work_order_steps",
    ],
  }),
  workOrderAttach: endpoint({
    name: "workOrderAttach",
    method: "POST",
    path: "/v1/api/work_orders/{number}/files",
    access: "member",
    summary:
      "Attach a file to a work order, or to one's own comment on it: what `WORK_ORDER_FILE_TYPES` names by the ending, pictures by their first bytes too, 20 MiB at most. Whoever sees the device reads it; it goes with the project by which it was attached.",
    params,
    query: projectQuery.extend({
      name: text(LIMITS.file_name_max).min(1),
      entry_id: z.coerce.number().int().positive().optional(),
    }),
    body: z.unknown(),
    body_kind: "bytes",
    response: whole,
    errors: [
      "work_order_not_found",
      "work_order_entry_not_own",
      "work_order_file_type",
      "work_order_file_content",
      "work_order_files",
      "work_order_files_own",
      "body_too_large",
      "storage_full",
    ],
  }),
  workOrderFileGet: endpoint({
    name: "workOrderFileGet",
    method: "GET",
    path: "/v1/api/work_orders/{number}/files/{file_id}",
    access: "member",
    summary: "A file of a work order, to be kept.",
    params: fileParams,
    query: projectQuery,
    response: z.unknown(),
    response_kind: "raw",
    errors: ["work_order_not_found", "work_order_file_not_found"],
  }),
  workOrderDetach: endpoint({
    name: "workOrderDetach",
    method: "DELETE",
    path: "/v1/api/work_orders/{number}/files/{file_id}",
    access: "member",
    summary:
      "Remove a file from a work order: one's own, or as an administrator of the project any that was attached by it.",
    params: fileParams,
    query: projectQuery,
    response: whole,
    errors: ["work_order_not_found", "work_order_file_not_found", "work_order_file_not_own"],
  }),
  workOrderComment: endpoint({
    name: "workOrderComment",
    method: "POST",
    path: "/v1/api/work_orders/{number}/comments",
    access: "member",
    summary: "Say something about a work order.",
    params,
    query: projectQuery,
    body: comment,
    response: whole,
    errors: ["work_order_not_found", "work_order_comments", "work_order_comments_own"],
  }),
};
