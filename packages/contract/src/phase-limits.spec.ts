import { expect, it } from "vitest";
import { DEFAULT_INSPECTION } from "./inspections.ts";
import { checkMaxMs, STEP_LIMITS_MS, workMaxMs } from "./phase-limits.ts";

const twice = (...steps: (keyof typeof STEP_LIMITS_MS)[]) =>
  2 * steps.reduce((sum, one) => sum + STEP_LIMITS_MS[one], 0);

it("waits for steps that are taken twice because their device was away", () => {
  expect(workMaxMs("clean")).toBeGreaterThan(twice("cleanup", "preinstall"));
  const config = { ...DEFAULT_INSPECTION, levels: { ...DEFAULT_INSPECTION.levels, network: "off" as const } };
  const before = checkMaxMs(config, "lock_screen");
  expect(before).toBeGreaterThan(twice("ready", "storage", "lock_screen"));
  expect(checkMaxMs(config, "network")).toBe(before);
});

it("waits for a restart and the step after it besides, and for no second restart", () => {
  const check = checkMaxMs(
    { ...DEFAULT_INSPECTION, levels: { ...DEFAULT_INSPECTION.levels, cleanup: "blocking" } },
    null,
  );
  expect(workMaxMs("check")).toBeGreaterThan(check + STEP_LIMITS_MS.restart + STEP_LIMITS_MS.install_check);
  expect(workMaxMs("restart")).toBeLessThan(2 * STEP_LIMITS_MS.restart);
});
