/** What ran on a device: every part that it had in a test, of whatever kind. */
import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { id, page, pageQuery, projectQuery, test, time } from "../shapes.ts";
import { DEVICE_WORKS, TEST_KINDS } from "../states.ts";
import { said } from "../words.ts";
import { workOrder } from "../work-orders.ts";

/**
 * What came of a device's part in a test. `broken_off`: device, agent or environment failed, and not what was tested; `none`:
 * nothing was to be judged, as in a debug session, or somebody ended it before.
 */
export const PART_VERDICTS = ["running", "passed", "failed", "broken_off", "none"] as const;
export type PartVerdict = (typeof PART_VERDICTS)[number];

const part = z.object({
  test_id: id,
  kind: z.enum(TEST_KINDS),
  /** Null: the platform's own, as self-checks are. */
  project: z.object({ project_id: id, name: z.string() }).nullable(),
  /** Who started it, or asked the platform for it; null: nobody did. */
  user_name: z.string().nullable(),
  /** What the run is called; null for the other kinds. */
  run: test.shape.run,
  /** What an inspection had the device do; null for the other kinds. */
  work: z.enum(DEVICE_WORKS).nullable(),
  /** When it got the device, and when it had given it back, clean; null while it has it. */
  since: time,
  until: time.nullable(),
  verdict: z.enum(PART_VERDICTS),
  /** It is a self-check that passed with warnings. */
  has_warnings: z.boolean(),
  error: said.nullable(),
});
export type DeviceTest = z.output<typeof part>;

const parts = page(part).extend({ device: workOrder.shape.device });

const params = z.object({ device_id: id });
const filter = z.object({
  kind: z.enum(TEST_KINDS).optional(),
  verdict: z.enum(PART_VERDICTS).optional(),
  ...pageQuery,
});

export const deviceTestEndpoints = {
  deviceTestList: endpoint({
    name: "deviceTestList",
    method: "GET",
    path: "/v1/api/devices/{device_id}/tests",
    access: "viewer",
    summary:
      "What ran on a device, newest first: the project's own tests, and those of the platform that whoever sees the device may read.",
    params,
    query: projectQuery.extend(filter.shape),
    response: parts,
    errors: ["device_not_found", "device_not_in_project"],
  }),
  adminDeviceTestList: endpoint({
    name: "adminDeviceTestList",
    method: "GET",
    path: "/v1/plat/admin/devices/{device_id}/tests",
    access: "admin",
    summary: "The same for administrators: the tests of every project.",
    params,
    query: filter,
    response: parts,
    errors: ["device_not_found"],
  }),
};
