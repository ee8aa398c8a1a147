import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { handover } from "../handovers.ts";
import { projectQuery, time } from "../shapes.ts";
import { testDeviceParams } from "./test-device.ts";

export const handoverEndpoints = {
  handoverGet: endpoint({
    name: "handoverGet",
    method: "GET",
    path: "/v1/api/tests/{test_id}/devices/{device_id}/handover",
    access: "viewer",
    summary:
      "How a device was handed on after its part in a test: what is not as it was before, once it was cleaned. Null where that is not told, and for guests of a public project.",
    params: testDeviceParams,
    query: projectQuery,
    response: handover.extend({ told_at: time }).nullable(),
    errors: ["test_not_found", "test_not_in_project", "device_not_found"],
  }),
  agentHandover: endpoint({
    name: "agentHandover",
    method: "POST",
    path: "/v1/agent/tests/{test_id}/devices/{device_id}/handover",
    access: "agent",
    summary: "What a session left on a device of this agent. Saying it again replaces what was said before.",
    params: testDeviceParams,
    body: handover.extend({ lease_token: z.int().positive() }),
    response: z.null(),
    errors: ["test_not_found", "agent_stale_lease"],
  }),
};
