import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { LIMITS } from "../limits.ts";
import { device, id, page, pageQuery, projectQuery, text } from "../shapes.ts";
import { DEVICE_OS, DEVICE_STATES } from "../states.ts";

export const deviceEndpoints = {
  deviceList: endpoint({
    name: "deviceList",
    method: "GET",
    path: "/v1/api/devices",
    access: "viewer",
    summary: "The project's devices. The keyword looks in model, brand, serial and the holder's name.",
    query: projectQuery.extend({
      keyword: text(LIMITS.keyword_max).default(""),
      /** This whole serial number, in whatever case; what is written exactly so comes first. */
      serial: text(LIMITS.serial_max).optional(),
      state: z.enum(DEVICE_STATES).optional(),
      os: z.enum(DEVICE_OS).optional(),
      ...pageQuery,
    }),
    response: page(device).extend({
      /** Devices in each state before the state filter, for the counters above the list. */
      state_counts: z.record(z.enum(DEVICE_STATES), z.int()),
    }),
    errors: [],
  }),
  deviceGet: endpoint({
    name: "deviceGet",
    method: "GET",
    path: "/v1/api/devices/{device_id}",
    access: "viewer",
    summary: "One device.",
    params: z.object({ device_id: id }),
    query: projectQuery,
    response: device,
    errors: ["device_not_found", "device_not_in_project"],
  }),
};
