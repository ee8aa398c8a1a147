import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type BrowserContext, type BrowserContextOptions } from "playwright-core";
import { findChromium, NO_CHROMIUM } from "./chromium.ts";

/** What every Chromium of tests and benchmarks is started with. */
export const CHROMIUM_FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/**
 * A fresh Chromium with a profile of its own. `hosts` are addresses
 * of names that no name server has to know.
 */
export async function openBrowser(
  options: BrowserContextOptions & { hosts?: Record<string, string> } = {},
): Promise<BrowserContext & AsyncDisposable> {
  const browser = findChromium();
  if (browser === undefined) throw new Error(NO_CHROMIUM);
  const { hosts = {}, ...contextOptions } = options;
  const rules = Object.entries(hosts).map(([name, address]) => `MAP ${name} ${address}`);
  const quick = process.env["UDT_TEST_FOLDER"];
  const profile = mkdtempSync(join(quick ?? tmpdir(), "udt-chromium-"));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: browser,
    headless: true,
    // Its pictures pass between its processes in memory where there is room, not in files.
    ignoreDefaultArgs: quick === "/dev/shm" ? ["--disable-dev-shm-usage"] : [],
    args: [...CHROMIUM_FLAGS, ...(rules.length > 0 ? [`--host-resolver-rules=${rules.join(",")}`] : [])],
    viewport: { width: 1440, height: 900 },
    locale: "en-US",
    // What is not about motion need not wait for it.
    reducedMotion: "reduce",
    ...contextOptions,
  });
  context.on("close", () => rmSync(profile, { recursive: true, force: true, maxRetries: 5 }));
  return context;
}
