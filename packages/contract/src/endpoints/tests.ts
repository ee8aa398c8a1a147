import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { LIMITS } from "../limits.ts";
import { driver, id, page, pageQuery, projectQuery, test, text, viewer } from "../shapes.ts";
import { END_REASONS, TEST_KINDS, TEST_STATES } from "../states.ts";

const testParams = z.object({ test_id: id });

export const testEndpoints = {
  testCreate: endpoint({
    name: "testCreate",
    method: "POST",
    path: "/v1/api/tests",
    access: "member",
    summary: "Take an idle device for a debug session. Of two callers at one moment exactly one wins.",
    query: projectQuery,
    body: z.object({
      kind: z.literal("debug"),
      device_id: id,
      /** Whole minutes, 5 to 480. */
      duration_minutes: z.int(),
      /** Installed on the device as soon as the session runs. */
      app_id: id.optional(),
    }),
    response: z.object({ test_id: id }),
    errors: [
      "device_not_found",
      "device_not_in_project",
      "device_busy",
      "device_offline",
      "device_not_ready",
      "device_draining",
      "device_out_of_use",
      "device_no_remote",
      "duration_out_of_range",
      "app_wrong_device",
      "app_not_found",
      "app_not_in_project",
      "parallel_limit_user",
      "parallel_limit_project",
    ],
  }),
  testList: endpoint({
    name: "testList",
    method: "GET",
    path: "/v1/api/tests",
    access: "viewer",
    summary: "The project's tests, newest first. The keyword looks in device model, serial and user name.",
    query: projectQuery.extend({
      kind: z.enum(TEST_KINDS).optional(),
      state: z.enum(TEST_STATES).optional(),
      end_reason: z.enum(END_REASONS).optional(),
      device_id: id.optional(),
      user_id: id.optional(),
      keyword: text(LIMITS.keyword_max).default(""),
      ...pageQuery,
    }),
    response: page(test),
    errors: [],
  }),
  testGet: endpoint({
    name: "testGet",
    method: "GET",
    path: "/v1/api/tests/{test_id}",
    access: "viewer",
    summary: "One test with its devices, their phases, who watches now, and who drives besides the holder.",
    params: testParams,
    query: projectQuery,
    response: test.extend({ viewers: z.array(viewer), drivers: z.array(driver) }),
    errors: ["test_not_found", "test_not_in_project"],
  }),
  adminTestGet: endpoint({
    name: "adminTestGet",
    method: "GET",
    path: "/v1/plat/admin/tests/{test_id}",
    access: "admin",
    summary: "One test of any project, for who knows its id and not where it belongs.",
    params: testParams,
    response: test,
    errors: ["test_not_found"],
  }),
  testExtend: endpoint({
    name: "testExtend",
    method: "POST",
    path: "/v1/api/tests/{test_id}/extension",
    access: "holder",
    summary: "Move the deadline of a running debug session. In all a debug session lasts at most 480 minutes.",
    params: testParams,
    query: projectQuery,
    body: z.object({ minutes: z.int().min(1).max(LIMITS.extend_minutes_max) }),
    response: z.object({ deadline: z.int(), duration_minutes: z.int() }),
    errors: ["test_not_found", "test_not_in_project", "test_ended", "test_watched", "duration_out_of_range"],
  }),
  testKeep: endpoint({
    name: "testKeep",
    method: "POST",
    path: "/v1/api/tests/{test_id}/keep",
    access: "driver",
    summary: "Say that somebody still uses a debug session, which ends when nobody does anything for long.",
    params: testParams,
    query: projectQuery,
    /** Null: such sessions do not end by that. */
    response: z.object({ inactive_deadline: z.int().nullable() }),
    errors: ["test_not_found", "test_not_in_project", "test_ended", "test_watched"],
  }),
  testCancel: endpoint({
    name: "testCancel",
    method: "POST",
    path: "/v1/api/tests/{test_id}/cancelation",
    access: "holder",
    summary: "End a test. Ending one that has ended is no error: its record is answered as it is.",
    params: testParams,
    query: projectQuery,
    response: test,
    errors: ["test_not_found", "test_not_in_project"],
  }),
};
