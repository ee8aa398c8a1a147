/** Jobs: what is run, on what, how; and the account files that their scripts sign in with. */
import { z } from "zod";
import { EXECUTION_STATES, FRAMEWORKS, SHOWN_CASE_STATES, VERDICTS, type ShownCaseState } from "../automation.ts";
import { endpoint } from "../endpoint.ts";
import { refusal } from "../errors.ts";
import { deviceChoice, LEFT_OUT_REASONS } from "../device-rules.ts";
import { jobConfig } from "../job-config.ts";
import { LIMITS } from "../limits.ts";
import { bodyFlag, id, page, pageQuery, projectQuery, text, time } from "../shapes.ts";
import { DEVICE_OS, DEVICE_STATES } from "../states.ts";
import { rule } from "../rules.ts";

/** Cases by state. Skipped ones are counted apart from those that succeeded: what never ran has passed nothing. */
export const caseTotals = z.object({
  ...(Object.fromEntries(SHOWN_CASE_STATES.map((state) => [state, z.int()])) as Record<ShownCaseState, z.ZodInt>),
  total: z.int(),
});
export type CaseTotals = z.output<typeof caseTotals>;

/** How many cases were to pass: all but the skipped ones. */
export const wantedCases = ({ total, skipped }: Pick<CaseTotals, "total" | "skipped">): number => total - skipped;
/** How many cases nothing more is to come of, in whatever way. */
export const settledCases = ({
  total,
  undistributed,
  executing,
}: Pick<CaseTotals, "total" | "undistributed" | "executing">): number => total - undistributed - executing;
/** What {@link passRatio} follows from. */
export type PassTotals = Pick<CaseTotals, "success" | "total" | "skipped">;
/** The share of them that passed, from 0 to 1; undefined when there are none. */
export const passRatio = (totals: PassTotals): number | undefined =>
  wantedCases(totals) > 0 ? totals.success / wantedCases(totals) : undefined;

/** One run of a job, as its list and trend show it. */
export const runSummary = z.object({
  test_id: id,
  run_number: z.int(),
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
  /** The caller is a guest: parameters and accounts are left out of `config`. */
  config_withheld: z.boolean(),
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

/** One that is too long has a refusal of its own (document 1 §8). */
export const jobName = text(LIMITS.body_size_max_bytes)
  .transform((value) => value.trim())
  .pipe(
    z
      .string()
      .min(1, rule("required"))
      .refine((value) => value.length <= LIMITS.job_name_max, {
        message: `must have at most ${LIMITS.job_name_max} characters`,
        params: refusal("job_name_too_long", { max: LIMITS.job_name_max }),
      }),
  );

const jobParams = z.object({ job_id: id });
const jobBody = z.object({ name: jobName, config: jobConfig });
const configErrors = [
  "app_not_found",
  "app_not_in_project",
  "library_not_found",
  "account_file_not_found",
  "credential_not_found",
  "device_list",
  "device_not_selectable",
  "device_wrong_os",
  "tag_not_found",
  "app_wrong_device",
] as const;
const startErrors = [
  "library_not_parsed",
  "library_empty",
  "rerun_gone",
  "account_shortage",
  "no_valid_devices",
  "device_no_tasks",
  "device_list",
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
    errors: ["job_not_found", "tag_not_found"],
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
      "Start a run: its test waits in the queue for its devices. `config` runs it with changes, once. `rerun_of` runs again what another run of this job ran, or only these of its cases; for what failed beside its cases, those around which it failed. Cases that are gone are left out. `device_id` runs it on that device alone; cases of another run that are run so are compared with nothing. A project token may call this: it is the webhook of a job.",
    params: jobParams,
    query: projectQuery,
    body: z.object({
      config: jobConfig.optional(),
      rerun_of: id.optional(),
      case_keys: z.array(text(LIMITS.case_key_max).min(1)).min(1).max(10_000).optional(),
      device_id: id.optional(),
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
      "Which devices of a system a choice finds now: how many in all, how many of them runs take, how many of those are idle and how many at agents with a container engine for the images of jobs, why runs take no others, and the first hundred, those that runs take before others. A choice by tags asks for the privilege `tag.view` as well.",
    query: projectQuery,
    body: z.object({
      os: z.enum(DEVICE_OS).default("android"),
      devices: deviceChoice,
      only_healthy: bodyFlag.default(true),
    }),
    response: z.object({
      total: z.int(),
      usable: z.int(),
      /** Those that are found besides, each under the first of the reasons that it has. */
      left_out: z.array(z.object({ reason: z.enum(LEFT_OUT_REASONS), count: z.int() })),
      idle: z.int(),
      with_engine: z.int(),
      list: z.array(
        z.object({
          device_id: id,
          brand: z.string(),
          model: z.string(),
          serial: z.string(),
          os_version: z.string(),
          state: z.enum(DEVICE_STATES),
        }),
      ),
    }),
    errors: ["no_permission"],
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
  updated_at: time,
  /** How many jobs hand out its accounts, and the first of them by name. */
  job_count: z.int(),
  jobs: z.array(z.object({ job_id: id, name: z.string() })),
});
export type AccountFile = z.output<typeof accountFile>;

const accountFileParams = z.object({ account_file_id: id });
const accountContent = z
  .string()
  .min(1)
  .max(LIMITS.body_size_max_bytes / 2);

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
    body: z.object({ name: jobName, content: accountContent }),
    response: accountFile,
    errors: ["account_file_changed", "account_file_empty"],
  }),
  accountFileGet: endpoint({
    name: "accountFileGet",
    method: "GET",
    path: "/v1/api/account_files/{account_file_id}",
    access: "member",
    summary: "One account file, without what is in it.",
    params: accountFileParams,
    query: projectQuery,
    response: accountFile,
    errors: ["account_file_not_found"],
  }),
  accountFileUpdate: endpoint({
    name: "accountFileUpdate",
    method: "PUT",
    path: "/v1/api/account_files/{account_file_id}",
    access: "member",
    summary:
      "Rename an account file. `content` replaces its accounts, unless running tests hold some. Jobs that use it stay with it.",
    params: accountFileParams,
    query: projectQuery,
    body: z.object({ name: jobName, content: accountContent.optional() }),
    response: accountFile,
    errors: ["account_file_not_found", "account_file_changed", "account_file_empty", "account_file_held"],
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
    summary: "Delete an account file that no job uses and no running test holds accounts of.",
    params: accountFileParams,
    query: projectQuery,
    response: z.null(),
    errors: ["account_file_not_found", "account_file_used", "account_file_held"],
  }),
};
