import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { LIMITS } from "../limits.ts";
import { rule } from "../rules.ts";
import { id, projectOfPath, test, text } from "../shapes.ts";
import { TEST_KINDS } from "../states.ts";
import { isTimeZone } from "../time-zones.ts";

/** One day of the caller's own time zone, which may have 23 hours, or 25. */
const dayStats = z.object({
  /** `2026-11-20` */
  day: z.string(),
  /** Tests that were made on it. */
  tests: z.int(),
  /** Those of them that are runs; the others are debug sessions. */
  runs: z.int(),
  /** Minutes that they ran. */
  minutes: z.number(),
  /** Minutes that devices were there, all together; null where nothing was noted yet. */
  online_minutes: z.number().nullable(),
  /** Minutes that they were held by tests of any project. */
  busy_minutes: z.number(),
});
export type DayStats = z.output<typeof dayStats>;

const totals = z.object({
  tests: z.int(),
  runs: z.int(),
  minutes: z.number(),
  users: z.int(),
  busy_minutes: z.number(),
});

/** Where days begin. */
export const ownTimeZone = text(64).refine(isTimeZone, rule("time_zone")).default("UTC");

/** What statistics are of; the newest day is today, and not over. */
export const statsRange = z.object({
  project_id: id.optional(),
  days: z.literal([7, 30, 90]).default(7),
  time_zone: ownTimeZone,
});

export const statisticsEndpoints = {
  biStats: endpoint({
    name: "biStats",
    method: "POST",
    path: "/v1/api/bi/stats",
    access: "session",
    reads: true,
    summary:
      "How much was tested, how much devices were used and how long they were broken, by day: in one project, or in all that the caller belongs to. The project of the query narrows it, as `project_id` does. The newest day is today, and not over.",
    query: projectOfPath,
    body: statsRange,
    response: z.object({
      by_day: z.array(dayStats),
      totals,
      /** The same number of days before these. */
      before: totals,
      kinds: z.array(z.object({ kind: z.enum(TEST_KINDS), tests: z.int(), minutes: z.number() })),
      /** The devices that were held longest. */
      devices: z.array(
        z.object({
          device_id: id,
          model: z.string(),
          serial: z.string(),
          busy_minutes: z.number(),
          online_minutes: z.number().nullable(),
        }),
      ),
      /** Work orders of the devices that these projects see. */
      repairs: z.object({
        reported: z.int(),
        processed: z.int(),
        /** Of those processed in these days, from report to close; null where none was. */
        mean_minutes: z.number().nullable(),
        /** Now, whenever they were reported. */
        open: z.int(),
      }),
      /** The devices that had an open one for longest in these days. */
      broken: z.array(
        z.object({
          device_id: id,
          model: z.string(),
          serial: z.string(),
          orders: z.int(),
          broken_minutes: z.number(),
        }),
      ),
    }),
    errors: ["project_not_exists", "user_not_in_project", "project_mismatch"],
  }),
  biRecentTests: endpoint({
    name: "biRecentTests",
    method: "POST",
    path: "/v1/api/bi/recent/test/list",
    access: "session",
    reads: true,
    summary:
      "The caller's own newest tests, in one project (of the query or `project_id`) or in all that they belong to.",
    query: projectOfPath,
    body: z.object({
      project_id: id.optional(),
      state: z.enum(["open", "ended"]).optional(),
      limit: z.int().min(1).max(LIMITS.recent_tests_max).default(10),
    }),
    response: z.object({ list: z.array(test.extend({ project_name: z.string() })) }),
    errors: ["project_not_exists", "user_not_in_project", "project_mismatch"],
  }),
};
