import { saidOf, say } from "@udt/base";
import type { DeviceCommand } from "@udt/contract";
import type { AppsCapability } from "@udt/driver";
import type { InstallProgress } from "./install.ts";

export type UninstallCommand = Extract<DeviceCommand, { name: "app_uninstall" }>;

/** A device with many users and much data takes its time; one that takes longer hangs. */
const UNINSTALL_TIMEOUT_MS = 5 * 60_000;
const LOOK_TIMEOUT_MS = 10_000;

/**
 * Uninstalls a package. Tells both steps to `onProgress`, the last with a final state; never rejects. No device can be told to
 * stop an uninstallation: when nobody waits for it any more, whether the package is still there decides what is told.
 * @param cancelled Aborted when it is called off
 * @param ending Aborted when the session ends, whose cleaning looks at all packages anyway
 */
export async function runUninstall(
  { package_name, is_again }: UninstallCommand,
  apps: AppsCapability,
  onProgress: (progress: InstallProgress) => void,
  { cancelled, ending }: { cancelled: AbortSignal; ending: AbortSignal },
): Promise<void> {
  const end = (state: InstallProgress["state"], error?: unknown) =>
    onProgress({
      state,
      percent: state === "uninstalled" ? 100 : 0,
      reason: error === undefined ? null : saidOf(error, (raw) => say("device_refused", {}, raw)),
    });
  onProgress({ state: "uninstalling", percent: 0, reason: null });
  try {
    const tooLong = AbortSignal.timeout(UNINSTALL_TIMEOUT_MS);
    await apps.uninstall(package_name, AbortSignal.any([cancelled, ending, tooLong]));
    end("uninstalled");
  } catch (error) {
    if (ending.aborted) return end("uninstall_cancelled", ending.reason);
    try {
      const look = AbortSignal.any([ending, AbortSignal.timeout(LOOK_TIMEOUT_MS)]);
      const isThere = (await apps.list(look)).some((app) => app.package_name === package_name);
      // Without having been asked before, it was never there, which is what the device says.
      if (!isThere && (cancelled.aborted || is_again)) return end("uninstalled");
    } catch (unseen) {
      return end("uninstall_failed", cancelled.aborted ? unseen : error);
    }
    end(cancelled.aborted ? "uninstall_cancelled" : "uninstall_failed", error);
  }
}
