import { type Said, say } from "@udt/base";
import type { AdbServerClient } from "@yume-chan/adb";

/**
 * States in which an adb server lists a phone that cannot be used; `no permissions (…)` is told in words, of which the first counts.
 * @see https://android.googlesource.com/platform/packages/modules/adb/+/refs/tags/android-14.0.0_r1/adb.cpp
 */
export const UNUSABLE_STATES = [
  "unauthorized",
  "authorizing",
  "connecting",
  "offline",
  "no",
  "recovery",
  "sideload",
  "bootloader",
  "rescue",
  "host",
] as const;
type UnusableState = (typeof UNUSABLE_STATES)[number];

/** What an adb server lists, `device` being the one in which a phone is used. The library's type names but some of them. */
export const ATTACHED_STATES = ["device", ...UNUSABLE_STATES] as readonly string[] as AdbServerClient.ConnectionState[];

const SAID: Partial<Record<UnusableState, Said>> = {
  unauthorized: say("attached_unauthorized"),
  authorizing: say("attached_unauthorized"),
  connecting: say("attached_offline"),
  offline: say("attached_offline"),
  no: say("attached_no_permissions"),
};

/** Why a phone in this state cannot be used, and what to do; undefined of one that can. */
export function saidOfState(state: string): Said | undefined {
  const unusable = UNUSABLE_STATES.find((each) => each === state);
  return unusable && (SAID[unusable] ?? say("attached_not_android", { state: unusable }));
}

/** Whether it is listed and answers nothing. One that asks to be allowed is no such: its question would come again and again. */
export const isOffline = (state: string): boolean => saidOfState(state)?.code === "attached_offline";
