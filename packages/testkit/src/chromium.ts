/** Which programs there are, and among them the Chromium that tests and benchmarks drive. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** The first of these that is there, by its path or on PATH. */
export const which = (...names: string[]): string | undefined => {
  for (const name of names) {
    if (name.includes("/")) {
      if (existsSync(name)) return name;
      continue;
    }
    const found = spawnSync("sh", ["-c", `command -v ${name}`], { encoding: "utf8" });
    if (found.status === 0 && found.stdout.trim()) return found.stdout.trim();
  }
  return undefined;
};

export const NO_CHROMIUM =
  "The browser journeys need Chromium or Chrome. Install it (Debian: apt-get install chromium) or set UDT_CHROMIUM to its path.";
/** Its package on Debian, and its program: without windows it costs the machine a third less. */
export const SHELL = "chromium-headless-shell";
export const findShell = () => process.env["UDT_CHROMIUM"] ?? which(SHELL);
/** The Chromium that tests and benchmarks drive: `UDT_CHROMIUM`, or what there is, without windows first. */
export const findChromium = (): string | undefined =>
  findShell() ??
  which(
    "chromium",
    "chromium-browser",
    "google-chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  );
