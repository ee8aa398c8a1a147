/** What became of what devices are brought back to between sessions. */
import { z } from "zod";
import { toldOutcome } from "../device-profiles.ts";
import { endpoint } from "../endpoint.ts";
import { id, projectQuery } from "../shapes.ts";

export const deviceProfileEndpoints = {
  deviceProfileOutcome: endpoint({
    name: "deviceProfileOutcome",
    method: "GET",
    path: "/v1/api/devices/{device_id}/profile",
    access: "viewer",
    summary:
      "What became of the profile that a device was last to be brought back to by a tag of the project, setting by setting, for whoever sees the device; why one would not take, for who sees tags.",
    params: z.object({ device_id: id }),
    query: projectQuery,
    response: z.object({ outcome: toldOutcome.nullable() }),
    errors: ["device_not_found", "device_not_in_project"],
  }),
};
