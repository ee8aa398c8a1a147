/** The words of automated testing: frameworks, and every state of a run that document 2 §4 lists, with its cause. */

import type { EndReason, TestState } from "./states.ts";

/** What reads and runs a library's cases. `monkey` and `instrumentation` need no library: their cases come with the job. */
export const FRAMEWORKS = ["node_test", "pytest", "shell", "low_code", "instrumentation", "monkey"] as const;
export type Framework = (typeof FRAMEWORKS)[number];
/** Short, and the same in every language and wherever one is named; `low_code` is a word of each language. */
export const FRAMEWORK_NAMES: Record<Exclude<Framework, "low_code">, string> = {
  node_test: "node:test",
  pytest: "pytest",
  shell: "Shell",
  instrumentation: "Android instrumentation",
  monkey: "Monkey",
};
/** Frameworks whose cases live in a case library. */
export const LIBRARY_FRAMEWORKS = ["node_test", "pytest", "shell", "low_code"] as const;
export type LibraryFramework = (typeof LIBRARY_FRAMEWORKS)[number];
export const needsLibrary = (framework: Framework): framework is LibraryFramework =>
  (LIBRARY_FRAMEWORKS as readonly Framework[]).includes(framework);

/** Frameworks that work by what Android alone has. */
export const ANDROID_FRAMEWORKS = ["instrumentation", "monkey"] as const satisfies readonly Framework[];

export const TEST_TYPES = ["app", "game"] as const;
export type TestType = (typeof TEST_TYPES)[number];

export const PARSE_STATES = ["unparsed", "parsing", "parsed", "failed"] as const;
export type ParseState = (typeof PARSE_STATES)[number];
/** Document 2's reasons for a failed parsing. */
export const PARSE_FAILURES = [
  "no_pull_permission",
  "pull_failed",
  "parser_exited",
  "abnormal_result",
  "save_failed",
] as const;
export type ParseFailure = (typeof PARSE_FAILURES)[number];

/** Sequential: each device runs every case once. Distributed: the cases are split among the devices. */
export const EXECUTION_MODES = ["sequential", "distributed"] as const;
export const RETRY_MODES = ["same_device", "other_device"] as const;
export const INSTALL_MODES = ["overwrite", "reinstall"] as const;

/** Document 2's task execution states; they follow from a test's state, reason and kind, and are stored nowhere. */
export const EXECUTION_STATES = ["queuing", "testing", "timed_out", "user_cancelled", "cancelled", "ended"] as const;
export type ExecutionState = (typeof EXECUTION_STATES)[number];

export function executionOf(state: TestState, end_reason: EndReason | null): ExecutionState {
  if (state === "queued") return "queuing";
  if (state === "running") return "testing";
  switch (end_reason) {
    case "test_timeout":
    case "device_timeout":
    case "no_device":
      return "timed_out";
    case "user":
      return "user_cancelled";
    case "admin":
    case "access_lost":
      return "cancelled";
    default:
      return "ended";
  }
}

/** Document 2's case results. */
export const CASE_STATES = [
  "undistributed",
  "distribution_failed",
  "cancelled",
  "executing",
  "success",
  "failed",
] as const;
export type CaseState = (typeof CASE_STATES)[number];

/**
 * Why a case is in its state. `skipped` goes with `success` and is counted apart from it; `case_timeout`, `crash` (its process
 * died) and `missing` (the framework never told how it ended) go with `failed`; the others with `cancelled` or
 * `distribution_failed`. `taken_over`: a person took its device from the run; no fault of the device, and not tried again.
 * `access_lost`: who started the run may not use the project any more, or it was deleted.
 */
export const CASE_CAUSES = [
  "none",
  "skipped",
  "assertion",
  "case_timeout",
  "crash",
  "missing",
  "device_timeout",
  "test_timeout",
  "user",
  "taken_over",
  "access_lost",
  "device_lost",
  "agent_lost",
  "not_started",
] as const;
export type CaseCause = (typeof CASE_CAUSES)[number];

/** Case results as they are counted and chosen: a skipped case is no successful one, though document 2 has no state for it. */
export const SHOWN_CASE_STATES = [...CASE_STATES, "skipped"] as const;
export type ShownCaseState = (typeof SHOWN_CASE_STATES)[number];
/** How a case is shown: a skipped one has not passed. */
export const shownCaseState = (one: { state: CaseState; cause: CaseCause }): ShownCaseState =>
  one.state === "success" && one.cause === "skipped" ? "skipped" : one.state;
/** In which order somebody wants to see them who reads a report: what went wrong comes first. */
export const CASE_STATES_WORST_FIRST = [
  "failed",
  "distribution_failed",
  "cancelled",
  "executing",
  "undistributed",
  "skipped",
  "success",
] as const satisfies readonly ShownCaseState[];

/** How an automated test came out; null while it runs. `incomplete`: some cases never came to an end of their own. */
export const VERDICTS = ["passed", "failed", "incomplete"] as const;
export type Verdict = (typeof VERDICTS)[number];

/** What had a test started. `rerun` repeats what another ran, `alone` cases of it on a device that was chosen for that. */
export const RUN_ORIGINS = ["manual", "schedule", "api", "rerun", "alone"] as const;
export type RunOrigin = (typeof RUN_ORIGINS)[number];
/** They run what another run listed, mostly some of it: no whole run is compared with one. */
export const REPEATS = ["rerun", "alone"] as const satisfies readonly RunOrigin[];
export const isRepeat = (origin: RunOrigin): boolean => REPEATS.some((each) => each === origin);

/** What is written from right to left: Hebrew, Arabic and what is written as they are. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/**
 * What people call a run: its job's name, and its number in the project. A name from right to left is isolated: else the
 * number would stand in the midst of it, with its sign behind.
 */
export const numbered = ({ job_name, run_number }: { job_name: string; run_number: number }): string =>
  `${RIGHT_TO_LEFT.test(job_name) ? `\u2068${job_name}\u2069` : job_name} #${run_number}`;

/** How an agent says that its part in a run ended. */
export const RUN_OUTCOMES = [
  "done",
  /** The device misbehaved: its unfinished cases are given to another. */
  "device_fault",
  "device_timeout",
  "install_failed",
  "environment_failed",
  "not_isolated",
] as const;
export type RunOutcome = (typeof RUN_OUTCOMES)[number];

export const SCHEDULE_KINDS = ["crontab", "timed"] as const;
export const SCHEDULE_STATES = ["started", "stopped"] as const;
/** Every day, or one weekday; 1 is Monday. */
export const SCHEDULE_DAYS = ["daily", "1", "2", "3", "4", "5", "6", "7"] as const;
