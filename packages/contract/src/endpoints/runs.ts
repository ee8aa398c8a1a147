/** What an automated test does and did: the live page and the report read these. */
import { z } from "zod";
import {
  CASE_CAUSES,
  CASE_STATES,
  EXECUTION_STATES,
  FRAMEWORKS,
  RUN_ORIGINS,
  RUN_OUTCOMES,
  VERDICTS,
} from "../automation.ts";
import { caseDetail, runCaseResult, runCaseTask } from "../case-results.ts";
import { endpoint } from "../endpoint.ts";
import { jobConfig } from "../job-config.ts";
import { LIMITS } from "../limits.ts";
import { memoryWish } from "../memory-recordings.ts";
import { PHASE_NAMES } from "../states.ts";
import { deviceSeq, id, page, pageQuery, projectQuery, runNumber, test, text, time } from "../shapes.ts";
import { caseFilter } from "./case-filter.ts";
import { foundCase } from "./found-case.ts";
import { said } from "../words.ts";
import { caseTotals, runSummary } from "./jobs.ts";
import { DEVICE_RESULTS } from "../slots.ts";
import { slot } from "./run-slots.ts";

export const run = z.object({
  test: test,
  /** Counts from 1 in its project. */
  run_number: z.int(),
  job_id: id.nullable(),
  job_name: z.string(),
  execution: z.enum(EXECUTION_STATES),
  verdict: z.enum(VERDICTS).nullable(),
  /** What besides its cases made it fail: a module that had more memory than its budget. */
  verdict_reason: said.nullable(),
  /** What the verdict does not cover, such as memory samples that could not be read. */
  verdict_note: said.nullable(),
  /** Its devices are done, and what was sampled of their memory is being read: the verdict waits for that. */
  waits_for_memory: z.boolean(),
  origin: z.enum(RUN_ORIGINS),
  framework: z.enum(FRAMEWORKS),
  library_id: id.nullable(),
  library_name: z.string(),
  commit_id: z.string(),
  app_name: z.string(),
  app_version: z.string(),
  config: jobConfig,
  /** The caller is a guest: parameters and accounts are left out of `config`. */
  config_withheld: z.boolean(),
  totals: caseTotals,
  device_totals: z.object({ total: z.int(), passed: z.int(), failed: z.int(), unfinished: z.int() }),
  /**
   * What it is compared with: the run that was asked for, else the last one of the same job before it that had results;
   * repeats of another run are passed over but by repeats.
   */
  previous: runSummary.nullable(),
  /** Cases by their key: against it, and flaky (both outcomes with this app at this commit). */
  comparison: z.object({ new_failures: z.int(), fixed: z.int(), flaky: z.int() }),
});
export type Run = z.output<typeof run>;

export const caseRun = runCaseTask.extend({
  device_seq: z.int().nullable(),
  device_id: id.nullable(),
  device_model: z.string(),
  state: z.enum(CASE_STATES),
  cause: z.enum(CASE_CAUSES),
  started_at: time.nullable(),
  ended_at: time.nullable(),
  /** Milliseconds; null until it has ended. */
  cost: z.int().nullable(),
  /** First line of what the framework said of a failure. */
  error: z.string(),
  /** Why it came out so, where that is not the framework's to say, or not its alone. */
  reason: said.nullable(),
  /** The name of who took its device over; empty when nobody did. */
  taken_over_by: z.string(),
  /** Against the run before, by `case_key`. */
  compared: z.enum(["new_failure", "fixed", "still_failing", "new", "same"]),
  /** It has come out both ways with the same app at the same commit, in this run or in the last runs of its job. */
  flaky: z.boolean(),
});
export type CaseRun = z.output<typeof caseRun>;

const testParams = z.object({ test_id: id });
const runErrors = ["test_not_found", "test_not_in_project", "run_not_found"] as const;

