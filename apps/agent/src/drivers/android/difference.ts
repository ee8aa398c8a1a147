/** What is not on a device as it was: its apps, the files of its shared storage, its settings and accounts. */
import { textBefore } from "@udt/base";
import { SETTINGS_LEFT, type HandoverEntry } from "@udt/contract";
import { fitsPattern, type Difference, type Spared } from "@udt/driver";
import type { Adb } from "@yume-chan/adb";
import { z } from "zod";
import { hasStorage, sparesFile } from "./leftovers.ts";
import { keptAs } from "./profile-settings.ts";
import { runLine } from "./shell.ts";

export const snapshotShape = z.object({
  /** Version codes by package. */
  apps: z.record(z.string(), z.string()),
  files: z.array(z.string()),
  /** Whether these are all files. */
  is_whole: z.boolean(),
  /** Values by `namespace name`. */
  settings: z.record(z.string(), z.string()),
  accounts: z.array(z.string()),
});
export type Snapshot = z.output<typeof snapshotShape>;

const FILES_MAX_BYTES = 256 * 1024;
/** What apps keep for themselves comes and goes, and hidden files do. */
const LIST_FILES = `find /sdcard/* /data/local/tmp -path /sdcard/Android -prune -o -type f -print0 2>/dev/null | head -c ${FILES_MAX_BYTES}`;
const NAMESPACES = ["system", "secure", "global"] as const;
/** Cleaning sets these as every session is to find them. */
const RESET = new Set(["system accelerometer_rotation", "system user_rotation", "global stay_on_while_plugged_in"]);
/** Of those that people leave these alone are not changed back by writing them down. */
const STAYS = new Set<string>([
  "system system_locales",
  "secure ui_night_mode",
  "global airplane_mode_on",
  "global bluetooth_on",
  "global wifi_on",
  "global zen_mode",
] satisfies (typeof SETTINGS_LEFT)[number][]);
/** Settings that take effect once they are put back. */
export const PUT_BACK: readonly string[] = SETTINGS_LEFT.filter((name) => !STAYS.has(name));
const LEFT_BY_PEOPLE: ReadonlySet<string> = new Set(SETTINGS_LEFT);

/** `name=value`, a line each; what goes on in a line of its own is no name. */
export function parseSettings(output: string): [name: string, value: string][] {
  return [...output.matchAll(/^([\w.:-]{1,200})=(.*)$/gm)].map(([, name = "", value = ""]) => [name, value.trim()]);
}

/** `dumpsys account` has `Account {name=…, type=…}` for each, and once more wherever one is spoken of. */
export const parseAccounts = (output: string): string[] => [
  ...new Set(
    [...output.matchAll(/^[ \t]{0,20}Account \{name=([^\n]{1,300}), type=([^\n},]{1,200})\}/gm)].map(
      ([, name = "", type = ""]) => `${name} (${type})`,
    ),
  ),
];

const parseVersions = (output: string): [name: string, version: string][] =>
  [...output.matchAll(/^package:(\S+)(?: versionCode:(\d+))?/gm)].map(([, name = "", version = ""]) => [name, version]);

async function listAll(adb: Adb, signal: AbortSignal): Promise<{ files: string[]; is_whole: boolean }> {
  if (!(await hasStorage(adb, signal))) return { files: [], is_whole: false };
  const { stdout } = await runLine(adb, LIST_FILES, signal);
  const parts = stdout.split("\0");
  // The last one is empty, or was cut off.
  const last = parts.pop();
  return { files: parts.filter((path) => !path.includes("/.")), is_whole: last === "" };
}

