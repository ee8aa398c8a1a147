/** Work orders of the devices that a project sees. Who sees a device by several projects sees the same ones in each. */
import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { LIMITS } from "../limits.ts";
import { rule } from "../rules.ts";
import { id, page, pageQuery, projectQuery, text } from "../shapes.ts";
import { WORK_ORDER_STATES, workOrder, workOrderEntry, workOrderNumber } from "../work-orders.ts";

const params = z.object({ number: workOrderNumber });
const said = text(LIMITS.work_order_text_max).trim();
/** One with what was done about it, the oldest first. */
const whole = workOrder.extend({ entries: z.array(workOrderEntry) });
export type WholeWorkOrder = z.output<typeof whole>;

export const workOrderEndpoints = {
  workOrderList: endpoint({
    name: "workOrderList",
    method: "GET",
    path: "/v1/api/work_orders",
    access: "member",
    summary:
      "Work orders of the devices that the project sees, the newest first; of one device, or in one state. The keyword looks in model, brand, serial and what people wrote.",
    query: projectQuery.extend({
      keyword: text(LIMITS.keyword_max).default(""),
      device_id: id.optional(),
      state: z.enum(WORK_ORDER_STATES).optional(),
      ...pageQuery,
    }),
    response: page(workOrder),
    errors: [],
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
    body: z.object({ state: z.enum(WORK_ORDER_STATES), text: said.default("") }),
    response: whole,
    errors: ["work_order_not_found", "work_order_state", "work_order_comments"],
  }),
  workOrderComment: endpoint({
    name: "workOrderComment",
    method: "POST",
    path: "/v1/api/work_orders/{number}/comments",
    access: "member",
    summary: "Say something about a work order.",
    params,
    query: projectQuery,
    body: z.object({ text: said.min(1, rule("required")) }),
    response: whole,
    errors: ["work_order_not_found", "work_order_comments"],
  }),
};
