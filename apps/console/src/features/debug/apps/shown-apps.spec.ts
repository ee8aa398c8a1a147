import { describe, expect, it } from "vitest";
import { shownApps } from "./shown-apps.ts";

const app = (package_name: string, more: { system?: boolean; running?: boolean } = {}) => ({
  package_name,
  version_name: "1",
  version_code: 1,
  system: false,
  running: false,
  foreground: false,
  ...more,
});
const apps = [app("com.b"), app("com.a"), app("android.mail", { system: true }), app("com.c", { running: true })];
const all = { keyword: "", withSystem: false };
const names = (...asked: Parameters<typeof shownApps>) => shownApps(...asked).map(({ package_name }) => package_name);

describe("the apps of a device", () => {
  it("are those that came to it, what runs first", () => {
    expect(names(apps, [], all)).toEqual(["com.c", "com.a", "com.b"]);
    expect(names(apps, [], { ...all, keyword: " B " })).toEqual(["com.b"]);
  });

  it("are the system's too when they are wanted", () => {
    expect(names(apps, [], { ...all, withSystem: true })).toContain("android.mail");
  });

  it("have among them one of the system's that was updated in this session", () => {
    expect(names(apps, [{ package_name: "android.mail", state: "installed" }], all)).toContain("android.mail");
    expect(names(apps, [{ package_name: "android.mail", state: "install_failed" }], all)).not.toContain("android.mail");
  });
});
