import { INSTALL_FINAL_STATES, INSTALL_STATES, type InstallState, type Said } from "@udt/contract";
import type { Announce } from "../../platform/bus.ts";
import type { Queries } from "../../platform/database/database.ts";
import { installOf } from "./apps.answers.ts";
import * as repository from "./installs.repository.ts";

/** The only ways an installation goes on. An agent may skip a step, but never goes back. */
export const INSTALL_TRANSITIONS: Record<InstallState, readonly InstallState[]> = {
  download_started: INSTALL_STATES.filter((state) => state !== "download_started"),
  downloading: ["download_failed", "downloaded", "installing", "install_failed", "installed", "cancelled"],
  // One that is begun anew after a break of the link can fail at an earlier step than it had reached.
  downloaded: ["download_failed", "installing", "install_failed", "installed", "cancelled"],
  installing: ["download_failed", "install_failed", "installed", "cancelled"],
  download_failed: [],
  install_failed: [],
  installed: [],
  cancelled: [],
};

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

/** How an installation ends that cannot go on, told apart by how far it was. */
export const failedState = (state: InstallState): InstallState =>
  state === "download_started" || state === "downloading" ? "download_failed" : "install_failed";
