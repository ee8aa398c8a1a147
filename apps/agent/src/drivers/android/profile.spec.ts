import { buildApk } from "@udt/appfile/testing";
import { DeviceRefusal, type WantedSetting } from "@udt/driver";
import { startPhones } from "@udt/phone";
import { describe, expect, test } from "vitest";
import { androidAt, eventually, keepPhones } from "../../../test/harness.ts";
import { parseLocale, parseMockLocation, profileCapability } from "./profile.ts";

const soon = () => AbortSignal.timeout(10_000);

test.each([
  ["config: mcc310-mnc260-en-rUS-ldltr-sw411dp-w411dp-h731dp-normal-long\nabi: arm64-v8a\n", "en-US"],
  ["config: b+zh+Hans+CN-ldltr-sw360dp\n", "zh-Hans-CN"],
  ["config: en-ldltr-sw360dp\n", "en"],
  ["Unknown command: get-config\n", undefined],
])("%j tells the language %s", (config, locale) => expect(parseLocale(config)).toBe(locale));

test.each([
  [
    "  fused provider [mock]:\n    last location=Location[fused 1.0,2.0 x]\n  gps provider [mock]:\n    user 0:\n      last location=Location[gps 52.520000,-13.405000 hAcc=100.0 et=+1d2h]\n",
    { latitude: 52.52, longitude: -13.405 },
  ],
  ["  gps provider [mock]:\n    user 0:\n      last location=null\n", undefined],
  ["  gps provider:\n    last location=Location[gps 52.520000,13.405000 hAcc=4.0]\n", undefined],
])("a mocked place is read from %j", (dump, place) => expect(parseMockLocation(dump)).toEqual(place));

describe("on a virtual phone", () => {
  async function open() {
    const { phone, port } = (await keepPhones(startPhones({ count: 1, basePort: 0 }))).phones[0]!;
    const provider = androidAt(port);
    const device = await eventually(() => provider.list()[0] ?? expect.fail("no device"));
    const { profile, shell, apps } = device.capabilities;
    return { phone, profile: profile!, shell: shell!, apps: apps! };
  }

  test("each setting is told as it is, set, and read back", async () => {
    const { phone, profile, shell, apps } = await open();
    const package_name = "org.example.profile";
    const permission = "android.permission.CAMERA";
    const bytes = buildApk({ packageName: package_name, permissions: [permission] });
    const app = { bytes: new Blob([new Uint8Array(bytes)]).stream(), size_bytes: bytes.length };
    await apps.install(app, () => undefined, soon());
    const wanted: readonly WantedSetting[] = [
      { setting: "locale", value: "zh-CN" },
      { setting: "time_zone", value: "Asia/Shanghai" },
      { setting: "font_scale", value: 1.3 },
      { setting: "dark_mode", value: true },
      { setting: "density", value: 280 },
      { setting: "rotation", value: "90" },
      { setting: "animations", value: false },
      { setting: "permissions", value: [{ package_name, permission }] },
      { setting: "location", value: { latitude: -33.8568, longitude: 151.2153 } },
      { setting: "proxy", value: "proxy.example.com:8080" },
    ];
    for (const one of wanted) {
      expect([one.setting, (await profile.look(one, soon())).holds]).toEqual([one.setting, false]);
      await profile.put(one, soon());
      expect([one.setting, (await profile.look(one, soon())).holds]).toEqual([one.setting, true]);
    }
    expect(phone.screen.size()).toEqual({ width: 1600, height: 720, rotation: 1 });
    expect((await shell.run(["date", "+%z"], soon())).stdout.trim()).toBe("+0800");
    expect(phone.system.settings.get("system", "font_scale")).toBe("1.3");
    await profile.put({ setting: "proxy", value: "none" }, soon());
    expect((await profile.look({ setting: "proxy", value: "none" }, soon())).holds).toBe(true);
    expect((await profile.look({ setting: "locale", value: "zh-Hans-CN" }, soon())).holds).toBe(true);
    expect((await profile.look({ setting: "locale", value: "zh-Hant-TW" }, soon())).holds).toBe(false);
  });

  test.each<[WantedSetting, string, string]>([
    [{ setting: "density", value: 280 }, "density", "wm density 280\njava.lang.SecurityException: Must hold"],
    [{ setting: "time_zone", value: "Asia/Tokyo" }, "time_zone", "android.permission.SET_TIME_ZONE"],
  ])("what it refuses is told in its own words: %j", async (wanted, fault, words) => {
    const { profile, shell } = await open();
    await shell.run(["udt-fault", "profile_refused", fault], soon());
    const refused = await profile.put(wanted, soon()).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(DeviceRefusal);
    expect((refused as DeviceRefusal).said).toMatchObject({
      code: "device_refused",
      evidence: expect.stringContaining(words),
    });
  });

  test("what it forgets without a word is not said to hold", async () => {
    const { profile, shell } = await open();
    await shell.run(["udt-fault", "profile_refused", "font_scale"], soon());
    const wanted = { setting: "font_scale", value: 1.3 } as const;
    await profile.put(wanted, soon());
    expect(await profile.look(wanted, soon())).toMatchObject({
      holds: false,
      words: "settings get system font_scale\n1.0",
    });
  });

  test("of several permissions one is refused, and the others are given", async () => {
    const { phone, profile, apps } = await open();
    const package_name = "org.example.profile";
    const [camera, contacts] = ["android.permission.CAMERA", "android.permission.READ_CONTACTS"] as const;
    const bytes = buildApk({ packageName: package_name, permissions: [camera] });
    const app = { bytes: new Blob([new Uint8Array(bytes)]).stream(), size_bytes: bytes.length };
    await apps.install(app, () => undefined, soon());
    const value = [contacts, camera].map((permission) => ({ package_name, permission }));
    await expect(profile.put({ setting: "permissions", value }, soon())).rejects.toThrow("has not requested");
    expect([...phone.system.packages.find(package_name)!.granted]).toEqual([camera]);
  });
});

test("a phone that takes a language with its next restart says so", async () => {
  const run = async (words: readonly string[]) => ({
    exit_code: 0,
    stderr: "",
    stdout: words[0] === "am" ? "config: en-rUS-ldltr-sw360dp\n" : "ja-JP,en-US\n",
  });
  const look = (value: string) => profileCapability(run).look({ setting: "locale", value }, soon());
  expect(await look("ja-JP")).toMatchObject({ holds: false, awaits_restart: true });
  expect(await look("en-US")).toMatchObject({ holds: true, awaits_restart: false });
  expect(await look("fr-FR")).toMatchObject({ holds: false, awaits_restart: false });
});

test("an older one has no exit code, and says no all the same", async () => {
  const run = async () => ({ exit_code: 0, stdout: "cmd: Can't find service: uimode\n", stderr: "" });
  await expect(profileCapability(run).put({ setting: "dark_mode", value: true }, soon())).rejects.toThrow("uimode");
});
