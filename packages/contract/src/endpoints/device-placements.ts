/** Where devices stand, and what they are there for. */
import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { LIMITS } from "../limits.ts";
import { bodyFlag, id, projectQuery, text } from "../shapes.ts";

const params = z.object({ device_id: id });
/** What is left out stays as it is. */
const body = z.object({
  site: text(LIMITS.device_site_max).trim().optional(),
  location: text(LIMITS.device_location_max).trim().optional(),
  task_access: bodyFlag.optional(),
  remote_access: bodyFlag.optional(),
});
export type PlacementWish = z.output<typeof body>;

export const devicePlacementEndpoints = {
  devicePlace: endpoint({
    name: "devicePlace",
    method: "PUT",
    path: "/v1/api/devices/{device_id}/placement",
    access: "owner",
    summary:
      "Say where a device stands, and whether automated tests and debug sessions get it, for every project that sees it. What runs on it goes on to its end. For administrators of the one project that sees it; of a device that several see, for those of the server.",
    params,
    query: projectQuery,
    body,
    response: z.null(),
    errors: ["device_not_found", "device_not_in_project", "device_shared"],
  }),
  adminDevicePlace: endpoint({
    name: "adminDevicePlace",
    method: "PUT",
    path: "/v1/plat/admin/devices/{device_id}/placement",
    access: "admin",
    summary: "The same for administrators of the server, whoever sees the device.",
    params,
    body,
    response: z.null(),
    errors: ["device_not_found"],
  }),
};
