/** How a device was handed on after a session: what is not as it was before, once it was cleaned. */
import { z } from "zod";
import { LIMITS } from "./limits.ts";
import { text } from "./shapes.ts";

export const HANDOVER_CHANGES = [
  "app_added",
  "app_removed",
  "app_changed",
  "file_added",
  "file_removed",
  "setting_changed",
  "account_added",
  "account_removed",
] as const;
export type HandoverChange = (typeof HANDOVER_CHANGES)[number];

/** The settings, each by its namespace and name, that people leave on a device. All others may change by themselves. */
export const SETTINGS_LEFT = [
  "system font_scale",
  "system pointer_location",
  "system screen_brightness",
  "system screen_brightness_mode",
  "system screen_off_timeout",
  "system show_touches",
  "system system_locales",
  "system time_12_24",
  "secure accessibility_enabled",
  "secure default_input_method",
  "secure enabled_accessibility_services",
  "secure location_mode",
  "secure ui_night_mode",
  "global airplane_mode_on",
  "global animator_duration_scale",
  "global auto_time",
  "global auto_time_zone",
  "global bluetooth_on",
  "global http_proxy",
  "global transition_animation_scale",
  "global wifi_on",
  "global window_animation_scale",
  "global zen_mode",
] as const;

const value = text(LIMITS.handover_value_max).nullable();

export const handoverEntry = z.object({
  change: z.enum(HANDOVER_CHANGES),
  /** Of the package, the path, the setting or the account, in the device's words. */
  name: text(LIMITS.handover_name_max),
  /** Of an app its version code, of a setting its value; null where there was none, or there is nothing to tell. */
  before: value,
  after: value,
  /** It should have gone. What a session took away, and settings that change by themselves, are told and remain nothing. */
  remains: z.boolean(),
});
export type HandoverEntry = z.output<typeof handoverEntry>;

export const handover = z.object({
  /** What remains comes first. */
  entries: z.array(handoverEntry).max(LIMITS.handover_entries_max),
  /** How many more there are. */
  more: z.int().min(0),
  /** Whether all files of the shared storage were compared, and not the first of very many. */
  is_whole: z.boolean(),
});
export type Handover = z.output<typeof handover>;

/** Whether nothing of a session remained. */
export const isClean = ({ entries }: Pick<Handover, "entries">): boolean => !entries.some(({ remains }) => remains);

/** Where every cleaning takes files away. Elsewhere a session's goes with that session, or stays. */
export const SWEPT_FOLDERS = ["/sdcard/Download", "/data/local/tmp"] as const;

/** One name for the shared storage of a device, which has many, and whose file system tells no capitals apart. */
export const plainPath = (path: string): string =>
  path
    .replace(/^\/(?:storage\/(?:emulated\/0|self\/primary)|mnt\/sdcard|data\/media\/0)(?=\/|$)/, "/sdcard")
    .replace(/\/$/, "")
    .toLowerCase();

export const isWithinPath = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);

/** Whether a later cleaning takes away all that remained: it looks at no settings and accounts. */
export const isSweepable = ({ entries, more }: Pick<Handover, "entries" | "more">): boolean => {
  const left = entries.filter(({ remains }) => remains);
  // What remains comes first, so that more of it may be among those that are not told.
  if (more > 0 && left.length === entries.length) return false;
  return left.every(
    ({ change, name }) =>
      change === "app_added" ||
      (change === "file_added" && SWEPT_FOLDERS.some((folder) => name.startsWith(`${folder}/`))),
  );
};
