/** Jobs: what is run, on what, how; and the account files that their scripts sign in with. */
import { z } from "zod";
import { CASE_STATES, EXECUTION_STATES, FRAMEWORKS, VERDICTS } from "../automation.ts";
import { endpoint } from "../endpoint.ts";
import { deviceChoice, jobConfig } from "../job-config.ts";
import { LIMITS } from "../limits.ts";
import { id, page, pageQuery, projectQuery, text, time } from "../shapes.ts";

/** How many cases are in which state; `skipped` is a part of `success`. */
export const caseTotals = z.object({
  ...(Object.fromEntries(CASE_STATES.map((state) => [state, z.int()])) as Record<
    (typeof CASE_STATES)[number],
    z.ZodInt
  >),
  skipped: z.int(),
  total: z.int(),
});
export type CaseTotals = z.output<typeof caseTotals>;

/** One run of a job, as its list and trend show it. */
export const runSummary = z.object({
  test_id: id,
  execution: z.enum(EXECUTION_STATES),
  verdict: z.enum(VERDICTS).nullable(),
  totals: caseTotals,
  user_name: z.string(),
  created_at: time,
  started_at: time.nullable(),
  ended_at: time.nullable(),
});
export type RunSummary = z.output<typeof runSummary>;

export const job = z.object({
  job_id: id,
  project_id: id,
  name: z.string(),
  /** Grows with every change; a change names the one that it was made from. */
  revision: z.int(),
  config: jobConfig,
  library_name: z.string(),
  app_name: z.string(),
  user_name: z.string(),
  created_at: time,
  updated_at: time,
  /** The commit of the last run; empty before the first and for frameworks without a library. */
  latest_commit_id: z.string(),
  last_run: runSummary.nullable(),
  /** The last ten runs, newest first. */
  trend: z.array(runSummary),
  schedule_count: z.int(),
});
export type Job = z.output<typeof job>;

export const jobName = text(LIMITS.job_name_max)
  .transform((value) => value.trim())
  .pipe(z.string().min(1, "is required"));

const jobParams = z.object({ job_id: id });
const jobBody = z.object({ name: jobName, config: jobConfig });
const configErrors = [
  "app_not_found",
  "app_not_in_project",
  "library_not_found",
  "account_file_not_found",
  "device_not_found",
  "device_not_in_project",
] as const;
const startErrors = [
  "library_not_parsed",
  "library_empty",
  "account_shortage",
  "no_valid_devices",
  "job_app_deleted",
  "run_too_large",
] as const;

