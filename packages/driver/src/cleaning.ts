import type { HandoverEntry, ProfileSetting } from "@udt/contract";

/** What a driver remembers of a device: opaque to the agent, which keeps it as JSON so that it survives the agent's restart. */
export type CleanMark =
  | null
  | boolean
  | number
  | string
  | readonly CleanMark[]
  | { readonly [name: string]: CleanMark };

/** What no cleaning takes from a device. */
export interface Spared {
  /** Packages by name, where `*` stands for any part of it. */
  apps: readonly string[];
  /** Files, and folders with all that is in them. */
  paths: readonly string[];
  /** What a profile brings it to once it is clean. */
  profile?: readonly ProfileSetting[];
}

/** What was taken from a device that nobody uses. */
export interface Swept {
  apps: string[];
  files: string[];
  /** What is to go and does not, with the device's words. */
  stays: { package_name: string; words: string }[];
}

/** What is not as it was. */
export interface Difference {
  entries: HandoverEntry[];
  /** Whether all files of the shared storage were compared. */
  is_whole: boolean;
}

/** Whether a name is what a pattern means, where `*` stands for any part of it. */
export function fitsPattern(name: string, pattern: string): boolean {
  const [first = "", ...rest] = pattern.split("*");
  const last = rest.pop();
  if (last === undefined) return name === pattern;
  if (!name.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return name.length - last.length >= at && name.endsWith(last);
}
