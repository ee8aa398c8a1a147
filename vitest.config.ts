import { defineConfig } from "vitest/config";
import { ownProcess } from "./tools/own-process.ts";
import { quickPlace } from "./tools/quick-place.ts";
import { leftOut, TURN_OF_JOURNEYS } from "./tools/turns.ts";

/**
 * Journeys that play a phone's pictures, run tests on phones or break processes: each has the machine to itself, because
 * browser, encoder and scripts keep both cores busy. All others are pages and their server, which mostly wait.
 */
const ALONE = [
  "automation",
  "co-driving",
  "debug-camera",
  "debug-controls",
  "debug-files",
  "debug-folders",
  "debug-inspect",
  "debug-installs",
  "debug-narrow",
  "debug-page",
  "debug-performance",
  "debug-recording",
  "debug-screen",
  "debug-script",
  "debug-sound",
  "direct-path",
  "debug-typing",
  "examples",
  "fallbacks",
  "faults",
  "framework-exports",
  "lost-recordings",
  "low-code",
  "low-code-steps",
  "main-journey",
  "mcp",
  "memory-low-code",
  "memory-recording",
  "recorded-shop",
  "recording",
  "remote-adb",
  "report-controls",
  "report-recordings",
  "script-phone",
  "script-run",
  "self-check",
  "session-ends",
  "together",
  "slow-link",
  "two-servers",
].map((name) => `e2e/src/${name}.spec.ts`);

const OWN_PROCESS = ownProcess(import.meta.dirname);

const turn = process.env[TURN_OF_JOURNEYS];
const others = turn === undefined ? [] : leftOut(import.meta.dirname, Number(turn));

/** Modules as the product itself loads them: by Node, which keeps what it has compiled for the next of many processes. */
const BY_NODE = {
  experimental: { viteModuleRunner: false },
  execArgv: ["--import", new URL("./tools/quick-resolve.ts", import.meta.url).href],
};

const JOURNEYS = {
  ...BY_NODE,
  globalSetup: "e2e/src/before-all.ts",
  testTimeout: 180_000,
  // What a page shows comes when the machine gets to it; only its never coming is a failure.
  expect: { poll: { timeout: 60_000 } },
};

const UNITS = {
  ...BY_NODE,
  // V8 would optimise the embedded database's program beside it, for longer than most tests last.
  execArgv: [...BY_NODE.execArgv, "--liftoff-only"],
};

export default defineConfig({
  test: {
    env: { UDT_TEST_FOLDER: quickPlace() },
    // Two cores: more workers than that only make real servers, phones and browsers starve one another.
    maxWorkers: 2,
    // No file may need what another left behind: each run takes them in another order, and says which.
    sequence: { shuffle: { files: true, tests: false } },
    // What is slow on a busy machine is late, not wrong: a limit ends only what never comes.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          ...UNITS,
          name: "unit",
          include: [
            "packages/**/*.spec.ts",
            "apps/{agent,cli,phone}/**/*.spec.ts",
            "tools/**/*.spec.ts",
            "bench/**/*.spec.ts",
            ...OWN_PROCESS,
          ],
          // The suite for an attached phone is run by `npm run conformance` alone.
          exclude: ["**/node_modules/**", "**/dist/**", "apps/agent/test/conformance/**"],
        },
      },
      {
        extends: true,
        test: {
          // V8 may optimise the embedded database's program here, which one process runs for many specs.
          ...BY_NODE,
          name: "server",
          // Reading the server anew for each of its specs took as long as they do.
          isolate: false,
          include: ["apps/server/**/*.spec.ts"],
          exclude: ["**/node_modules/**", "**/dist/**", ...OWN_PROCESS],
        },
      },
      {
        extends: true,
        test: {
          name: "console",
          setupFiles: ["tools/patient-waits.ts"],
          include: ["apps/console/src/**/*.spec.{ts,tsx}"],
        },
      },
      {
        extends: true,
        test: { ...JOURNEYS, name: "e2e", include: ["e2e/src/**/*.spec.ts"], exclude: [...ALONE, ...others] },
      },
      {
        extends: true,
        test: { ...JOURNEYS, name: "alone", include: ALONE, exclude: others, fileParallelism: false },
      },
    ],
  },
});
