import { expect, test } from "vitest";
import { parseFailure, parseForeground, parsePackageNames, parseRunning, parseVersions } from "./apps.ts";

test("package names", () => {
  expect(parsePackageNames("package:com.a\r\npackage:com.b_c.d\n\nError\n")).toEqual(["com.a", "com.b_c.d"]);
});

test("versions from a dump, the updated package before the one it hides", () => {
  const block = (name: string, code: number, version: string) =>
    `  Package [${name}] (1a2b):\n    userId=10100\n    versionCode=${code} minSdk=24 targetSdk=34\n    versionName=${version}\n    flags=[ SYSTEM ]\n    lastUpdateTime=2026-01-0${code}\n`;
  const dump = `Packages:\n${block("com.a", 7, "1.2 beta")}${block("com.b", 1, "1")}\nHidden system packages:\n${block("com.a", 3, "1.0")}`;
  expect(Object.fromEntries(parseVersions(dump))).toEqual({
    "com.a": { version_name: "1.2 beta", version_code: 7, updated: "2026-01-07" },
    "com.b": { version_name: "1", version_code: 1, updated: "2026-01-01" },
  });
});

test("further processes of a package are the package", () => {
  expect([...parseRunning("NAME\ncom.a\ncom.b:remote\n")]).toEqual(expect.arrayContaining(["com.a", "com.b"]));
});

test.each([
  ["Success\n", undefined],
  ["Failure [INSTALL_FAILED_VERSION_DOWNGRADE]\n", "INSTALL_FAILED_VERSION_DOWNGRADE"],
  [
    "Failure [INSTALL_PARSE_FAILED_NOT_APK: Failed to parse x.apk]\n",
    "INSTALL_PARSE_FAILED_NOT_APK: Failed to parse x.apk",
  ],
  ["Error: no space\n", "Error: no space"],
  ["", ""],
])("the answer %j fails with %j", (output, reason) => {
  expect(parseFailure(output)).toBe(reason);
});

test.each([
  ["7", "    mResumedActivity: ActivityRecord{2c1a0c1 u0 com.example.app/.Main t12}"],
  ["10", "  ResumedActivity: ActivityRecord{9d8a7b u10 com.example.app/com.example.ui.Main t3}"],
  ["14", "    topResumedActivity=ActivityRecord{a1b2c3d u0 com.example.app/.Main t7}"],
])("whose activity is in front, as Android %s says it", (_release, line) => {
  expect(parseForeground(`ACTIVITY MANAGER\n${line}\n    mLastPausedActivity: ActivityRecord{1 u0 a.b/.C t1}\n`)).toBe(
    "com.example.app",
  );
  expect(parseForeground("  ResumedActivity: null\n")).toBeUndefined();
});
