import { LIMITS } from "@udt/contract";
import { local } from "../storage.ts";

export const DURATION_PRESETS = [15, 30, 60, 120] as const;
const DEFAULT_MINUTES = 30;
const KEY = "udt_debug_minutes";

export const isDuration = (minutes: number): boolean =>
  Number.isInteger(minutes) && minutes >= LIMITS.debug_minutes_min && minutes <= LIMITS.debug_minutes_max;

/** The duration of a debug session that the user chose last. Minutes. */
export function rememberedDuration(): number {
  const stored = Number(local.getItem(KEY));
  return isDuration(stored) ? stored : DEFAULT_MINUTES;
}

export function rememberDuration(minutes: number): void {
  local.setItem(KEY, String(minutes));
}
