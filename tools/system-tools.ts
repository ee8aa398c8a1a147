/**
 * The programs that tests need and npm cannot bring: Chromium for the browser journeys (with CJK fonts, or Chinese and
 * Japanese texts would be boxes) and adb for the phone's conformance. Found on PATH or by variable; installed through apt
 * when this runs as root on Debian; otherwise said exactly how to get them. Chromium without a window is preferred: it is
 * the same source and version, and costs the machine a third less.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { findChromium, findShell, NO_CHROMIUM, SHELL, which } from "@udt/testkit/chromium";

const findAdb = () => process.env["UDT_ADB"] ?? which("adb");
const hasCjkFonts = () => spawnSync("sh", ["-c", "fc-list :lang=zh | grep -q ."]).status === 0;

function install(...packages: string[]): void {
  if (packages.length === 0) return;
  console.log(`Installing ${packages.join(", ")} through apt …`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const args = ["install", "-y", "-qq", "--no-install-recommends", ...packages];
  spawnSync("apt-get", args, { stdio: ["ignore", "ignore", "inherit"], env });
}

/** Resolves to the variables under which the tests find the tools; a missing browser stops, a missing adb is said loudly. */
export function ensureSystemTools(): { UDT_CHROMIUM?: string; UDT_ADB?: string } {
  const canInstall = process.getuid?.() === 0 && existsSync("/etc/debian_version");
  const others = [...(findAdb() ? [] : ["adb"]), ...(hasCjkFonts() ? [] : ["fonts-noto-cjk", "fontconfig"])];
  if (canInstall && (!findShell() || others.length > 0)) {
    spawnSync("apt-get", ["update", "-qq"], { stdio: ["ignore", "ignore", "inherit"] });
    // By itself: a package that a release does not have keeps apt from installing all others.
    if (!findShell()) install(SHELL);
    install(...(findChromium() ? [] : ["chromium"]), ...others);
  }
  const chromium = findChromium();
  const adb = findAdb();
  if (!chromium) {
    console.error(NO_CHROMIUM);
    process.exit(1);
  }
  if (!adb)
    console.warn(
      "SKIPPED: no adb found, so the phone's conformance with the real adb is not tested. Install it (Debian: apt-get install adb) or set UDT_ADB.",
    );
  return { UDT_CHROMIUM: chromium, ...(adb && { UDT_ADB: adb }) };
}
