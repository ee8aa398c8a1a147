/** What parts of a phase may take, in milliseconds: the agent ends each then, and the server waits for what they come to. */
import { PROFILE_SETTINGS } from "./device-profiles.ts";
import type { InspectionConfig } from "./inspections.ts";
import { levelOf, MENDED_BY_RESTART } from "./self-checks.ts";
import { SELF_CHECK_STEPS, STEPS_OF_WORK, type DeviceWork, type SelfCheckStep, type WorkStep } from "./states.ts";

/** Of the steps of a self-check, and of what else a device is had to do. A slow phone that is well takes less. */
export const STEP_LIMITS_MS: Readonly<Record<WorkStep, number>> = {
  ready: 10_000,
  // What is not spared may have to go first.
  storage: 125_000,
  lock_screen: 8_000,
  network: 8_000,
  profile: 60_000,
  language: 5_000,
  cleanup: 120_000,
  install_check: 30_000,
  capture_check: 15_000,
  recording_check: 15_000,
  preinstall: 600_000,
  restart: 300_000,
};

/** Of asking a device whether it is there, and of waiting until one is back that was away as a step failed. */
export const AWAY_LIMIT_MS = 15_000;

/** Of a step that may be taken a second time when its device is back, which is asked at the begin and the end of that wait. A restart is not done twice. */
const takenMaxMs = (step: WorkStep): number =>
  step === "restart" ? STEP_LIMITS_MS.restart : 2 * STEP_LIMITS_MS[step] + 3 * AWAY_LIMIT_MS;

/** Of restarting a device in a check, once, where no code has to be given, and of looking again whether that helped. */
const RESTARTED_MAX_MS =
  AWAY_LIMIT_MS +
  STEP_LIMITS_MS.restart +
  STEP_LIMITS_MS.lock_screen +
  Math.max(...MENDED_BY_RESTART.map((step) => STEP_LIMITS_MS[step]));

/** Of all that a device is had to do. */
export const workMaxMs = (work: DeviceWork): number =>
  STEPS_OF_WORK[work].reduce((sum, step) => sum + takenMaxMs(step), work === "check" ? RESTARTED_MAX_MS : 0);

/** Of one setting of a profile. */
export const SETTING_LIMIT_MS = 10_000;

/** Of bringing a device to all of them. */
const PROFILE_MAX_MS = PROFILE_SETTINGS.length * SETTING_LIMIT_MS;

/** Of what is done to the screen of a device that nobody has: of darkening it, which whoever gets it waits for, and of waking it. */
export const REST_LIMIT_MS = 10_000;

/** Of making a device ready for a session, once its screen was woken and it was brought to its profile. */
export const PREPARE_LIMIT_MS = 60_000;
/** Of putting a project's own builds in the place of others of the same names. */
export const REPLACE_LIMIT_MS = 60_000;
/** Of noting how a device is that is to be brought to a profile; what another agent left uncleaned goes before that. */
export const MARK_LIMIT_MS = 30_000;
export const PREPARE_MAX_MS =
  2 * REST_LIMIT_MS + STEP_LIMITS_MS.cleanup + MARK_LIMIT_MS + PROFILE_MAX_MS + REPLACE_LIMIT_MS + PREPARE_LIMIT_MS;

/** Of handing a device back. */
export const HAND_BACK_LIMITS_MS = {
  clean: STEP_LIMITS_MS.cleanup,
  restore: STEP_LIMITS_MS.preinstall,
  look: 60_000,
  /** A server that is away for longer is told nothing, and gives the device to nobody meanwhile. */
  tell: 30_000,
} as const;

/** What a check may have taken when it is at a step; null: at its end. What is off takes nothing. */
export const checkMaxMs = (config: InspectionConfig, at: SelfCheckStep | null): number =>
  SELF_CHECK_STEPS.slice(0, at === null ? undefined : SELF_CHECK_STEPS.indexOf(at) + 1)
    .filter((step) => levelOf(config, step) !== "off")
    .reduce((sum, step) => sum + takenMaxMs(step), 0);

const { clean, restore, look, tell } = HAND_BACK_LIMITS_MS;
/** It is cleaned and looked at, twice where something is left, its apps are put back, and it is brought to its profile. */
export const HAND_BACK_MAX_MS = 2 * (clean + look) + restore + tell + PROFILE_MAX_MS;
