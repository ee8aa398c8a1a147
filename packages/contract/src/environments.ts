/** What a tag wants to be on its devices, and what no cleaning takes from them. */
import { z } from "zod";
import { LIMITS } from "./limits.ts";
import { rule } from "./rules.ts";
import { areWithin, id, text } from "./shapes.ts";
import { DEVICE_OS } from "./states.ts";

/** Packages by their name, where `*` stands for any part of it. */
export const packagePattern = z
  .string()
  .max(LIMITS.package_name_max, rule("free_app"))
  .regex(/^[A-Za-z*][\w.*-]*$/, rule("free_app"));

/** Whole, below the root, and without steps upwards. */
export const devicePath = text(LIMITS.environment_path_max)
  .regex(/^(?:\/[^/\0\r\n]+)+\/?$/, rule("free_path"))
  .refine((path) => path.split("/").every((part) => part !== "." && part !== ".."), rule("free_path"))
  .overwrite((path) => path.replace(/\/$/, ""));

/** An application of the project: one of its packages, or whichever was uploaded last. */
export const preinstalledApp = z.object({
  os: z.enum(DEVICE_OS),
  package_name: text(LIMITS.package_name_max).min(1),
  /** Null: the newest. */
  app_id: id.nullable(),
});
export type PreinstalledApp = z.output<typeof preinstalledApp>;

const FREE_MAX_BYTES = LIMITS.environment_free_max_bytes;
const once = (values: readonly string[]) => new Set(values).size === values.length;

export const environmentConfig = z.object({
  /** These are on its devices: what is missing, or is there as another build, is installed. */
  preinstalled: z
    .array(preinstalledApp)
    .max(LIMITS.environment_apps_max, rule("preinstalled_apps"))
    .refine((apps) => once(apps.map(({ os, package_name }) => `${os} ${package_name}`)), rule("preinstalled_once")),
  /** Cleaning leaves these applications… */
  free_apps: z
    .array(packagePattern)
    .max(LIMITS.environment_free_max, rule("free_entries"))
    .refine((apps) => areWithin(apps, FREE_MAX_BYTES), rule("free_entries_size")),
  /** … and these files and folders. */
  free_paths: z
    .array(devicePath)
    .max(LIMITS.environment_free_max, rule("free_entries"))
    .refine((paths) => areWithin(paths, FREE_MAX_BYTES), rule("free_entries_size")),
});
export type EnvironmentConfig = z.output<typeof environmentConfig>;

/** Of each of these, the first of a device's tags that has any decides. */
export const ENVIRONMENT_SETTINGS = ["preinstalled", "free_apps", "free_paths"] as const;
export type EnvironmentSetting = (typeof ENVIRONMENT_SETTINGS)[number];

/** Of a tag that wants nothing. */
export const NO_ENVIRONMENT: EnvironmentConfig = { preinstalled: [], free_apps: [], free_paths: [] };

/** A package that a device is to have, as its agent needs to know it. */
export const wantedApp = z.object({
  app_id: id,
  file_name: z.string(),
  package_name: z.string(),
  version_code: z.int(),
  version_name: z.string(),
  md5: z.string(),
  size_bytes: z.int(),
});
export type WantedApp = z.output<typeof wantedApp>;

/** What cleaning leaves, and what is to be there afterwards: of a device, as its tags want it in all projects that see it. */
export const deviceEnvironment = z.object({
  free_apps: z.array(z.string()),
  free_paths: z.array(z.string()),
  /** Packages that any of these projects has pre-installed: each stays as the build that it was. */
  preinstalled: z.array(z.string()),
  /** Of the project that has the device. */
  wanted: z.array(wantedApp),
});
export type DeviceEnvironment = z.output<typeof deviceEnvironment>;
export const BARE_ENVIRONMENT: DeviceEnvironment = { free_apps: [], free_paths: [], preinstalled: [], wanted: [] };