/** What viewers read of runs. */
export const runReadEndpoints = {
  runGet: endpoint({
    name: "runGet",
    method: "GET",
    path: "/v1/api/tests/{test_id}/run",
    access: "viewer",
    summary: "The head of an automated test's report: verdict, totals, environment, and how it compares.",
    params: testParams,
    query: projectQuery.extend({ against: runNumber.optional() }),
    response: run,
    errors: [...runErrors],
  }),
  runByNumber: endpoint({
    name: "runByNumber",
    method: "GET",
    path: "/v1/api/runs/{run_number}",
    access: "viewer",
    summary: "Which automated test of the project has this number.",
    params: z.object({ run_number: runNumber }),
    query: projectQuery,
    response: z.object({ test_id: id, job_id: id.nullable() }),
    errors: ["run_not_found"],
  }),
  runList: endpoint({
    name: "runList",
    method: "GET",
    path: "/v1/api/runs",
    access: "viewer",
    summary:
      "The project's automated tests, newest first. The keyword looks in job and user name; as a number, with or without `#`, also for the run that has it.",
    query: projectQuery.extend({
      job_id: id.optional(),
      execution: z.enum(EXECUTION_STATES).optional(),
      verdict: z.enum(VERDICTS).optional(),
      keyword: text(LIMITS.keyword_max).default(""),
      ...pageQuery,
    }),
    response: page(
      runSummary.extend({
        job_id: id.nullable(),
        job_name: z.string(),
        framework: z.enum(FRAMEWORKS),
        commit_id: z.string(),
        device_count: z.int(),
      }),
    ),
    errors: [],
  }),
  runDevices: endpoint({
    name: "runDevices",
    method: "GET",
    path: "/v1/api/tests/{test_id}/run/devices",
    access: "viewer",
    summary: "The run's wanted devices with what they have, did and wait for.",
    params: testParams,
    query: projectQuery.extend({ result: z.enum(DEVICE_RESULTS).optional(), ...pageQuery }),
    response: page(slot),
    errors: [...runErrors],
  }),
  runCases: endpoint({
    name: "runCases",
    method: "GET",
    path: "/v1/api/tests/{test_id}/cases",
    access: "viewer",
    summary:
      "The run's cases, each by its last attempt. The keyword looks in name, file and error. `totals` counts what matches all filters but state, cause and comparison.",
    params: testParams,
    query: caseFilter.extend(pageQuery),
    response: page(caseRun).extend({ totals: caseTotals }),
    errors: [...runErrors],
  }),
  runCase: endpoint({
    name: "runCase",
    method: "GET",
    path: "/v1/api/tests/{test_id}/cases/{case_run_id}",
    access: "viewer",
    summary:
      "One case with its detail and all its attempts, oldest first. Who reads of a case that runs has its agent tell what it does and prints, for some seconds: `run.changed` says that there is more.",
    params: testParams.extend({ case_run_id: z.coerce.number().int().positive() }),
    query: projectQuery.extend({ against: runNumber.optional() }),
    response: caseRun.extend({ detail: caseDetail, attempts: z.array(caseRun) }),
    errors: [...runErrors, "case_run_not_found"],
  }),
  runCaseAround: endpoint({
    name: "runCaseAround",
    method: "GET",
    path: "/v1/api/tests/{test_id}/cases/{case_run_id}/around",
    access: "viewer",
    summary:
      "Which cases come before and after a case in a list of the run's cases. Of an earlier attempt: around the last one. Where the list leaves the case out, its position is null.",
    params: testParams.extend({ case_run_id: z.coerce.number().int().positive() }),
    query: caseFilter,
    response: z.object({
      previous: z.int().nullable(),
      next: z.int().nullable(),
      /** Counts from 1. */
      position: z.int().nullable(),
      total: z.int(),
    }),
    errors: [...runErrors, "case_run_not_found"],
  }),
  caseHistory: endpoint({
    name: "caseHistory",
    method: "GET",
    path: "/v1/api/runs/cases/history",
    access: "viewer",
    summary: "How one case of a job came out in its last runs, newest first.",
    query: projectQuery.extend({ job_id: id, case_key: text(LIMITS.case_key_max).min(1), ...pageQuery }),
    response: page(
      caseRun.omit({ compared: true, flaky: true }).extend({
        test_id: id,
        run_number: z.int(),
        /** Those of repeats say how the case came out, and nothing of how often it does. */
        origin: z.enum(RUN_ORIGINS),
        commit_id: z.string(),
        app_version: z.string(),
      }),
    ),
    errors: [],
  }),
};

