import { saidOf, say } from "@udt/base";
import {
  levelOf,
  profileEntries,
  STEP_LIMITS_MS,
  type InspectionLevel,
  type SelfCheckResult,
  type WorkStep,
} from "@udt/contract";
import { withSignal } from "../../with-signal.ts";
import { checkCapture } from "./capture-check.ts";
import { checkCleanup } from "./cleanup.ts";
import { checkInstall } from "./install-check.ts";
import { checkProfile } from "./profile-check.ts";
import { checkPreinstall } from "./preinstall.ts";
import { checkRecording } from "./recording-check.ts";
import { restart } from "./restart.ts";
import { CANNOT, NO_PROFILE, OFF, PROFILE_DONE, type Evidence, type Found, type StepRoom } from "./step.ts";
import { checkLanguage, checkLock, checkNetwork, checkReady, checkStorage } from "./system-checks.ts";

const STEPS: Readonly<Record<WorkStep, (room: StepRoom, signal: AbortSignal) => Promise<Found>>> = {
  ready: checkReady,
  storage: checkStorage,
  lock_screen: checkLock,
  network: checkNetwork,
  profile: checkProfile,
  language: checkLanguage,
  cleanup: checkCleanup,
  install_check: checkInstall,
  capture_check: checkCapture,
  recording_check: checkRecording,
  preinstall: checkPreinstall,
  restart,
};

type Result<S extends WorkStep> = SelfCheckResult & { step: S };

/** What the taking of steps has beside what each has. */
export interface StepsRoom<S extends WorkStep> extends StepRoom {
  steps: readonly S[];
  /** Whether somebody asked for these themselves: then they are done whatever a tag says of them in checks, and what cannot be done failed. */
  isAsked: boolean;
  /** Answers whether the file is kept with the check. */
  keep(evidence: Evidence, signal: AbortSignal): Promise<boolean>;
  tell(results: Result<S>[], step: S | null, signal: AbortSignal): Promise<void>;
}

/** Takes the steps one after the other, tells of each, and answers what they found. What a step breaks off with is what it found; the signal alone ends all. */
export async function runSteps<S extends WorkStep>(
  room: StepsRoom<S>,
  signal: AbortSignal,
  limits: Partial<Record<WorkStep, number>> = {},
): Promise<Result<S>[]> {
  const results: Result<S>[] = [];
  for (const step of room.steps) {
    const level: InspectionLevel = room.isAsked ? "blocking" : levelOf(room.config, step);
    const skipped = level === "off" ? OFF : step === "profile" ? withoutProfile(room) : undefined;
    if (skipped) {
      results.push({ remedy: null, ...skipped, evidence_name: null, step, cost_ms: 0 });
      continue;
    }
    await room.tell(results, step, signal);
    const began = performance.now();
    const { evidence, ...found } = await take(step, room, signal, limits[step] ?? STEP_LIMITS_MS[step]);
    const cost_ms = Math.round(performance.now() - began);
    // A server that is slow, away or full is no fault of the device.
    const evidence_name = evidence && (await room.keep(evidence, signal)) ? evidence.name : null;
    const isVain = room.isAsked && found.message === CANNOT.message;
    const state = isVain ? "failed" : found.state === "failed" && level === "warning" ? level : found.state;
    results.push({ remedy: null, ...found, state, evidence_name, step, cost_ms });
  }
  await room.tell(results, null, signal);
  return results;
}

const withoutProfile = ({ profile }: StepRoom): Found | undefined =>
  profile === null ? PROFILE_DONE : profileEntries(profile).length === 0 ? NO_PROFILE : undefined;

async function take(step: WorkStep, room: StepRoom, ending: AbortSignal, limitMs: number): Promise<Found> {
  const limit = AbortSignal.timeout(limitMs);
  const signal = AbortSignal.any([ending, limit]);
  try {
    return await withSignal(STEPS[step](room, signal), signal);
  } catch (error) {
    ending.throwIfAborted();
    const message = limit.aborted
      ? say("check_time_over", { seconds: limitMs / 1000 })
      : saidOf(error, (raw) => say("device_refused", {}, raw));
    return { state: "failed", message };
  }
}
