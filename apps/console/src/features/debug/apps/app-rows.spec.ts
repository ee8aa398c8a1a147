import { LIMITS, type App, type Install } from "@udt/contract";
import { describe, expect, it } from "vitest";
import { appFactsOf, appNameOf, appRows, appStateOf, isListed, isOutdated } from "./app-rows.ts";

const app = (package_name: string, version_code = 1, kind = "apk") =>
  ({ package_name, version_code, kind, name: "", names: {} }) as unknown as App;
const install = (package_name: string, state: Install["state"]) =>
  ({ package_name, state, install_id: `${package_name} ${state}` }) as Install;
const on = (
  package_name: string,
  more: { name?: string; system?: boolean; running?: boolean; version_code?: number } = {},
) => ({
  package_name,
  version_name: "1",
  version_code: 1,
  system: false,
  running: false,
  foreground: false,
  ...more,
});
const none = { apps: [], installs: [], device: [], kind: "apk", language: "en" } as const;
const told = (known: Partial<Parameters<typeof appRows>[0]>) =>
  appRows({ ...none, ...known }).map((row) => [row.package_name, appStateOf(row)]);

describe("the apps of a session", () => {
  it("are one row each, whatever is known of them from where", () => {
    const known = {
      apps: [app("shop", 2), app("shop", 1), app("idle")],
      installs: [install("shop", "installed"), install("shop", "install_failed")],
      device: [on("shop", { running: true }), on("other")],
    };
    expect(told(known)).toEqual([
      ["shop", "running"],
      ["other", "installed"],
      ["idle", "absent"],
    ]);
    expect(appRows({ ...none, ...known })[0]?.versions.map(({ version_code }) => version_code)).toEqual([2, 1]);
  });

  it("are in the state of what is done with them now, before what the device said last", () => {
    const device = [on("a", { running: true })];
    expect(told({ installs: [install("a", "downloading")], device })).toEqual([["a", "under_way"]]);
    expect(told({ installs: [install("a", "install_failed")], device })).toEqual([["a", "failed"]]);
    expect(told({ installs: [install("a", "uninstalled")], device: [] })).toEqual([["a", "absent"]]);
    expect(told({ installs: [install("a", "installed")], device: undefined })).toEqual([["a", "installed"]]);
    expect(told({ installs: [install("a", "installed")], device: [], isReading: true })).toEqual([["a", "installed"]]);
    expect(told({ installs: [install("a", "installed")], device: [] })).toEqual([["a", "absent"]]);
  });

  it("keep their place while they are installed, above all others", () => {
    const others = [on("x", { running: true }), on("y")];
    const names = (state: Install["state"]) =>
      told({ installs: [install("late", state), install("early", "installed")], device: others }).map(([name]) => name);
    for (const state of ["downloading", "installing", "installed"] as const)
      expect(names(state)).toEqual(["late", "early", "x", "y"]);
  });

  it("are in the order of their names where they are in one state, and those of the project in its own", () => {
    const device = [
      on("com.b", { name: "Zebra" }),
      on("com.z", { name: "apple" }),
      on("a.m"),
      on("a.a", { name: "Same" }),
    ];
    const same = on("a.b", { name: "Same" });
    const apps = [app("late"), app("early")];
    expect(told({ device: [same, ...device], apps }).map(([name]) => name)).toEqual([
      "a.m",
      "com.z",
      "a.a",
      "a.b",
      "com.b",
      "late",
      "early",
    ]);
  });

  it("are called as the project's package says, else as the device does, else by their package", () => {
    const versions = [{ name: "Shop", names: { ja: "店" } }];
    const onDevice = { name: "Laden" };
    const named = (known: object, language = "en") =>
      appNameOf({ package_name: "a.shop", versions: [], onDevice, ...known }, language);
    expect([named({ versions }), named({ versions }, "ja")]).toEqual(["Shop", "店"]);
    expect(named({ install: { app_name: "Shop" } })).toBe("Shop");
    expect(named({ install: { app_name: "" } })).toBe("Laden");
    expect(named({ onDevice: {} })).toBe("a.shop");
  });

  it("are kept by one name, whatever language somebody sees them in, with the version on the device", () => {
    const known = [app("b.game"), { ...app("a.shop"), name: "Shop", names: { ja: "店" } }];
    const device = [{ ...on("a.shop", { name: "Laden" }), version_name: "1.2" }, on("c.music", { name: "Music" })];
    const kept = (package_name: string) => Object.values(appFactsOf(package_name, known, device));
    expect(kept("a.shop")).toEqual(["Shop", "1.2"]);
    expect(kept("c.music")).toEqual(["Music", "1"]);
    expect(kept("d.daemon")).toEqual(["d.daemon", ""]);
    expect(appFactsOf("x".repeat(999), [], []).app_name.length).toBe(LIMITS.name_max);
  });

  it("are offered for this system alone where there is a package for it", () => {
    const rows = appRows({ ...none, apps: [app("a", 3, "aab"), app("a", 2), app("b", 1, "ipa")] });
    expect(rows.map(({ fits, versions }) => [fits, versions.map(({ kind }) => kind)])).toEqual([
      [true, ["apk"]],
      [false, ["ipa"]],
    ]);
  });

  it("are outdated on the device when the project has a newer build", () => {
    const outdated = (newest: number, version_code: number) =>
      isOutdated(appRows({ ...none, apps: [app("a", newest)], device: [on("a", { version_code })] })[0]!);
    expect([outdated(10, 9), outdated(9, 9), outdated(8, 9)]).toEqual([true, false, false]);
  });
});

describe("the list of them", () => {
  const rows = (known: Partial<Parameters<typeof appRows>[0]>, wish: { keyword?: string; withSystem?: boolean }) =>
    appRows({ ...none, ...known })
      .filter((row) => isListed(row, { keyword: "", withSystem: false, ...wish }))
      .map(({ package_name }) => package_name);
  const device = [on("com.b", { name: "Name" }), on("android.mail", { system: true })];

  it("has the system's own when they are wanted, the project has them, or one was updated here", () => {
    expect(rows({ device }, {})).toEqual(["com.b"]);
    expect(rows({ device }, { withSystem: true })).toContain("android.mail");
    expect(rows({ device, apps: [app("android.mail")] }, {})).toContain("android.mail");
    expect(rows({ device, installs: [install("android.mail", "installed")] }, {})).toContain("android.mail");
  });

  it("is searched by name and package, and has what the server found besides", () => {
    expect(rows({ device }, { keyword: " B " })).toEqual(["com.b"]);
    expect(rows({ device }, { keyword: "nam" })).toEqual(["com.b"]);
    expect(rows({ device, apps: [app("found.by.file")] }, { keyword: "zip" })).toEqual(["found.by.file"]);
  });
});
