import { z } from "zod";
import { percent } from "../checkups.ts";
import { endpoint } from "../endpoint.ts";
import { id, page, pageQuery, projectQuery, time } from "../shapes.ts";

const checkup = z.object({
  test_id: id,
  device_id: id,
  model: z.string(),
  battery_percent: percent,
  load_percent: percent,
  created_at: time,
});
export type Checkup = z.output<typeof checkup>;

export const checkupEndpoints = {
  checkupList: endpoint({
    name: "checkupList",
    method: "GET",
    path: "/v1/api/checkups",
    access: "viewer",
    summary: "The project's checkups, newest first.",
    query: projectQuery.extend(pageQuery),
    response: page(checkup),
    errors: [],
  }),
  checkupStart: endpoint({
    name: "checkupStart",
    method: "POST",
    path: "/v1/api/checkups",
    access: "member",
    summary: "Have a device checked as soon as it is free.",
    query: projectQuery,
    body: z.object({ device_id: id }),
    response: z.object({ test_id: id }),
    errors: ["device_not_found"],
  }),
  agentCheckupFinish: endpoint({
    name: "agentCheckupFinish",
    method: "POST",
    path: "/v1/agent/checkups/{test_id}/{device_id}/finish",
    access: "agent",
    summary: "What the device said; its checkup is over.",
    params: z.object({ test_id: id, device_id: id }),
    body: z.object({ lease_token: z.int(), battery_percent: percent }),
    response: z.null(),
    errors: ["test_not_found", "agent_stale_lease"],
  }),
};
