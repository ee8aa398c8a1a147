import { expect, it } from "vitest";
import { deviceProfile, profileEntries, PROFILE_SETTINGS, profileSettings } from "./device-profiles.ts";
import { levelOf } from "./self-checks.ts";
import { DEFAULT_INSPECTION } from "./inspections.ts";

const issues = (profile: object) =>
  deviceProfile.safeParse(profile).error?.issues.map(({ path, message }) => [path[0], message]);
const camera = { package_name: "org.example.app", permission: "android.permission.CAMERA" };

it.each<[object]>([
  [{}],
  ...["ja-JP", "zh-Hans-CN", "en", "es-419"].map((locale): [object] => [{ locale }]),
  ...["UTC", "Asia/Shanghai", "America/Argentina/Buenos_Aires"].map((time_zone): [object] => [{ time_zone }]),
  ...[0.7, 1.3, 2].map((font_scale): [object] => [{ font_scale }]),
  ...[72, 1_000].map((density): [object] => [{ density }]),
  ...["none", "proxy.example.com:8080", "10.0.0.1:1"].map((proxy): [object] => [{ proxy }]),
  [{ location: { latitude: -90, longitude: 180 } }],
  [{ permissions: [camera], dark_mode: false, animations: true, rotation: "270" }],
])("takes %j", (profile) => expect(issues(profile)).toBeUndefined());

it.each([
  ...["JA-jp", "ja_JP", "en-US;reboot", "$(id)", ""].slice(1).map((locale) => [{ locale }, "profile_locale"] as const),
  ...["Mars/Olympus", "+08:00", "", "`id`"].map((time_zone) => [{ time_zone }, "time_zone"] as const),
  ...[0.6, 2.1, Number.NaN, null].map((font_scale) => [{ font_scale }, "profile_font_scale"] as const),
  ...[71, 1_001, 320.5, null].map((density) => [{ density }, "profile_density"] as const),
  ...["", "proxy", "proxy:0", "proxy:65536", "http://proxy:80", "a b:80", ":0"].map(
    (proxy) => [{ proxy }, "profile_proxy"] as const,
  ),
  ...["CAMERA", "android.permission.CAMERA; reboot", ""].map(
    (permission) => [{ permissions: [{ ...camera, permission }] }, "profile_permission"] as const,
  ),
  [{ permissions: [] }, "profile_permission"] as const,
  [{ permissions: Array.from({ length: 31 }, () => camera) }, "profile_permissions_max"] as const,
  [{ location: { latitude: 90.1, longitude: 0 } }, "profile_location"] as const,
  [{ location: { latitude: 0, longitude: -180.1 } }, "profile_location"] as const,
])("refuses %j by its setting and rule", (profile, rule) =>
  expect(issues(profile)?.[0]).toEqual([Object.keys(profile)[0], rule]),
);

it.each([
  ["europe/berlin", "Europe/Berlin"],
  ["utc", "UTC"],
  ["Asia/Kolkata", "Asia/Kolkata"],
])("writes the zone %s as devices know it", (time_zone, named) =>
  expect(deviceProfile.parse({ time_zone })).toEqual({ time_zone: named }),
);

it("names what a profile asks for in the order in which it is done", () => {
  expect(profileEntries({ proxy: "none", dark_mode: false, locale: "ja-JP" })).toEqual([
    "locale",
    "dark_mode",
    "proxy",
  ]);
  expect(Object.keys(profileSettings.shape)).toEqual([...PROFILE_SETTINGS]);
});

it("never breaks a device: what would not take is a warning", () => {
  expect(levelOf(DEFAULT_INSPECTION, "profile")).toBe("warning");
});
