/** Document 2's triggers of a job. Code says schedule: the word trigger belongs to notifications. */
import { z } from "zod";
import { SCHEDULE_DAYS, SCHEDULE_KINDS, SCHEDULE_STATES } from "../automation.ts";
import { endpoint } from "../endpoint.ts";
import { refused } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import { id, page, pageQuery, projectQuery, text, time } from "../shapes.ts";
import { rule } from "../rules.ts";
import { jobName } from "./jobs.ts";

/** When a schedule fires. Times are those of `time_zone`, an IANA name. */
export const timing = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("crontab"), cron: text(200).min(1, rule("required")), time_zone: text(64).min(1) }),
  z.object({
    kind: z.literal("timed"),
    days: z.array(z.enum(SCHEDULE_DAYS)).min(1, rule("required")).max(7),
    /** `HH:MM`. */
    time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, rule("time_of_day")),
    time_zone: text(64).min(1),
  }),
]);
export type Timing = z.output<typeof timing>;

export const schedule = z.object({
  schedule_id: id,
  job_id: id,
  job_name: z.string(),
  name: z.string(),
  kind: z.enum(SCHEDULE_KINDS),
  timing,
  state: z.enum(SCHEDULE_STATES),
  next_at: time.nullable(),
  last_fired_at: time.nullable(),
  /** The test that the last firing made; null when it was refused. */
  last_test_id: id.nullable(),
  /** Why the last firing made no test, as a name of the error table; empty otherwise. */
  last_error: refused.nullable(),
  /** The server was down when it was due, and it ran late, once. */
  last_missed: z.boolean(),
  user_name: z.string(),
  updated_at: time,
});
export type Schedule = z.output<typeof schedule>;

const scheduleParams = z.object({ schedule_id: id });
const body = z.object({ name: jobName, timing });
const timingErrors = ["cron_invalid", "time_zone_invalid"] as const;

export const scheduleEndpoints = {
  scheduleList: endpoint({
    name: "scheduleList",
    method: "GET",
    path: "/v1/api/schedules",
    access: { privilege: "case.view" },
    summary: "The project's schedules, or those of one job; the next to fire first.",
    query: projectQuery.extend({ job_id: id.optional(), keyword: text(LIMITS.keyword_max).default(""), ...pageQuery }),
    response: page(schedule),
    errors: [],
  }),
  scheduleCreate: endpoint({
    name: "scheduleCreate",
    method: "POST",
    path: "/v1/api/schedules",
    access: "member",
    summary: "Make a schedule, started. It runs the job in the name of who made or changed it last.",
    query: projectQuery,
    body: body.extend({ job_id: id }),
    response: schedule,
    errors: ["job_not_found", ...timingErrors],
  }),
  scheduleUpdate: endpoint({
    name: "scheduleUpdate",
    method: "PUT",
    path: "/v1/api/schedules/{schedule_id}",
    access: "member",
    summary: "Change a schedule.",
    params: scheduleParams,
    query: projectQuery,
    body,
    response: schedule,
    errors: ["schedule_not_found", ...timingErrors],
  }),
  scheduleState: endpoint({
    name: "scheduleState",
    method: "PUT",
    path: "/v1/api/schedules/{schedule_id}/state",
    access: "member",
    summary: "Start or stop a schedule.",
    params: scheduleParams,
    query: projectQuery,
    body: z.object({ state: z.enum(SCHEDULE_STATES) }),
    response: schedule,
    errors: ["schedule_not_found"],
  }),
  scheduleDelete: endpoint({
    name: "scheduleDelete",
    method: "DELETE",
    path: "/v1/api/schedules/{schedule_id}",
    access: "member",
    summary: "Delete a schedule.",
    params: scheduleParams,
    query: projectQuery,
    response: z.null(),
    errors: ["schedule_not_found"],
  }),
  schedulePreview: endpoint({
    name: "schedulePreview",
    method: "POST",
    path: "/v1/api/schedules/preview",
    access: "viewer",
    summary: "The next five times at which such a schedule would fire.",
    query: projectQuery,
    body: z.object({ timing }),
    response: z.object({ times: z.array(time) }),
    errors: [...timingErrors],
  }),
};
