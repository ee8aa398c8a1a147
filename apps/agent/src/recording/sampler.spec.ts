import type { PerformanceSample } from "@udt/contract";
import type { PerformanceCapability } from "@udt/driver";
import { expect, test, vi } from "vitest";
import { Sampler, type Measured } from "./sampler.ts";
import { ServerClock } from "./server-clock.ts";

const SAMPLE: PerformanceSample = { values: { cpu_total: 7 }, net_of: null, is_simulated: false };

/** A device that is measured as the test says, and tells how often it was. */
function scripted() {
  const asked: (string | null)[] = [];
  const device = { asked, probes: 0, answer: async (): Promise<PerformanceSample | undefined> => SAMPLE };
  const capability: PerformanceCapability = {
    probe: (packageName) => {
      device.probes++;
      return {
        sample: () => {
          asked.push(packageName);
          return device.answer();
        },
      };
    },
  };
  return { device, sampler: new Sampler(capability, new ServerClock()) };
}

const eventually = (fact: () => void) => vi.waitFor(fact, { timeout: 10_000, interval: 10 });

test("one probe serves all who look at one app, and measures no more once the last has left", async () => {
  const { device, sampler } = scripted();
  const [one, two, other]: [Measured[], Measured[], Measured[]] = [[], [], []];
  const leaveOne = sampler.watch("a.b", (measured) => one.push(measured));
  const leaveTwo = sampler.watch("a.b", (measured) => two.push(measured));
  const leaveOther = sampler.watch(null, (measured) => other.push(measured));
  await eventually(() => expect(two.length).toBeGreaterThan(1));
  expect(device.probes).toBe(2);
  expect(two).toEqual(one);
  leaveOne();
  const before = two.length;
  await eventually(() => expect(two.length).toBeGreaterThan(before));
  expect(one).toHaveLength(before);
  leaveTwo();
  const rest = device.asked.filter((name) => name === "a.b").length;
  const told = other.length;
  await eventually(() => expect(other.length).toBeGreaterThan(told + 1));
  expect(device.asked.filter((name) => name === "a.b")).toHaveLength(rest);
  leaveOther();

  // What was is no measure for what comes: who looks again has a probe of their own.
  sampler.watch("a.b", () => undefined)();
  expect(device.probes).toBe(3);
});

test("why nothing can be measured is told once for each reason, and anew after a sample", async () => {
  const { device, sampler } = scripted();
  device.answer = () => Promise.reject(new Error("no such file"));
  const heard: Measured[] = [];
  const leave = sampler.watch(null, (measured) => heard.push(measured));
  await eventually(() => expect(device.asked.length).toBeGreaterThan(2));
  expect(heard).toEqual([{ said: { code: "device_not_measured", args: {}, evidence: "no such file" } }]);
  const late: Measured[] = [];
  const leaveLate = sampler.watch(null, (measured) => late.push(measured));
  expect(late).toEqual(heard);
  device.answer = async () => SAMPLE;
  await eventually(() => expect(heard).toHaveLength(2));
  device.answer = () => Promise.reject(new Error("no such file"));
  await eventually(() => expect(heard.at(-1)).toEqual(heard[0]));
  expect(heard.length).toBeGreaterThanOrEqual(3);
  leave();
  leaveLate();
});
