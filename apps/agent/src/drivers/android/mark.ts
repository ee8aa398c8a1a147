import { PROFILE_SETTINGS } from "@udt/contract";
import type { CleanMark, Difference, Spared } from "@udt/driver";
import type { Adb } from "@yume-chan/adb";
import { z } from "zod";
import { differenceOf, snapshotShape, takeSnapshot } from "./difference.ts";
import { hasStorage, listFiles, listPackages } from "./leftovers.ts";
import { runLine } from "./shell.ts";

/** What was there before a session. */
const androidMark = z.object({
  packages: z.array(z.string()),
  /** Files where people and tools push them; null where their storage was not there, whose files all look new once it is. */
  files: z.array(z.string()).nullish(),
  /** What the session made, wherever that is. */
  made: z.array(z.string()).optional(),
  /** `stay_on_while_plugged_in`, which a shown screen sets. */
  stay_on: z.string().nullish(),
  /** What stays, whatever became of it. */
  spared: z
    .object({
      apps: z.array(z.string()),
      paths: z.array(z.string()),
      profile: z.array(z.enum(PROFILE_SETTINGS)).default([]),
    })
    .default({ apps: [], paths: [], profile: [] }),
  /** How all was; null where it could not be read. */
  before: snapshotShape.nullish(),
});
export type AndroidMark = z.output<typeof androidMark>;

/** Of an agent of an earlier version it may say less. */
export const readMark = (mark: CleanMark): AndroidMark => androidMark.parse(mark);

export async function takeMark(adb: Adb, signal: AbortSignal): Promise<CleanMark> {
  const [packages, files, stayOn, before] = await Promise.all([
    listPackages(adb, "", signal),
    hasStorage(adb, signal).then((is) => (is ? listFiles(adb, signal) : null)),
    runLine(adb, "settings get global stay_on_while_plugged_in", signal),
    // A session is not to fail for what is only told of it.
    takeSnapshot(adb, signal).catch(() => (signal.throwIfAborted(), null)),
  ]);
  // A setting that nobody ever made reads as `null`.
  return { packages, files, stay_on: /^\d+$/.exec(stayOn.stdout.trim())?.[0] ?? "0", before };
}

const changed = (mark: CleanMark, change: (mark: AndroidMark) => Partial<AndroidMark>): CleanMark => {
  const before = readMark(mark);
  const {
    packages,
    files = null,
    made = [],
    stay_on = null,
    spared,
    before: was = null,
  } = { ...before, ...change(before) };
  return { packages, files, made, stay_on, spared, before: was };
};

/** What is not as it was, but for what was to stay. */
export async function differenceFrom(adb: Adb, mark: CleanMark, signal: AbortSignal): Promise<Difference | undefined> {
  const { before, packages, spared } = readMark(mark);
  return before ? differenceOf(before, await takeSnapshot(adb, signal), packages, spared) : undefined;
}

/** Cleaning looks at packages that were not there before; these count as having been there. */
export const keepingPackages = (mark: CleanMark, names: readonly string[]): CleanMark =>
  changed(mark, ({ packages }) => ({ packages: [...new Set([...packages, ...names])] }));

/** Cleaning removes these, too. */
export const removingFiles = (mark: CleanMark, paths: readonly string[]): CleanMark =>
  changed(mark, ({ made = [] }) => ({ made: [...new Set([...made, ...paths])] }));

/** Cleaning leaves these. */
export const sparing = (mark: CleanMark, { apps, paths, profile = [] }: Spared): CleanMark =>
  changed(mark, ({ spared }) => ({
    spared: {
      apps: [...new Set([...spared.apps, ...apps])],
      paths: [...new Set([...spared.paths, ...paths])],
      profile: [...new Set([...spared.profile, ...profile])],
    },
  }));
