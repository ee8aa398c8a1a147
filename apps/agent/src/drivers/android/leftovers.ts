/** What people and tools leave on a device: how it is found and taken away, whoever asks for that. */
import { SaidError, say } from "@udt/base";
import { isWithinPath, plainPath, SWEPT_FOLDERS } from "@udt/contract";
import { fitsPattern, type Spared } from "@udt/driver";
import type { Adb } from "@yume-chan/adb";
import { parseFailure, parsePackageNames } from "./apps.ts";
import { quote, runLine } from "./shell.ts";

/**
 * Where people and tools push files. Not where photos are: one that was there before and is moved within the session looks
 * new, and must not be lost.
 */
const FILE_ROOTS = SWEPT_FOLDERS.join(" ");
const OWN_FILES = ["/data/local/tmp/scrcpy-server*", "/data/local/tmp/udt-*"];
const WORDS_PER_LINE = 50;

/** Whether there is a shared storage: it comes a while after Android has started, and after a secure keyguard was opened. */
export async function hasStorage(adb: Adb, signal: AbortSignal): Promise<boolean> {
  const { stdout } = await runLine(adb, "[ -d /sdcard/. ] && echo there", signal);
  return stdout.trim() === "there";
}

export async function listFiles(adb: Adb, signal: AbortSignal): Promise<string[]> {
  const { stdout } = await runLine(adb, `find ${FILE_ROOTS} -type f -print0 2>/dev/null`, signal);
  return stdout.split("\0").filter(Boolean);
}

export async function listPackages(adb: Adb, option: string, signal: AbortSignal): Promise<string[]> {
  const { exit_code, stdout, stderr } = await runLine(adb, `pm list packages${option}`, signal);
  const names = parsePackageNames(stdout);
  // An empty list would make every app look new; a package manager that is not up yet answers so.
  if (exit_code !== 0 || (names.length === 0 && option === ""))
    throw new SaidError(say("device_packages_unlisted", {}, (stderr || stdout).trim() || `exit code ${exit_code}`));
  return names;
}

/** Whether something lies in what is spared, as one file of many. */
export function sparesFile({ paths }: Spared): (path: string) => boolean {
  const spared = paths.map(plainPath);
  return (path) => {
    const name = plainPath(path);
    return spared.some((one) => isWithinPath(name, one));
  };
}

/** What UDT's own agent needs while it works at the device. */
export const isOwnFile = (path: string): boolean => OWN_FILES.some((pattern) => fitsPattern(path, pattern));

export interface Stays {
  package_name: string;
  words: string;
}

/** Uninstalls what did not come with the system, is not among these and not spared. */
export async function removeApps(
  adb: Adb,
  before: ReadonlySet<string>,
  { apps }: Spared,
  signal: AbortSignal,
): Promise<{ apps: string[]; stays: Stays[] }> {
  const going = (await listPackages(adb, " -3", signal)).filter(
    (name) => !before.has(name) && !apps.some((pattern) => fitsPattern(name, pattern)),
  );
  const removed: string[] = [];
  const stays: Stays[] = [];
  for (const name of going) {
    const { stdout, stderr } = await runLine(adb, `pm uninstall ${quote(name)}`, signal);
    const words = parseFailure(`${stdout}\n${stderr}`);
    if (words === undefined) removed.push(name);
    else stays.push({ package_name: name, words });
  }
  return { apps: removed, stays };
}

/** Removes the files of those places that are not to stay, and not spared. */
export async function removeFiles(
  adb: Adb,
  stays: (path: string) => boolean,
  spared: Spared,
  signal: AbortSignal,
): Promise<string[]> {
  const isSpared = sparesFile(spared);
  const going = (await listFiles(adb, signal)).filter((file) => !stays(file) && !isSpared(file));
  await remove(adb, "rm -f", going, signal);
  return going;
}

/** Removes whole folders and files, but for what is spared in them. */
export async function removeTrees(
  adb: Adb,
  trees: readonly string[],
  spared: Spared,
  signal: AbortSignal,
): Promise<void> {
  const isSpared = sparesFile(spared);
  const kept = spared.paths.map(plainPath);
  const going = trees.filter((tree) => !isSpared(tree));
  const [mixed, whole] = [
    going.filter((tree) => kept.some((path) => isWithinPath(path, plainPath(tree)))),
    going.filter((tree) => !kept.some((path) => isWithinPath(path, plainPath(tree)))),
  ];
  await remove(adb, "rm -rf", whole, signal);
  for (const tree of mixed) {
    const { stdout } = await runLine(adb, `find ${quote(tree)} -type f -print0 2>/dev/null`, signal);
    const files = stdout.split("\0").filter((file) => file !== "" && !isSpared(file));
    await remove(adb, "rm -f", files, signal);
  }
}

export async function remove(adb: Adb, command: string, paths: readonly string[], signal: AbortSignal): Promise<void> {
  for (let at = 0; at < paths.length; at += WORDS_PER_LINE) {
    const words = paths.slice(at, at + WORDS_PER_LINE).map(quote);
    await runLine(adb, `${command} -- ${words.join(" ")}`, signal);
  }
}
