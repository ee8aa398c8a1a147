import type { DeviceRule } from "@udt/contract";
import { expect, it } from "vitest";
import { compareVersions, isChosen } from "./device-choice.ts";

const device = {
  device_id: "d1",
  brand: "Acme",
  model: "Model One",
  os: "android" as const,
  os_version: "12",
  width: 720,
  height: 1280,
  serial: "SERIAL-7",
  cpu_arch: "arm64-v8a",
  is_virtual: true,
};
const rule = (attribute: string, operator: string, ...values: string[]) =>
  isChosen({ kind: "rule", rules: [{ attribute, operator, values } as never], count: 1 }, device);

it.each([
  ["brand", "equals", ["acme"], true],
  ["brand", "not_equals", ["Acme"], false],
  ["model", "contains", ["ONE"], true],
  ["model", "in", ["Other", " model one "], true],
  ["model", "not_in", ["Other"], true],
  ["os_version", "at_least", ["9"], true],
  ["os_version", "at_least", ["12.0.1"], false],
  ["os_version", "at_most", ["12.0"], true],
  ["os_version", "at_most", ["9"], false],
  ["resolution", "equals", ["720x1280"], true],
  ["is_virtual", "equals", ["false"], false],
])("%s %s %j: %s", (attribute, operator, values, expected) => {
  expect(rule(attribute, operator, ...values)).toBe(expected);
});

it("wants every rule to hold, and takes any device without one", () => {
  const brand: DeviceRule = { attribute: "brand", operator: "equals", values: ["Acme"] };
  const old: DeviceRule = { attribute: "os_version", operator: "at_most", values: ["8"] };
  expect(isChosen({ kind: "rule", rules: [brand, old], count: 1 }, device)).toBe(false);
  expect(isChosen({ kind: "rule", rules: [], count: 1 }, device)).toBe(true);
  expect(isChosen({ kind: "devices", device_ids: ["d2"] }, device)).toBe(false);
});

it("compares versions by their numbers", () => {
  expect(compareVersions("10", "9")).toBeGreaterThan(0);
  expect(compareVersions("8.1.0", "8.1")).toBe(0);
});
