/** To which projects single devices are given, apart from what their agents are registered for. */
import { z } from "zod";
import { GIVEN_TO, GIVING } from "../device-use.ts";
import { endpoint } from "../endpoint.ts";
import { LIMITS } from "../limits.ts";
import { id, page, pageQuery, text } from "../shapes.ts";

const params = z.object({ device_id: id });
const body = z.object({
  given_to: z.enum(GIVEN_TO),
  /** With `projects` alone: which. */
  project_ids: z.array(id).max(LIMITS.given_projects_max).default([]),
  /** With `projects` alone: whether these are all, or more, or fewer than there were. */
  change: z.enum(GIVING).default("set"),
});
export type GivingWish = z.output<typeof body>;

export const deviceGivingEndpoints = {
  deviceGive: endpoint({
    name: "deviceGive",
    method: "PUT",
    path: "/v1/plat/admin/devices/{device_id}/given",
    access: "admin",
    summary:
      "Give a device to the projects that its agent is registered for, to all, or to some by name; none of these is nobody. A project that it is taken from must not use it at that moment.",
    params,
    body,
    response: z.null(),
    errors: ["device_not_found", "device_not_in_project", "project_not_exists", "device_used_by_project"],
  }),
  deviceProjectList: endpoint({
    name: "deviceProjectList",
    method: "GET",
    path: "/v1/plat/admin/devices/{device_id}/projects",
    access: "admin",
    summary:
      "The projects that a device is given to, by name or by its agent; none where that is all of them. The keyword looks in their names and ids.",
    params,
    query: z.object({ keyword: text(LIMITS.keyword_max).default(""), ...pageQuery }),
    response: page(z.object({ project_id: id, name: z.string() })),
    errors: ["device_not_found"],
  }),
};
