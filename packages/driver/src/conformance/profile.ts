import { afterAll, expect, test } from "vitest";
import { DeviceRefusal } from "../refusals.ts";
import type { WantedSetting } from "../profile.ts";
import { capability, type ConformanceTarget, soon } from "./target.ts";

/** Ways there and back, of settings of which cleaning or the test itself restores the one before. */
const BOTH_WAYS: readonly (readonly [WantedSetting, WantedSetting])[] = [
  [
    { setting: "dark_mode", value: true },
    { setting: "dark_mode", value: false },
  ],
  [
    { setting: "animations", value: false },
    { setting: "animations", value: true },
  ],
  [
    { setting: "rotation", value: "90" },
    { setting: "rotation", value: "auto" },
  ],
];

export function describeProfile(target: () => ConformanceTarget): void {
  const profile = () => capability(target(), "profile");
  const undo: WantedSetting[] = [];
  afterAll(async () => {
    for (const before of undo) await profile().put(before, soon());
  });
  /** False: the device says that it does not take it. */
  const takes = async (wanted: WantedSetting): Promise<boolean> => {
    try {
      await profile().put(wanted, soon());
      return true;
    } catch (error) {
      expect(error).toBeInstanceOf(DeviceRefusal);
      return false;
    }
  };

  test.each(BOTH_WAYS)("is brought to $setting, and back, and says so", async (there, back) => {
    const before = (await profile().look(there, soon())).holds ? there : back;
    undo.push(before);
    for (const wanted of before === there ? [back, there] : [there, back]) {
      if (!(await takes(wanted))) return;
      const { holds, awaits_restart } = await profile().look(wanted, soon());
      // One that does neither says so by this, and may: what is not allowed is to say that it does.
      if (!holds || awaits_restart) return;
      const other = wanted === there ? back : there;
      expect((await profile().look(other, soon())).holds).toBe(false);
    }
  });

  test.each<WantedSetting>([
    { setting: "locale", value: "ja-JP" },
    { setting: "time_zone", value: "Asia/Tokyo" },
    { setting: "font_scale", value: 1.3 },
    { setting: "density", value: 300 },
    { setting: "location", value: { latitude: 35.6586, longitude: 139.7454 } },
    { setting: "proxy", value: "none" },
  ])("says in its own words how it is: $setting", async (wanted) => {
    const { holds, words } = await profile().look(wanted, soon());
    expect(typeof holds).toBe("boolean");
    expect(words).not.toBe("");
  });

  test("refuses what is for an app that it does not have", async () => {
    const value = [{ package_name: "dev.udt.no.such.app", permission: "android.permission.CAMERA" }];
    const wanted: WantedSetting = { setting: "permissions", value };
    await expect(profile().put(wanted, soon())).rejects.toBeInstanceOf(DeviceRefusal);
    expect((await profile().look(wanted, soon())).holds).toBe(false);
  });

  test("gives up when it is told to", async () => {
    const gone = AbortSignal.abort(new Error("given up"));
    await expect(profile().look({ setting: "font_scale", value: 1 }, gone)).rejects.toThrow("given up");
  });
}
