import { saidOf, say } from "@udt/base";
import {
  levelOf,
  profileEntries,
  SELF_CHECK_STEPS,
  STEP_LIMITS_MS,
  type SelfCheckResult,
  type SelfCheckStep,
} from "@udt/contract";
import { withSignal } from "../../with-signal.ts";
import { checkCapture } from "./capture-check.ts";
import { checkCleanup } from "./cleanup.ts";
import { checkInstall } from "./install-check.ts";
import { checkProfile } from "./profile-check.ts";
import { checkPreinstall } from "./preinstall.ts";
import { checkRecording } from "./recording-check.ts";
import { NO_PROFILE, OFF, PROFILE_DONE, type Evidence, type Found, type StepRoom } from "./step.ts";
import { checkLanguage, checkLock, checkNetwork, checkReady, checkStorage } from "./system-checks.ts";

const STEPS: Readonly<Record<SelfCheckStep, (room: StepRoom, signal: AbortSignal) => Promise<Found>>> = {
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
};

/** What the taking of steps has beside what each has. */
export interface StepsRoom extends StepRoom {
  /** Answers whether the file is kept with the check. */
  keep(evidence: Evidence, signal: AbortSignal): Promise<boolean>;
  tell(results: SelfCheckResult[], step: SelfCheckStep | null, signal: AbortSignal): Promise<void>;
}

/** Takes the steps one after the other, tells of each, and answers what they found. What a step breaks off with is what it found; the signal alone ends all. */
export async function runSteps(
  room: StepsRoom,
  signal: AbortSignal,
  limits: Partial<Record<SelfCheckStep, number>> = {},
): Promise<SelfCheckResult[]> {
  const results: SelfCheckResult[] = [];
  for (const step of SELF_CHECK_STEPS) {
    const level = levelOf(room.config, step);
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
    const state = found.state === "failed" && level === "warning" ? level : found.state;
    results.push({ remedy: null, ...found, state, evidence_name, step, cost_ms });
  }
  await room.tell(results, null, signal);
  return results;
}

const withoutProfile = ({ profile }: StepRoom): Found | undefined =>
  profile === null ? PROFILE_DONE : profileEntries(profile).length === 0 ? NO_PROFILE : undefined;

async function take(step: SelfCheckStep, room: StepRoom, ending: AbortSignal, limitMs: number): Promise<Found> {
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