export async function takeSnapshot(adb: Adb, signal: AbortSignal): Promise<Snapshot> {
  const [apps, files, accounts, ...settings] = await Promise.all([
    runLine(adb, "pm list packages --show-versioncode", signal),
    listAll(adb, signal),
    runLine(adb, "dumpsys account", signal),
    ...NAMESPACES.map((namespace) => runLine(adb, `settings list ${namespace}`, signal)),
  ]);
  const named = settings.flatMap(({ stdout }, index) =>
    parseSettings(stdout).map(([name, value]): [string, string] => [`${NAMESPACES[index]} ${name}`, value]),
  );
  return {
    apps: Object.fromEntries(parseVersions(apps.stdout)),
    ...files,
    settings: Object.fromEntries(named),
    accounts: parseAccounts(accounts.stdout),
  };
}

/** The settings that are not as they were. Of a namespace that once could not be listed nothing is known. */
export function changedSettings(before: Snapshot["settings"], after: Snapshot["settings"]): string[] {
  const [was, is] = [before, after].map((settings) => new Set(Object.keys(settings).map(namespaceOf)));
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => {
    const namespace = namespaceOf(name);
    return before[name] !== after[name] && was?.has(namespace) && is?.has(namespace);
  });
}
const namespaceOf = (name: string): string => textBefore(name, " ");

type Entry = Omit<HandoverEntry, "change">;
const told = (change: HandoverEntry["change"], entries: readonly Entry[]): HandoverEntry[] =>
  entries.map((entry) => ({ change, ...entry }));
const named = (names: readonly string[], remains: boolean): Entry[] =>
  names.map((name) => ({ name, before: null, after: null, remains }));

/** @param kept packages that were to stay */
export function differenceOf(before: Snapshot, after: Snapshot, kept: readonly string[], spared: Spared): Difference {
  const stays = new Set(kept);
  const isSparedFile = sparesFile(spared);
  const isSparedApp = (name: string) => spared.apps.some((pattern) => fitsPattern(name, pattern));
  const versions = Object.entries(after.apps);
  const changed = versions.filter(([name, version]) => name in before.apps && before.apps[name] !== version);
  const gone = (of: readonly string[], among: readonly string[]) => {
    const there = new Set(among);
    return of.filter((one) => !there.has(one));
  };
  const ofProfile = keptAs(spared.profile);
  const settings = changedSettings(before.settings, after.settings).filter(
    (name) => !RESET.has(name) && !ofProfile.has(name),
  );
  const is_whole = before.is_whole && after.is_whole;
  // Of a listing that was cut off it is not known what is new.
  const files = is_whole ? [before.files, after.files] : [[], []];
  const [filesBefore = [], filesAfter = []] = files;
  const filesAdded = gone(filesAfter, filesBefore).filter((path) => !isSparedFile(path));
  const filesGone = gone(filesBefore, filesAfter);
  return {
    is_whole,
    entries: [
      ...told(
        "app_added",
        versions
          .filter(([name]) => !(name in before.apps) && !stays.has(name) && !isSparedApp(name))
          .map(([name, version]) => ({ name, before: null, after: version, remains: true })),
      ),
      ...told(
        "app_removed",
        gone(Object.keys(before.apps), Object.keys(after.apps)).map((name) => ({
          name,
          before: before.apps[name] ?? null,
          after: null,
          remains: false,
        })),
      ),
      ...told(
        "app_changed",
        changed
          .filter(([name]) => !isSparedApp(name))
          .map(([name, version]) => ({ name, before: before.apps[name] ?? null, after: version, remains: false })),
      ),
      // No more new ones than are missing may be those, moved.
      ...told("file_added", named(filesAdded, filesAdded.length > filesGone.length)),
      ...told("file_removed", named(filesGone, false)),
      ...told(
        "setting_changed",
        settings.map((name) => ({
          name,
          before: before.settings[name] ?? null,
          after: after.settings[name] ?? null,
          remains: LEFT_BY_PEOPLE.has(name),
        })),
      ),
      ...told("account_added", named(gone(after.accounts, before.accounts), true)),
      ...told("account_removed", named(gone(before.accounts, after.accounts), false)),
    ],
  };
}
