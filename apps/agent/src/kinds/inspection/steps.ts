import { delay, saidOf, say } from "@udt/base";
import {
  AWAY_LIMIT_MS,
  levelOf,
  MENDED_BY_RESTART,
  profileEntries,
  STEP_LIMITS_MS,
  type InspectionLevel,
  type SelfCheckResult,
  type WorkStep,
} from "@udt/contract";
import type { Device } from "@udt/driver";
import { isAway } from "../../away.ts";
import { withSignal } from "../../with-signal.ts";
import { checkCapture } from "./capture-check.ts";
import { checkCleanup } from "./cleanup.ts";
import { checkInstall } from "./install-check.ts";
import { checkProfile } from "./profile-check.ts";
import { checkPreinstall } from "./preinstall.ts";
import { pictured } from "./pictured.ts";
import { checkRecording } from "./recording-check.ts";
import { restart } from "./restart.ts";
import {
  CANNOT,
  inWords,
  NO_LOOK,
  NO_PROFILE,
  OFF,
  PROFILE_DONE,
  type Evidence,
  type Found,
  type StepRoom,
} from "./step.ts";
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

/** What each may take, in milliseconds. */
type Limits = Readonly<Record<WorkStep, number>>;
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
  limits: Limits = STEP_LIMITS_MS,
): Promise<Result<S>[]> {
  const results: Result<S>[] = [];
  let { may_restart: mayRestart, not_restarted: whyNot } = room;
  for (const step of room.steps) {
    const level: InspectionLevel = room.isAsked ? "blocking" : levelOf(room.config, step);
    const skipped =
      level === "off" ? (room.looks_only ? NO_LOOK : OFF) : step === "profile" ? withoutProfile(room) : undefined;
    if (skipped) {
      results.push({ remedy: null, ...skipped, evidence_name: null, step, cost_ms: 0 });
      continue;
    }
    await room.tell(results, step, signal);
    const began = performance.now();
    let taken = await lasting(step, room, signal, limits);
    const mayMend = level === "blocking" && taken.state === "failed" && MENDED_BY_RESTART.includes(step);
    const isLocked = mayMend && mayRestart && (await asksForCode(room.device, signal));
    const not_restarted = isLocked ? say("check_restart_locked") : mayMend && !mayRestart ? whyNot : undefined;
    if (mayMend && mayRestart && !isLocked) {
      mayRestart = false;
      whyNot = say("check_restart_once");
      const { evidence: _, level: __, ...found } = taken;
      const remedy = { name: "restart", helped: false } as const;
      const cost_ms = Math.round(performance.now() - began);
      // Whoever wants the device has it now, and not after a restart; and should the agent die of it, no check restarts it again.
      await room.tell([...results, { ...found, remedy, evidence_name: null, step, cost_ms }], step, signal);
      taken = await restarted(step, taken, room, signal, limits);
    }
    const { evidence: own, level: grave = level, ...found } = taken;
    const cost_ms = Math.round(performance.now() - began);
    const evidence = own ?? (await evidenceOf(step, taken, room, signal));
    // A server that is slow, away or full is no fault of the device.
    const evidence_name = evidence && (await room.keep(evidence, signal)) ? evidence.name : null;
    const isVain = room.isAsked && found.message === CANNOT.message;
    const state = isVain ? "failed" : found.state === "failed" && grave === "warning" ? grave : found.state;
    const untried = not_restarted && { not_restarted };
    results.push({ remedy: null, ...untried, ...found, state, evidence_name, step, cost_ms });
  }
  await room.tell(results, null, signal);
  return results;
}

const LOOK_EVERY_MS = 250;

/**
 * Takes a step, and takes it again where its device was away: what fails for a cable says nothing of what the step looks at.
 * Whether a device is back is known within the limit: one that stays away is told as gone, which ends all. A restart is not
 * done twice.
 */
async function lasting(step: WorkStep, room: StepRoom, signal: AbortSignal, limits: Limits): Promise<Found> {
  const found = await take(step, room, signal, limits);
  if (found.state !== "failed" || step === "restart" || (await answers(room.device, signal))) return found;
  const until = performance.now() + AWAY_LIMIT_MS;
  while (performance.now() < until) {
    await delay(LOOK_EVERY_MS, signal);
    if (await answers(room.device, signal)) return take(step, room, signal, limits);
  }
  return found;
}

async function answers(device: Device, ending: AbortSignal): Promise<boolean> {
  try {
    await device.check(AbortSignal.any([ending, AbortSignal.timeout(AWAY_LIMIT_MS)]));
    return true;
  } catch (error) {
    ending.throwIfAborted();
    return !isAway(error);
  }
}

/** Whether somebody would have to walk to the device after a restart: before its code is given, its adb is not there. */
async function asksForCode({ capabilities }: Device, ending: AbortSignal): Promise<boolean> {
  const signal = AbortSignal.any([ending, AbortSignal.timeout(AWAY_LIMIT_MS)]);
  try {
    return (await capabilities.health?.lock(signal))?.state === "secure";
  } catch {
    ending.throwIfAborted();
    // One that hangs so much is what a restart is for.
    return false;
  }
}

const withoutProfile = ({ isAtProfile, profile }: StepRoom): Found | undefined =>
  isAtProfile ? PROFILE_DONE : profileEntries(profile).length === 0 ? NO_PROFILE : undefined;

/** Restarts a device that hangs, and takes the step again. Where that helped, it tells what it helped against. */
async function restarted(
  step: WorkStep,
  before: Found,
  room: StepRoom,
  signal: AbortSignal,
  limits: Limits,
): Promise<Found> {
  const { state } = await take("restart", room, signal, limits);
  if (state === "skipped") return before;
  if (state === "failed") return { ...before, remedy: { name: "restart", helped: false } };
  // It may show its lock screen now, and nothing that moves.
  await take("lock_screen", room, signal, limits);
  const again = await take(step, room, signal, limits);
  const helped = again.state === "passed";
  return { ...again, ...(helped && { ...before, state: again.state }), remedy: { name: "restart", helped } };
}

async function take(step: WorkStep, room: StepRoom, ending: AbortSignal, limits: Limits): Promise<Found> {
  const limitMs = limits[step];
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

/** Where the screen tells most: a dialog may ask for something there. */
const PICTURED: ReadonlySet<WorkStep> = new Set(["install_check", "recording_check"]);

/** What shows a fault of a step that keeps nothing of its own. */
async function evidenceOf(
  step: WorkStep,
  { state, message }: Found,
  { device, looks_only }: StepRoom,
  signal: AbortSignal,
): Promise<Evidence | undefined> {
  if (state !== "failed" && state !== "warning") return undefined;
  const picture = PICTURED.has(step) && !looks_only ? await pictured(device, `${step}.png`, signal) : undefined;
  return picture ?? (message?.evidence ? inWords(`${step}.txt`, message.evidence) : undefined);
}
