/**
 * Trials: one file of a script repository is run from the editor, as it stands there, on the device of a debug session. A
 * trial lasts as long as its stream `trial`.
 */
import { z } from "zod";
import type { LibraryFramework } from "./automation.ts";
import { runCaseResult, runCaseTask } from "./case-results.ts";
import { LIMITS } from "./limits.ts";
import { text } from "./shapes.ts";
import { said } from "./words.ts";

/** What `node --test` takes for tests by itself: https://nodejs.org/docs/latest-v24.x/api/test.html#running-tests-from-the-command-line */
export function isNodeTest(path: string): boolean {
  const extension = /\.[cm]?[jt]s$/;
  if (!extension.test(path) || /\.d\.[cm]?ts$/.test(path)) return false;
  const name = path.slice(path.lastIndexOf("/") + 1).replace(extension, "");
  return /(^test$|^test-|[.\-_]test$)/.test(name) || /(^|\/)test\//.test(path);
}

/** What runs the cases of a file, by its path; undefined where such a file holds none. */
export function frameworkOf(path: string): LibraryFramework | undefined {
  if (path === "runTest.sh") return "shell";
  if (/\.ya?ml$/.test(path)) return "low_code";
  if (/(^|\/)(test_[^/]*|[^/]*_test)\.py$/.test(path)) return "pytest";
  return isNodeTest(path) ? "node_test" : undefined;
}

/** What the server sealed of a trial: who begins it hands it on to the agent by the stream, and knows nothing of what is in it. */
export const trialTicket = text(LIMITS.trial_ticket_max).min(1);

const accountValue = text(LIMITS.trial_account_max);
/** What a row of an account file has, said for one trial. */
export const trialAccount = z.object({
  account: accountValue,
  password: accountValue,
  extra: accountValue.default(""),
});
export type TrialAccount = z.output<typeof trialAccount>;

/** What a trial does now: the files and their environment are prepared, the cases listed, and then run. */
export const TRIAL_PHASES = ["environment", "list", "run"] as const;
export type TrialPhase = (typeof TRIAL_PHASES)[number];

const line = z.int().min(1).max(1_000_000);
/** Lines of the file that is tried, from and to and all between, counted from 1 as it was when it was begun. */
export const trialLines = z.object({ from: line, to: line });
export type TrialLines = z.output<typeof trialLines>;
/** A trial of steps stops before each step that one of these lines belongs to. */
const breakpoints = z.array(line).max(LIMITS.trial_breakpoints_max);

export const trialToAgent = z.discriminatedUnion("type", [
  /**
   * Said first. `case_keys`: these of the file's cases; null: all. `selection`, of low-code steps: those alone that it touches;
   * null: all. `caret`: the case alone that this line of the file is in; null: whichever.
   */
  z.object({
    type: z.literal("run"),
    ticket: trialTicket,
    case_keys: z.array(text(LIMITS.case_key_max).min(1)).min(1).max(LIMITS.case_page_max).nullable(),
    selection: trialLines.nullable(),
    caret: line.nullable(),
    breakpoints,
  }),
  /** In the place of those before. */
  z.object({ type: z.literal("breakpoints"), breakpoints }),
  /** Goes on after a breakpoint, to the next one. */
  z.object({ type: z.literal("continue") }),
  /** Goes on to the next step, whether it has a breakpoint or not. */
  z.object({ type: z.literal("step") }),
  /** Ends what runs at once. */
  z.object({ type: z.literal("stop") }),
]);
export const trialToBrowser = z.discriminatedUnion("type", [
  z.object({ type: z.literal("phase"), phase: z.enum(TRIAL_PHASES) }),
  /** Cases that are to be run, and later those that were found beside them: what failed and is no case by itself. */
  z.object({ type: z.literal("cases"), cases: z.array(runCaseTask) }),
  /** How a case goes, and how it went. */
  z.object({ type: z.literal("result"), result: runCaseResult.omit({ reported: true }) }),
  /**
   * A picture that a step of the case names, as `data:` has it; comes by itself, before the step or after it, and each once. One
   * that is too large for somebody who waits for it never comes.
   */
  z.object({
    type: z.literal("picture"),
    case_run_id: z.int(),
    name: z.string().max(LIMITS.file_name_max),
    content_type: z.enum(["image/jpeg", "image/png"]),
    base64: z.string().max(LIMITS.trial_picture_max_bytes * 2),
  }),
  /** On which line the step, or else the case, begins that runs now. `is_held`: it waits there to be told to go on. */
  z.object({ type: z.literal("at"), line, is_held: z.boolean() }),
  /** What the agent does for the scripts. */
  z.object({ type: z.literal("note"), said }),
  /** What scripts print, as it comes. Of what is too much at once the last is told, and how many characters are left out before it. */
  z.object({ type: z.literal("log"), text: z.string(), left_out: z.int().min(0) }),
  /** The last word. `error`: why nothing, or nothing more, could be run; `by`: what is to blame for it. */
  z.object({
    type: z.literal("over"),
    outcome: z.enum(["done", "stopped", "failed"]),
    error: said.nullable(),
    by: z.enum(["agent", "device"]).nullable(),
  }),
]);
export type TrialToBrowser = z.output<typeof trialToBrowser>;
