/** A device's self-check: what it is asked, one thing after the other, and how it fared. Document 2's steps, as far as one can be done. */
import { z } from "zod";
import { profileResults } from "./device-profiles.ts";
import { inspectionConfig, type InspectionConfig, type InspectionLevel } from "./inspections.ts";
import { LIMITS } from "./limits.ts";
import { id, time } from "./shapes.ts";
import {
  CHECK_CAUSES,
  CHECK_VERDICTS,
  DEVICE_WORKS,
  SELF_CHECK_STEPS,
  STEPS_OF_WORK,
  WORK_STEPS,
  type CheckVerdict,
  type DeviceWork,
  type WorkStep,
} from "./states.ts";
import { said } from "./words.ts";

/** `skipped`: the platform cannot be asked that, or a tag has it off. */
export const SELF_CHECK_RESULTS = ["passed", "warning", "failed", "skipped"] as const;
export type SelfCheckResultState = (typeof SELF_CHECK_RESULTS)[number];

/**
 * `yielded`: another test wanted the device. `broken_off`: device or agent went away, or it did not begin; `error` tells
 * which.
 */
export const SELF_CHECK_STATES = [
  "waiting",
  "running",
  ...CHECK_VERDICTS,
  "cancelled",
  "yielded",
  "broken_off",
] as const;
export type SelfCheckState = (typeof SELF_CHECK_STATES)[number];

/**
 * What is tried, once, where a step finds a fault: putting away a lock without a code, removing what an earlier check left,
 * taking away what is not spared, setting a language that the tag accepts, a restart.
 */
export const SELF_CHECK_REMEDIES = ["unlock", "uninstall", "sweep", "set_language", "restart"] as const;

/** What a device comes out of by a restart when it hangs: its installer, its picture, its encoder. */
export const MENDED_BY_RESTART: readonly WorkStep[] = ["install_check", "capture_check", "recording_check"];

const name = z.string().min(1).max(LIMITS.file_name_max);

export const selfCheckResult = z.object({
  step: z.enum(WORK_STEPS),
  state: z.enum(SELF_CHECK_RESULTS),
  cost_ms: z.int().min(0),
  message: said.nullable(),
  /** The name of a file that the check left behind. */
  evidence_name: name.nullable(),
  remedy: z.object({ name: z.enum(SELF_CHECK_REMEDIES), helped: z.boolean() }).nullable(),
  /** Why a restart, which may have mended the fault, was not tried. An agent of an earlier version does not tell. */
  not_restarted: said.optional(),
  /** Of a profile of which something would not take: what became of each setting. */
  settings: profileResults.optional(),
});
export type SelfCheckResult = z.output<typeof selfCheckResult>;
export const selfCheckResults = z.array(selfCheckResult).max(WORK_STEPS.length);

/** Of a check alone. */
const checkResult = selfCheckResult.extend({ step: z.enum(SELF_CHECK_STEPS) });
export type CheckResult = z.output<typeof checkResult>;
export const checkResults = z.array(checkResult).max(SELF_CHECK_STEPS.length);
export const isOfCheck = (result: SelfCheckResult): result is CheckResult => result.step !== "restart";

export const selfCheck = z.object({
  /** Of the test of kind `inspection`, which is the platform's; one before a session has an id of its own. */
  selfcheck_id: id,
  /** Before what the device was handed out; null: it is no check before anything. */
  before: z.enum(["debug", "run"]).nullable(),
  /** On what a tag asked for it, or that the one before failed once; null: for none of these. */
  occasion: z.enum(CHECK_CAUSES).nullable(),
  /** Whether it was the platform's own first look at the device, by no tag. */
  is_first_look: z.boolean(),
  /** What the device was had to do. What is no check says nothing of how well it is. */
  work: z.enum(DEVICE_WORKS),
  device_id: id,
  state: z.enum(SELF_CHECK_STATES),
  /** The step in hand while it runs. */
  step: z.enum(WORK_STEPS).nullable(),
  /** Of the steps that are done. */
  results: selfCheckResults,
  /** Why it did not come to its end. */
  error: said.nullable(),
  /** Who asked for it; null: a tag did, or nobody for a first or second look. */
  user_name: z.string().nullable(),
  /** The tag by which it was done, as it was then. Null: it was done by none, or by one that the caller does not see. */
  inspection: z
    .object({
      /** Null when it is gone. */
      tag_id: id.nullable(),
      tag_name: z.string(),
      config: inspectionConfig,
    })
    .nullable(),
  created_at: time,
  started_at: time.nullable(),
  ended_at: time.nullable(),
});
export type SelfCheck = z.output<typeof selfCheck>;

/** How the whole came out. */
export function verdictOf(results: readonly Pick<SelfCheckResult, "state">[]): CheckVerdict {
  const has = (state: SelfCheckResultState) => results.some((result) => result.state === state);
  return has("failed") ? "failed" : has("warning") ? "warning" : "passed";
}

/** Whether what is told is of this: an earlier agent takes whatever it is asked for a check. */
export const isOfWork = (
  work: DeviceWork,
  { results, step }: { results: readonly Pick<SelfCheckResult, "step">[]; step: WorkStep | null },
): boolean =>
  [...results.map((one) => one.step), step].every((one) => one === null || STEPS_OF_WORK[work].includes(one));

/** Whether one is under way. */
export const isOpenCheck = ({ state }: Pick<SelfCheck, "state">): boolean => state === "waiting" || state === "running";

/** How grave a fault of a step is. What would not take of a profile breaks no device. */
export const levelOf = ({ levels }: InspectionConfig, step: WorkStep): InspectionLevel =>
  step === "ready" || step === "restart" ? "blocking" : step === "profile" ? "warning" : levels[step];

/** Whether a step found a fault, however grave: one that is a warning alone is no sign that all is well. */
export const hasFault = (config: InspectionConfig, { step, state }: Pick<SelfCheckResult, "step" | "state">): boolean =>
  state === "failed" || (state === "warning" && levelOf(config, step) === "warning");
