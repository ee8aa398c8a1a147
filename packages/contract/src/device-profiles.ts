/** What a device is brought back to between sessions, as far as its platform lets it. What a profile leaves out stays as it is. */
import { z } from "zod";
import { LIMITS } from "./limits.ts";
import { packageName, rule } from "./rules.ts";
import { bodyFlag, id, time } from "./shapes.ts";
import { said } from "./words.ts";
import { isTimeZone, namedTimeZone } from "./time-zones.ts";

/** In the order in which a device is brought to them. Android has language and region in one. */
export const PROFILE_SETTINGS = [
  "locale",
  "time_zone",
  "font_scale",
  "dark_mode",
  "density",
  "rotation",
  "animations",
  "permissions",
  "location",
  "proxy",
] as const;
export type ProfileSetting = (typeof PROFILE_SETTINGS)[number];

/** As the device may turn by itself, or fixed, in degrees against the clock from how it is held by nature. */
export const PROFILE_ROTATIONS = ["auto", "0", "90", "180", "270"] as const;

/** Of {@link deviceProfile}'s proxy: there is to be none. */
export const NO_PROXY = "none";

const { profile_font_scale_min: SCALE_MIN, profile_font_scale_max: SCALE_MAX } = LIMITS;
const { profile_density_min: DENSITY_MIN, profile_density_max: DENSITY_MAX } = LIMITS;

const isWithin = (min: number, max: number) => (value: number) => value >= min && value <= max;

/** As BCP 47 writes it: `ja-JP`, `zh-Hans-CN`. */
function isLocale(value: string): boolean {
  return /^[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|\d{3}))?$/.test(value);
}

function isProxy(value: string): boolean {
  if (value === NO_PROXY) return true;
  const port = /^[A-Za-z0-9][A-Za-z0-9.-]{0,252}:(\d{1,5})$/.exec(value)?.[1];
  return port !== undefined && isWithin(1, 65_535)(Number(port));
}

const degrees = (most: number) =>
  z.number(rule("profile_location")).refine(isWithin(-most, most), rule("profile_location"));

export const profilePermission = z.object({
  package_name: packageName,
  /** `android.permission.CAMERA` */
  permission: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9_]*(?:\.[A-Za-z0-9_]+)+$/, rule("profile_permission"))
    .max(200),
});

const settings = {
  locale: z.string().refine(isLocale, rule("profile_locale")),
  time_zone: z.string().max(64).refine(isTimeZone, rule("time_zone")).overwrite(namedTimeZone),
  font_scale: z.number(rule("profile_font_scale")).refine(isWithin(SCALE_MIN, SCALE_MAX), rule("profile_font_scale")),
  dark_mode: bodyFlag,
  /** Dots per inch. */
  density: z.int(rule("profile_density")).refine(isWithin(DENSITY_MIN, DENSITY_MAX), rule("profile_density")),
  rotation: z.enum(PROFILE_ROTATIONS),
  /** Whether windows and views move as they come and go. */
  animations: bodyFlag,
  /** What apps are given, where they are there. */
  permissions: z
    .array(profilePermission)
    .min(1, rule("profile_permission"))
    .max(LIMITS.profile_permissions_max, rule("profile_permissions_max")),
  location: z.object({ latitude: degrees(90), longitude: degrees(180) }),
  /** `host:port`, or {@link NO_PROXY}. */
  proxy: z.string().refine(isProxy, rule("profile_proxy")),
} as const satisfies Record<ProfileSetting, z.ZodType>;

export const profileSettings = z.object(settings);
export type ProfileValues = z.output<typeof profileSettings>;
export const deviceProfile = profileSettings.partial();
export type DeviceProfile = z.output<typeof deviceProfile>;

/** `kept`: it was so. `set`: it is so now. `refused`: it would not take. */
export const PROFILE_STATES = ["kept", "set", "refused"] as const;

export const profileResult = z.object({
  setting: z.enum(PROFILE_SETTINGS),
  state: z.enum(PROFILE_STATES),
  /** Why it would not take, with the device's own words beneath. */
  reason: said.nullable(),
});
export type ProfileResult = z.output<typeof profileResult>;
export const profileResults = z.array(profileResult).max(PROFILE_SETTINGS.length);

/** What a session is to bring its device to when that is clean again: by which project's tags, and what. */
export const sessionProfile = z.object({ project_id: id, settings: deviceProfile });
export type SessionProfile = z.output<typeof sessionProfile>;

/** What became of that. */
export const profileOutcome = z.object({ project_id: id, lease_token: z.int().positive(), results: profileResults });
export type ProfileOutcome = z.output<typeof profileOutcome>;

/** The same as people read it. */
export const toldOutcome = z.object({ results: profileResults, at: time });
export type ToldOutcome = z.output<typeof toldOutcome>;

/** What a profile asks for, in its order. */
export const profileEntries = (profile: DeviceProfile): ProfileSetting[] =>
  PROFILE_SETTINGS.filter((name) => profile[name] !== undefined);
