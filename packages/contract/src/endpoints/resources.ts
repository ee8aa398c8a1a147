/**
 * Files that devices leave behind in tests: read by people, sent by agents, whole or piece by piece while they grow. What
 * an agent sends names its lease; with one that has been released, or an older one, it is refused. Only what was recorded
 * under a lease may still come, from the agent that held it, for `late_recording_hours` after the lease was released.
 * What a debug session leaves behind is, until it has ended, only for its holder and who holds `debug.monitor`: for others
 * it is not there.
 */
import { z } from "zod";
import { RESOURCE_ENDS, RESOURCE_KINDS } from "../states.ts";
import { endpoint, RANGE_ANSWERS } from "../endpoint.ts";
import { LIMITS } from "../limits.ts";
import { id, projectQuery, queryFlag, resource, text, time } from "../shapes.ts";
import { testDeviceParams } from "./test-device.ts";

const resourceParams = testDeviceParams.extend({ resource_id: id });
const leaseToken = z.coerce.number().int().positive();
const milliseconds = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const agentErrors = ["test_not_found", "device_not_found", "agent_stale_lease"] as const;

const described = {
  name: text(LIMITS.file_name_max).min(1),
  kind: z.enum(RESOURCE_KINDS),
  content_type: text(100),
};

export const resourceEndpoints = {
  resourceList: endpoint({
    name: "resourceList",
    method: "GET",
    path: "/v1/api/tests/{test_id}/devices/{device_id}/resources",
    access: "viewer",
    summary: "The files a device left behind in a test, newest first, a thousand at most, its recordings among them.",
    params: testDeviceParams,
    query: projectQuery.extend({
      kind: z.enum(RESOURCE_KINDS).optional(),
      case_run_id: z.coerce.number().int().positive().optional(),
    }),
    response: z.object({ resource_list: z.array(resource) }),
    errors: ["test_not_found", "test_not_in_project", "device_not_found"],
  }),
  resourceGet: endpoint({
    name: "resourceGet",
    method: "GET",
    path: "/v1/api/tests/{test_id}/devices/{device_id}/resources/{resource_id}",
    access: "viewer",
    summary: "One of these files, or a range of it. One that grows is answered as far as it has come.",
    params: resourceParams,
    query: projectQuery,
    response: z.unknown(),
    response_kind: "raw",
    raw_answers: RANGE_ANSWERS,
    errors: ["test_not_found", "test_not_in_project", "device_not_found", "resource_not_found"],
  }),
  performanceCsv: endpoint({
    name: "performanceCsv",
    method: "GET",
    path: "/v1/api/tests/{test_id}/devices/{device_id}/resources/{resource_id}/csv",
    access: "viewer",
    summary:
      "A recording of performance as CSV (UTF-8 with a byte order mark): a header with each column's unit, then a row a sample, as far as it has come. Streamed.",
    params: resourceParams,
    query: projectQuery,
    response: z.unknown(),
    response_kind: "raw",
    errors: ["test_not_found", "test_not_in_project", "device_not_found", "resource_not_found"],
  }),
  agentResourcePut: endpoint({
    name: "agentResourcePut",
    method: "PUT",
    path: "/v1/agent/tests/{test_id}/devices/{device_id}/resources",
    access: "agent",
    summary: "Keep a file of a test that runs on one of this agent's devices.",
    params: testDeviceParams,
    query: z.object({
      ...described,
      lease_token: leaseToken,
      started_at: z.coerce.number().pipe(time).optional(),
      case_run_id: z.coerce.number().int().positive().optional(),
    }),
    body: z.unknown(),
    body_kind: "bytes",
    response: z.object({ resource_id: id }),
    errors: [...agentErrors, "body_too_large", "resource_quota", "storage_full"],
  }),
  agentResourceBegin: endpoint({
    name: "agentResourceBegin",
    method: "POST",
    path: "/v1/agent/tests/{test_id}/devices/{device_id}/resources",
    access: "agent",
    summary:
      "Begin a file whose pieces come while the test goes on. The agent names it, so that beginning it again only asks how much of it there is.",
    params: testDeviceParams,
    body: z.object({
      ...described,
      resource_id: z.uuid(),
      lease_token: z.int().positive(),
      started_at: time.nullable().default(null),
      case_run_id: z.int().positive().nullable().default(null),
    }),
    response: z.object({ next_piece: z.int().min(0), size_bytes: z.int().min(0) }),
    errors: [...agentErrors, "resource_not_found", "resource_quota"],
  }),
  agentResourcePiece: endpoint({
    name: "agentResourcePiece",
    method: "PUT",
    path: "/v1/agent/tests/{test_id}/devices/{device_id}/resources/{resource_id}/pieces/{piece}",
    access: "agent",
    summary:
      "Add the next piece; they count from 0. One that is there already changes nothing, and the size says how far that went. An empty one adds no piece and only says how far the timeline has come.",
    params: resourceParams.extend({
      piece: z.coerce
        .number()
        .int()
        .min(0)
        .max(LIMITS.resource_pieces_max - 1),
    }),
    query: z.object({
      lease_token: leaseToken,
      /** Where the timeline stands after it. */
      duration_ms: milliseconds.optional(),
      /** `1`: a player may begin with this piece. */
      is_start: queryFlag,
    }),
    body: z.unknown(),
    body_kind: "bytes",
    response: z.object({ size_bytes: z.int() }),
    errors: [
      ...agentErrors,
      "resource_not_found",
      "resource_piece",
      "resource_ended",
      "resource_quota",
      "body_too_large",
      "storage_full",
    ],
  }),
  agentResourceEnd: endpoint({
    name: "agentResourceEnd",
    method: "POST",
    path: "/v1/agent/tests/{test_id}/devices/{device_id}/resources/{resource_id}/end",
    access: "agent",
    summary: "Nothing more comes, and how it ended. Saying it twice changes nothing.",
    params: resourceParams,
    body: z.object({
      lease_token: z.int().positive(),
      duration_ms: z.int().min(0).nullable().default(null),
      state: z.enum(RESOURCE_ENDS).default("complete"),
    }),
    response: z.null(),
    errors: [...agentErrors, "resource_not_found"],
  }),
};
