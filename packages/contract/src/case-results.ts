/** How cases of a script come out, as agents tell it. */
import { z } from "zod";
import { CASE_CAUSES } from "./automation.ts";
import { junitCase } from "./junit.ts";
import { LIMITS } from "./limits.ts";
import { time } from "./shapes.ts";
import { said } from "./words.ts";

export const runCaseTask = z.object({
  case_run_id: z.int(),
  case_key: z.string(),
  name: z.string(),
  file: z.string(),
  function: z.string(),
  attempt: z.int(),
});
export type RunCaseTask = z.output<typeof runCaseTask>;

export const caseStep = z.object({
  name: z.string().max(300),
  started_at: time,
  ended_at: time.nullable(),
  ok: z.boolean(),
  /** Name of a picture that the script kept, relative to its folder for results; empty when none. */
  screenshot: z.string().max(LIMITS.file_name_max),
  /** Of a low-code step: by which locator its element was looked for at last, as it is written. */
  locator: z.string().max(LIMITS.step_locator_max).optional(),
  /** Of one that found nothing, or more than one: the elements on the screen that are closest to it, the closest first. */
  candidates: z.array(z.string().max(LIMITS.step_locator_max)).max(5).optional(),
});
export const caseDetail = z.object({
  /** What the framework said of a failure, whole. */
  message: z.string().max(LIMITS.case_detail_max),
  /** Where it failed: the library's file and line, and the lines around it as they are at that commit. */
  location: z
    .object({ file: z.string(), line: z.int(), source: z.array(z.object({ line: z.int(), text: z.string() })).max(20) })
    .nullable(),
  output: z.string().max(LIMITS.case_detail_max),
  steps: z.array(caseStep).max(500),
});
export type CaseDetail = z.output<typeof caseDetail>;

export const runCaseResult = z.object({
  case_run_id: z.int(),
  state: z.enum(["executing", "success", "failed", "cancelled"]),
  cause: z.enum(CASE_CAUSES),
  started_at: time,
  ended_at: time.nullable(),
  error: z.string().max(LIMITS.case_error_max),
  reason: said.nullable().default(null),
  /** Of a case that executes: what it has done and printed so far, told while somebody reads of it. */
  detail: caseDetail.nullable(),
  /**
   * What the framework's own JUnit file says of it, told once that is written, mostly after the case's end: of that, and of
   * its detail, nothing changes any more. None for a case that the file leaves out.
   */
  reported: z.array(junitCase).max(LIMITS.case_reported_max).optional(),
});
export type RunCaseResult = z.output<typeof runCaseResult>;