/** What whoever started a run takes out of it. */
export const runCancelEndpoints = {
  runTakeOver: endpoint({
    name: "runTakeOver",
    method: "POST",
    path: "/v1/api/tests/{test_id}/devices/{device_id}/takeover",
    access: "holder",
    summary:
      "Take a device from a run and debug it. The case that runs there is cancelled as the person's doing and not tried again; cases that have not begun go to the run's other devices, or are cancelled where there is none or the device was to run them itself. The answer's debug session gets the device as soon as it is clean: nobody else can take it between.",
    params: testParams.extend({ device_id: id }),
    query: projectQuery,
    body: z.object({
      /** Whole minutes, 5 to 480, from when the device is ready for the session. */
      duration_minutes: z.int(),
    }),
    response: z.object({ test_id: id }),
    errors: [
      ...runErrors,
      "device_not_found",
      "device_draining",
      "device_out_of_use",
      "device_no_remote",
      "test_ended",
      "duration_out_of_range",
      "parallel_limit_user",
    ],
  }),
  runCancelDevice: endpoint({
    name: "runCancelDevice",
    method: "POST",
    path: "/v1/api/tests/{test_id}/run/devices/{device_seq}/cancelation",
    access: "holder",
    summary: "End one device's part in a run; the others go on.",
    params: testParams.extend({ device_seq: deviceSeq }),
    query: projectQuery,
    response: z.null(),
    errors: [...runErrors, "test_ended"],
  }),
  runCancelCase: endpoint({
    name: "runCancelCase",
    method: "POST",
    path: "/v1/api/tests/{test_id}/cases/{case_run_id}/cancelation",
    access: "holder",
    summary: "Take one case out of a run: it is not begun, or stopped where it runs.",
    params: testParams.extend({ case_run_id: z.coerce.number().int().positive() }),
    query: projectQuery,
    response: z.null(),
    errors: [...runErrors, "case_run_not_found", "test_ended"],
  }),
};

/** The agent's side of a run. Everything names the lease: what an older one says is refused. */
const agentParams = z.object({ test_id: id, device_id: id });
const leased = z.object({ lease_token: z.int().positive() });
const agentErrors = ["test_not_found", "agent_stale_lease"] as const;

export const runApp = z.object({
  app_id: id,
  package_name: z.string(),
  version_code: z.int(),
  version_name: z.string(),
  file_name: z.string(),
  md5: z.string(),
  size_bytes: z.int(),
});

export const runSpec = z.object({
  job_name: z.string(),
  device_seq: z.int(),
  framework: z.enum(FRAMEWORKS),
  config: jobConfig,
  library: z
    .object({
      library_id: id,
      commit_id: z.string(),
      /** Of what agentRunSnapshot answers; equal snapshots may be kept and used again. */
      sha256: z.string(),
      size_bytes: z.int(),
      /** The server's own examples: they may run where nothing can be isolated. */
      is_builtin: z.boolean(),
      /** False: its cases could not be listed where libraries are read. The device lists them in the job's image. */
      is_listed: z.boolean(),
    })
    .nullable(),
  /** Registry credentials of the user image; null when it needs none. */
  image_credential: z.object({ username: z.string(), password: z.string() }).nullable(),
  app: runApp.nullable(),
  test_app: runApp.nullable(),
  preinstall_apps: z.array(runApp),
  /** The account's row by column name; null when the job hands out none. */
  account: z.record(z.string(), z.string()).nullable(),
  white_list: z.array(z.string()),
  allow_unisolated: z.boolean(),
  /** When this device's part must be over. */
  device_deadline: time,
});
export type RunSpec = z.output<typeof runSpec>;

