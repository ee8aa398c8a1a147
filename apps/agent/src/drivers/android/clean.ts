import { SaidError, say } from "@udt/base";
import type { CleanMark } from "@udt/driver";
import type { Adb } from "@yume-chan/adb";
import { z } from "zod";
import type { CameraFolder } from "./camera-images.ts";
import { parseFailure, parsePackageNames, parseRunning } from "./apps.ts";
import { quote, runLine } from "./shell.ts";

/**
 * Where people and tools push files. Not where photos are: one that was there before and is moved within the session looks
 * new, and must not be lost.
 */
const FILE_ROOTS = "/sdcard/Download /data/local/tmp";
const WORDS_PER_LINE = 50;

/** What was there before a session. */
const androidMark = z.object({
  packages: z.array(z.string()),
  /** Files in {@link FILE_ROOTS}. */
  files: z.array(z.string()).nullish(),
  /** What the session made, wherever that is. */
  made: z.array(z.string()).optional(),
  /** `stay_on_while_plugged_in`, which a shown screen sets. */
  stay_on: z.string().nullish(),
});

const listFiles = async (adb: Adb, signal: AbortSignal): Promise<string[]> => {
  const { stdout } = await runLine(adb, `find ${FILE_ROOTS} -type f -print0 2>/dev/null`, signal);
  return stdout.split("\0").filter(Boolean);
};

const listPackages = async (adb: Adb, option: string, signal: AbortSignal): Promise<string[]> => {
  const { exit_code, stdout, stderr } = await runLine(adb, `pm list packages${option}`, signal);
  const names = parsePackageNames(stdout);
  // An empty list would make every app look new; a package manager that is not up yet answers so.
  if (exit_code !== 0 || (names.length === 0 && option === ""))
    throw new SaidError(say("device_packages_unlisted", {}, (stderr || stdout).trim() || `exit code ${exit_code}`));
  return names;
};

export async function takeMark(adb: Adb, signal: AbortSignal): Promise<CleanMark> {
  const [packages, files, stayOn] = await Promise.all([
    listPackages(adb, "", signal),
    listFiles(adb, signal),
    runLine(adb, "settings get global stay_on_while_plugged_in", signal),
  ]);
  // A setting that nobody ever made reads as `null`.
  return { packages, files, stay_on: /^\d+$/.exec(stayOn.stdout.trim())?.[0] ?? "0" };
}

/** Cleaning looks at packages that were not there before; these count as having been there. */
export function keepingPackages(mark: CleanMark, names: readonly string[]): CleanMark {
  const { packages, files = null, made = [], stay_on = null } = androidMark.parse(mark);
  return { packages: [...new Set([...packages, ...names])], files, made, stay_on };
}

/** Cleaning removes these, too. */
export function removingFiles(mark: CleanMark, paths: readonly string[]): CleanMark {
  const { packages, files = null, made = [], stay_on = null } = androidMark.parse(mark);
  return { packages, files, made: [...new Set([...made, ...paths])], stay_on };
}

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

  const mark = androidMark.parse(given);
  const before = new Set(mark.packages);
  const added = (await listPackages(adb, " -3", signal)).filter((name) => !before.has(name));
  for (const name of added) {
    const { stdout, stderr } = await run(`pm uninstall ${quote(name)}`);
    const failure = parseFailure(`${stdout}\n${stderr}`);
    if (failure !== undefined) throw new SaidError(say("device_app_stays", { package_name: name }, failure));
  }

  await stopApps(adb, signal);
  await clearByScrcpy();
  if (mark.made) await remove(adb, "rm -rf", mark.made, signal);
  if (has.camera !== undefined) await remove(adb, "rm -rf", [has.camera], signal);
  if (mark.files) await removeNewFiles(adb, new Set(mark.files), signal);

  const resets = [
    "settings put system user_rotation 0",
    "settings put system accelerometer_rotation 1",
    "wm size reset",
    "wm density reset",
    ...(has.folds ? ["cmd device_state state reset"] : []),
    ...(mark.stay_on ? [`settings put global stay_on_while_plugged_in ${quote(mark.stay_on)}`] : []),
    "cmd statusbar collapse",
    "logcat -c",
    "input keyevent KEYCODE_WAKEUP",
    "wm dismiss-keyguard",
    "input keyevent KEYCODE_HOME",
  ];
  await run(resets.join("; "));
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

async function removeNewFiles(adb: Adb, before: ReadonlySet<string>, signal: AbortSignal): Promise<void> {
  const added = (await listFiles(adb, signal)).filter((file) => !before.has(file));
  await remove(adb, "rm -f", added, signal);
}

async function remove(adb: Adb, command: string, paths: readonly string[], signal: AbortSignal): Promise<void> {
  for (let at = 0; at < paths.length; at += WORDS_PER_LINE) {
    const words = paths.slice(at, at + WORDS_PER_LINE).map(quote);
    await runLine(adb, `${command} -- ${words.join(" ")}`, signal);
  }
}
