import { SaidError, say } from "@udt/base";
import type { CleanMark, Spared, Swept } from "@udt/driver";
import type { Adb } from "@yume-chan/adb";
import type { CameraFolder } from "./camera-images.ts";
import { parseRunning } from "./apps.ts";
import { changedSettings, differenceOf, PUT_BACK, takeSnapshot, type Snapshot } from "./difference.ts";
import { isOwnFile, listPackages, remove, removeApps, removeFiles, removeTrees } from "./leftovers.ts";
import { readMark } from "./mark.ts";
import { keptAs } from "./profile-settings.ts";
import { quote, runLine } from "./shell.ts";

/**
 * Brings the device back to the mark: new packages and files go, apps stop, screen and log start afresh. What must not fail
 * throws; what some devices cannot do (a display override, a fold state) is asked for and let be.
 *
 * @param clearByScrcpy empties the clipboard and lights the panel, which no shell command can
 */
export async function cleanDevice(
  adb: Adb,
  given: CleanMark,
  clearByScrcpy: () => Promise<void>,
  has: { folds: boolean; camera: CameraFolder | undefined },
  signal: AbortSignal,
): Promise<void> {
  const run = (line: string) => runLine(adb, line, signal);

  const mark = readMark(given);
  const { stays } = await removeApps(adb, new Set(mark.packages), mark.spared, signal);
  await stopApps(adb, signal);
  await clearByScrcpy();
  const trees = [...(mark.made ?? []), ...(has.camera === undefined ? [] : [has.camera])];
  await removeTrees(adb, trees, mark.spared, signal);
  if (mark.files) {
    const before = new Set(mark.files);
    await removeFiles(adb, (file) => before.has(file), mark.spared, signal);
  }

  // What cannot be read is not put back; that is no reason to clean for ever.
  const now = mark.before && (await takeSnapshot(adb, signal).catch(() => (signal.throwIfAborted(), null)));
  if (mark.before && now) await removeNews(adb, [mark.before, now], mark.spared, signal);
  const resets = [
    "settings put system user_rotation 0",
    "settings put system accelerometer_rotation 1",
    "wm size reset",
    "wm density reset",
    ...(has.folds ? ["cmd device_state state reset"] : []),
    ...(mark.stay_on ? [`settings put global stay_on_while_plugged_in ${quote(mark.stay_on)}`] : []),
    ...(mark.before && now ? settingsToPutBack(mark.before, now, mark.spared) : []),
    "cmd statusbar collapse",
    "logcat -c",
    "input keyevent KEYCODE_WAKEUP",
    "wm dismiss-keyguard",
    "input keyevent KEYCODE_HOME",
  ];
  await run(resets.join("; "));
  const [first] = stays;
  if (first) throw new SaidError(say("device_app_stays", { package_name: first.package_name }, first.words));
}

/**
 * Files that people and apps made elsewhere in the shared storage. Where nothing that was there before is missing, nothing can
 * have been moved there, and all that is new may go.
 */
async function removeNews(
  adb: Adb,
  [before, now]: readonly [Snapshot, Snapshot],
  spared: Spared,
  signal: AbortSignal,
): Promise<void> {
  const { entries, is_whole } = differenceOf(before, now, [], spared);
  if (!is_whole || entries.some(({ change }) => change === "file_removed")) return;
  const made = entries.filter(({ change }) => change === "file_added").map(({ name }) => name);
  await remove(adb, "rm -f", made, signal);
}

/** The lines that put back what people change and what takes effect so. */
const settingsToPutBack = (before: Snapshot, now: Snapshot, { profile }: Spared): string[] => {
  const ofProfile = keptAs(profile);
  const changed = new Set(changedSettings(before.settings, now.settings));
  return PUT_BACK.flatMap((setting) => {
    if (!changed.has(setting) || ofProfile.has(setting)) return [];
    const was = before.settings[setting];
    return was === undefined ? [`settings delete ${setting}`] : [`settings put ${setting} ${quote(was)}`];
  });
};

/** Takes away what a device did not come with: the same cleaning as if a session had brought all of it. */
export async function sweepDevice(adb: Adb, spared: Spared, signal: AbortSignal): Promise<Swept> {
  const { apps, stays } = await removeApps(adb, new Set(), spared, signal);
  const files = await removeFiles(adb, isOwnFile, spared, signal);
  return { apps, files, stays };
}

const WITH_ICON = "-a android.intent.action.MAIN -c android.intent.category.LAUNCHER";
/** Where `--components` is not known the other spelling has its lines among others. */
const LIST_WITH_ICON = `cmd package query-activities --components ${WITH_ICON} || cmd package query-activities --brief ${WITH_ICON}`;

/** Everything with an icon that runs, and every app that did not come with the system. */
async function stopApps(adb: Adb, signal: AbortSignal): Promise<void> {
  const [launchable, processes, thirdParty] = await Promise.all([
    runLine(adb, LIST_WITH_ICON, signal),
    runLine(adb, "ps -A -o NAME", signal),
    listPackages(adb, " -3", signal),
  ]);
  const running = parseRunning(processes.stdout);
  const withIcon = [...launchable.stdout.matchAll(/^[ \t]*([A-Za-z][\w.]*)\/\S+[ \t]*$/gm)].map(
    ([, name = ""]) => name,
  );
  const stopping = new Set([...thirdParty, ...withIcon].filter((name) => running.has(name)));
  for (const name of stopping) {
    const { exit_code, stderr } = await runLine(adb, `am force-stop ${quote(name)}`, signal);
    if (exit_code !== 0) throw new SaidError(say("device_app_runs_on", { package_name: name }, stderr));
  }
}
