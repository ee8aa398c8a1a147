/** Devices that nobody gets until they are put back. */
import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { LIMITS } from "../limits.ts";
import { rule } from "../rules.ts";
import { id, projectQuery, text } from "../shapes.ts";

const params = z.object({ device_id: id });
const path = "/v1/api/devices/{device_id}/out_of_use" as const;
const adminPath = "/v1/plat/admin/devices/{device_id}/out_of_use" as const;
const reason = z.object({ reason: text(LIMITS.out_of_use_reason_max).trim().min(1, rule("required")) });
const deviceErrors = ["device_not_found", "device_not_in_project", "device_shared"] as const;

export const outOfUseEndpoints = {
  deviceTakeOut: endpoint({
    name: "deviceTakeOut",
    method: "PUT",
    path,
    access: "owner",
    summary:
      "Take a device out of use, with a reason, for every project that sees it. What runs on it goes on to its end; nothing begins on it but the self-checks that administrators ask for. For administrators of the one project that sees it; of a device that several see, for those of the server.",
    params,
    query: projectQuery,
    body: reason,
    response: z.null(),
    errors: [...deviceErrors, "device_out_of_use"],
  }),
  devicePutBack: endpoint({
    name: "devicePutBack",
    method: "DELETE",
    path,
    access: "owner",
    summary: "Put a device back into use. For whom may take it out.",
    params,
    query: projectQuery,
    response: z.null(),
    errors: [...deviceErrors, "device_not_out_of_use"],
  }),
  adminDeviceTakeOut: endpoint({
    name: "adminDeviceTakeOut",
    method: "PUT",
    path: adminPath,
    access: "admin",
    summary: "Take a device out of use, as administrators of the server may, whoever sees it.",
    params,
    body: reason,
    response: z.null(),
    errors: ["device_not_found", "device_out_of_use"],
  }),
  adminDevicePutBack: endpoint({
    name: "adminDevicePutBack",
    method: "DELETE",
    path: adminPath,
    access: "admin",
    summary: "Put a device back into use, as administrators of the server may.",
    params,
    response: z.null(),
    errors: ["device_not_found", "device_not_out_of_use"],
  }),
};