export const jobEndpoints = {
  jobList: endpoint({
    name: "jobList",
    method: "GET",
    path: "/v1/api/jobs",
    access: { privilege: "case.view" },
    summary: "The project's jobs, those run last first. The keyword looks in job and user name.",
    query: projectQuery.extend({
      keyword: text(LIMITS.keyword_max).default(""),
      framework: z.enum(FRAMEWORKS).optional(),
      verdict: z.enum(VERDICTS).optional(),
      library_id: id.optional(),
      app_id: id.optional(),
      ...pageQuery,
    }),
    response: page(job),
    errors: [],
  }),
  jobGet: endpoint({
    name: "jobGet",
    method: "GET",
    path: "/v1/api/jobs/{job_id}",
    access: { privilege: "case.view" },
    summary: "One job.",
    params: jobParams,
    query: projectQuery,
    response: job,
    errors: ["job_not_found"],
  }),
  jobCreate: endpoint({
    name: "jobCreate",
    method: "POST",
    path: "/v1/api/jobs",
    access: "member",
    summary: "Make a job.",
    query: projectQuery,
    body: jobBody,
    response: job,
    errors: [...configErrors],
  }),
  jobUpdate: endpoint({
    name: "jobUpdate",
    method: "PUT",
    path: "/v1/api/jobs/{job_id}",
    access: "member",
    summary:
      "Change a job. `revision` is the one that was read: when somebody has changed it since, nothing is overwritten.",
    params: jobParams,
    query: projectQuery,
    body: jobBody.extend({ revision: z.int() }),
    response: job,
    errors: ["job_not_found", "job_changed", ...configErrors],
  }),
  jobCopy: endpoint({
    name: "jobCopy",
    method: "POST",
    path: "/v1/api/jobs/{job_id}/copy",
    access: "member",
    summary: "Make a job like another, without its schedules.",
    params: jobParams,
    query: projectQuery,
    body: z.object({ name: jobName }),
    response: job,
    errors: ["job_not_found"],
  }),
  jobDelete: endpoint({
    name: "jobDelete",
    method: "DELETE",
    path: "/v1/api/jobs/{job_id}",
    access: { privilege: "job.delete" },
    summary: "Delete a job and its schedules. Its reports stay.",
    params: jobParams,
    query: projectQuery,
    response: z.null(),
    errors: ["job_not_found"],
  }),
  jobRun: endpoint({
    name: "jobRun",
    method: "POST",
    path: "/v1/api/jobs/{job_id}/run",
    access: "member",
    summary:
      "Start a run: its test waits in the queue for its devices. `config` runs it with changes, once. `rerun_of` runs again what another run of this job ran, or only these of its cases. A project token may call this: it is the webhook of a job.",
    params: jobParams,
    query: projectQuery,
    body: z.object({
      config: jobConfig.optional(),
      rerun_of: id.optional(),
      case_keys: z.array(text(LIMITS.case_key_max).min(1)).min(1).max(10_000).optional(),
    }),
    response: z.object({ test_id: id }),
    errors: ["job_not_found", "test_not_found", ...configErrors, ...startErrors],
  }),
  jobDevices: endpoint({
    name: "jobDevices",
    method: "POST",
    path: "/v1/api/jobs/devices",
    access: "viewer",
    summary:
      "Which devices a choice finds now: how many in all, how many of them idle, how many at agents with a container engine for the images of jobs, and the first hundred.",
    query: projectQuery,
    body: z.object({ devices: deviceChoice }),
    response: z.object({
      total: z.int(),
      idle: z.int(),
      with_engine: z.int(),
      list: z.array(
        z.object({
          device_id: id,
          brand: z.string(),
          model: z.string(),
          serial: z.string(),
          os_version: z.string(),
          state: z.enum(["idle", "busy", "offline"]),
        }),
      ),
    }),
    errors: [],
  }),
};

export const accountFile = z.object({
  account_file_id: id,
  name: z.string(),
  /** Column names of the file; the first two are `account` and `password`. */
  columns: z.array(z.string()),
  account_count: z.int(),
  /** Accounts that no running test holds. */
  free_count: z.int(),
  user_name: z.string(),
  created_at: time,
});
export type AccountFile = z.output<typeof accountFile>;

export const accountEndpoints = {
  accountFileList: endpoint({
    name: "accountFileList",
    method: "GET",
    path: "/v1/api/account_files",
    access: "member",
    summary: "The project's account files. What is in them is never answered.",
    query: projectQuery.extend({ keyword: text(LIMITS.keyword_max).default(""), ...pageQuery }),
    response: page(accountFile),
    errors: [],
  }),
  accountFileCreate: endpoint({
    name: "accountFileCreate",
    method: "POST",
    path: "/v1/api/account_files",
    access: "member",
    summary:
      "Keep an account file, encrypted. `content` is the template's CSV with rows added and its first line as it was.",
    query: projectQuery,
    body: z.object({
      name: jobName,
      content: z
        .string()
        .min(1)
        .max(LIMITS.body_size_max_bytes / 2),
    }),
    response: accountFile,
    errors: ["account_file_changed", "account_file_empty"],
  }),
  accountFileTemplate: endpoint({
    name: "accountFileTemplate",
    method: "GET",
    path: "/v1/api/account_files/template",
    access: "member",
    summary: "The template that an account file is made from.",
    query: projectQuery,
    response: z.unknown(),
    response_kind: "raw",
    errors: [],
  }),
  accountFileDelete: endpoint({
    name: "accountFileDelete",
    method: "DELETE",
    path: "/v1/api/account_files/{account_file_id}",
    access: "member",
    summary: "Delete an account file that no job uses.",
    params: z.object({ account_file_id: id }),
    query: projectQuery,
    response: z.null(),
    errors: ["account_file_not_found", "account_file_used"],
  }),
};