export const agentRunEndpoints = {
  agentRunSpec: endpoint({
    name: "agentRunSpec",
    method: "GET",
    path: "/v1/agent/runs/{test_id}/{device_id}",
    access: "agent",
    summary: "What to run on a device that this agent holds for a run.",
    params: agentParams,
    query: z.object({ lease_token: z.coerce.number().int().positive() }),
    response: runSpec,
    errors: [...agentErrors],
  }),
  agentRunPhase: endpoint({
    name: "agentRunPhase",
    method: "POST",
    path: "/v1/agent/runs/{test_id}/{device_id}/phase",
    access: "agent",
    summary: "Go on to a phase: the one before is closed, with an error when it failed.",
    params: agentParams,
    body: leased.extend({ name: z.enum(PHASE_NAMES), error: said.nullable().default(null) }),
    response: z.null(),
    errors: [...agentErrors],
  }),
  agentRunClaim: endpoint({
    name: "agentRunClaim",
    method: "POST",
    path: "/v1/agent/runs/{test_id}/{device_id}/claim",
    access: "agent",
    summary:
      "Take the next cases for a device, the longest first. A retry comes as a case of its own with a higher `attempt`: an agent never repeats one by itself. An agent asks only when it has told of all that it was given; what it has not begun it is given again, since the answer may have been lost. Waits up to `wait_ms` while others may still give cases back; `done` says that none will come.",
    params: agentParams,
    body: leased.extend({
      max: z.int().min(1).max(LIMITS.case_page_max),
      wait_ms: z.int().min(0).max(20_000).default(0),
    }),
    response: z.object({ cases: z.array(runCaseTask), done: z.boolean() }),
    errors: [...agentErrors],
  }),
  agentRunDiscover: endpoint({
    name: "agentRunDiscover",
    method: "POST",
    path: "/v1/agent/runs/{test_id}/{device_id}/cases",
    access: "agent",
    summary:
      "Name the cases that only the device can list (instrumentation, or what lists in the job's image alone), or, `while_running`, what failed beside those that it ran: a file, a suite, the framework itself. They become this device's, to be claimed. Those named before are left as they are.",
    params: agentParams,
    body: leased.extend({
      cases: z.array(foundCase).max(LIMITS.case_page_max),
      while_running: z.boolean().default(false),
    }),
    response: z.null(),
    errors: [...agentErrors],
  }),
  agentRunResults: endpoint({
    name: "agentRunResults",
    method: "POST",
    path: "/v1/agent/runs/{test_id}/{device_id}/results",
    access: "agent",
    summary:
      "How cases go and went. Saying it twice changes nothing. Answers the cases, of all that this device has, that it must not go on with.",
    params: agentParams,
    body: leased.extend({ results: z.array(runCaseResult).max(LIMITS.case_page_max) }),
    response: z.object({ cancelled: z.array(z.int()) }),
    errors: [...agentErrors, "body_too_large"],
  }),
  agentRunFinish: endpoint({
    name: "agentRunFinish",
    method: "POST",
    path: "/v1/agent/runs/{test_id}/{device_id}/finish",
    access: "agent",
    summary: "This device's part is over: everything it left has been sent. The device is cleaned next.",
    params: agentParams,
    body: leased.extend({ outcome: z.enum(RUN_OUTCOMES), error: said.nullable().default(null) }),
    response: z.null(),
    errors: [...agentErrors],
  }),
  agentRunMemory: endpoint({
    name: "agentRunMemory",
    method: "POST",
    path: "/v1/agent/runs/{test_id}/{device_id}/memory",
    access: "agent",
    summary:
      "Begin to record the memory of the app under test, as the job says, or say why that cannot be, or what a recording that is over lacks. Answers what to sample; null where nothing is to be. What was begun before is answered again.",
    params: agentParams,
    body: leased.extend({ fault: said.nullable() }),
    response: z.object({ wish: memoryWish.nullable() }),
    errors: [...agentErrors],
  }),
  agentRunSnapshot: endpoint({
    name: "agentRunSnapshot",
    method: "GET",
    path: "/v1/agent/runs/{test_id}/{device_id}/snapshot",
    access: "agent",
    summary: "The library's files at the run's commit: a gzipped tar.",
    params: agentParams,
    query: z.object({ lease_token: z.coerce.number().int().positive() }),
    response: z.unknown(),
    response_kind: "raw",
    errors: [...agentErrors, "library_not_found"],
  }),
  agentAppDownload: endpoint({
    name: "agentAppDownload",
    method: "GET",
    path: "/v1/agent/runs/{test_id}/{device_id}/apps/{app_id}",
    access: "agent",
    summary: "The file of an app that a run on one of this agent's devices installs.",
    params: agentParams.extend({ app_id: id }),
    query: z.object({ lease_token: z.coerce.number().int().positive() }),
    response: z.unknown(),
    response_kind: "raw",
    errors: [...agentErrors, "app_not_found"],
  }),
};
