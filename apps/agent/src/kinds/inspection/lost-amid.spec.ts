import { BARE_ENVIRONMENT, DEFAULT_INSPECTION, SELF_CHECK_STEPS, type SelfCheckStep } from "@udt/contract";
import { startPhones } from "@udt/phone";
import { expect, test } from "vitest";
import { serveCheck } from "../../../test/checked.ts";
import { eventually, makeReady, startSession } from "../../../test/harness.ts";

/** Those that ask the device something where it is to be brought to nothing. */
const STEPS = SELF_CHECK_STEPS.filter((step) => step !== "profile" && step !== "preinstall");
const config = { ...DEFAULT_INSPECTION, levels: { ...DEFAULT_INSPECTION.levels, cleanup: "blocking" as const } };

/** A check at a phone whose connection breaks for so long as that step begins, and what the server is told. */
async function breaking(step: SelfCheckStep, ms: number) {
  const { server, device, first } = await makeReady(startPhones({ count: 1, basePort: 0 }));
  const told = serveCheck(server, { config, environment: BARE_ENVIRONMENT });
  const { push } = told;
  told.push = (one) => {
    // The step begins once this is answered.
    if (one.step === step) first.phone.drop(ms);
    return push.call(told, one);
  };
  await startSession(server, device, 1, "inspection");
  return { server, device, told };
}

test.each(STEPS)("a device that dies in the step %s is gone, and nothing is made up of the rest", async (step) => {
  const { server, device, told } = await breaking(step, 600_000);
  await server.until("device_gone", ({ serial }) => serial === device.serial);
  const last = told.at(-1);
  expect(last?.step).toBe(step);
  const before = STEPS.slice(0, STEPS.indexOf(step));
  const done = (last?.results ?? []).filter(({ state }) => state !== "skipped");
  expect(done.map((one) => [one.step, one.state])).toEqual(before.map((each) => [each, "passed"]));
});

test.each(["network", "install_check", "recording_check"] as const)(
  "a connection that breaks for a moment in the step %s is no fault of what it looks at",
  async (step) => {
    const { server, told } = await breaking(step, 500);
    const { results } = await eventually(() => told.find((one) => one.step === null) ?? expect.fail("not over"));
    const done = results.filter(({ state }) => state !== "skipped");
    expect(done.map((one) => [one.step, one.state])).toEqual(STEPS.map((each) => [each, "passed"]));
    expect(server.received.filter(({ type }) => type === "device_gone")).toEqual([]);
  },
);
