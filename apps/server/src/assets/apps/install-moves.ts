import {
  INSTALL_FILE_STATES,
  INSTALL_FINAL_STATES,
  INSTALL_TRANSITIONS,
  type EndReason,
  type InstallState,
  type Said,
  say,
} from "@udt/contract";
import type { Announce } from "../../platform/bus.ts";
import type { Queries } from "../../platform/database/database.ts";
import { installOf } from "./apps.answers.ts";
import * as repository from "./installs.repository.ts";

export const isFinal = (state: InstallState): boolean => INSTALL_FINAL_STATES.includes(state);

/** Moves a locked installation and says so in the same transaction. False when that would not be forward. */
export async function moveInstall(
  tx: Queries,
  announce: Announce,
  row: repository.InstallRow,
  to: { state: InstallState; percent?: number; reason: Said | null },
  now: number,
): Promise<boolean> {
  const percent = to.percent ?? row.percent;
  const isForward =
    to.state === row.state
      ? !isFinal(row.state) && percent > row.percent
      : INSTALL_TRANSITIONS[row.state].includes(to.state);
  if (!isForward) return false;
  const change = { state: to.state, percent, reason: to.reason, updated_at: now };
  await repository.updateInstall(tx, row.install_id, change);
  announce(row.project_id, { type: "install.changed", install: installOf({ ...row, ...change }) });
  return true;
}

/** How one ends that cannot go on, told apart by how far it was. */
export function failedState(state: InstallState): InstallState {
  if (state === "uninstalling") return "uninstall_failed";
  return INSTALL_FILE_STATES.includes(state) ? "download_failed" : "install_failed";
}

/** A test that was ended by intent cancels what is under way in it; any other end fails it. */
const INTENDED: readonly (EndReason | null)[] = [
  "user",
  "admin",
  "access_lost",
  "test_timeout",
  "device_timeout",
  "inactivity",
];

/** How one ends whose test has ended. */
export function orphanEnd(state: InstallState, end_reason: EndReason | null): { state: InstallState; reason: Said } {
  const isRemoval = state === "uninstalling";
  const reason = say(isRemoval ? "uninstall_test_ended" : "install_test_ended");
  if (!INTENDED.includes(end_reason)) return { state: failedState(state), reason };
  return { state: isRemoval ? "uninstall_cancelled" : "cancelled", reason };
}
