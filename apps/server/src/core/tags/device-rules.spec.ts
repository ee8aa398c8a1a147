import type { DeviceRule, TagChoice } from "@udt/contract";
import {
  array,
  assert,
  boolean,
  constantFrom,
  nat,
  oneof,
  option,
  property,
  record,
  uniqueArray,
  type Arbitrary,
} from "fast-check";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { allOf, taggedBy, type RuledDevice } from "./device-rules.ts";

const DAY_MS = 86_400_000;
/** A day and an hour are one whole day. */
const daysAgo = (days: number) => Date.now() - days * DAY_MS - 3_600_000;
const device: RuledDevice = {
  device_id: "d1",
  brand: "Acme",
  model: "Model One",
  hardware_model: "AC-1",
  os_version: "12",
  width: 720,
  height: 1280,
  serial: "SERIAL-7",
  cpu_arch: "arm64-v8a",
  cpu_cores: 8,
  memory_bytes: 3.5 * 1024 ** 3,
  battery_level: 50,
  is_virtual: true,
  first_seen_at: daysAgo(30),
  agent_name: "lab-1",
  site: "Rack 3",
  location: "Slot 7",
};
const holds = (attribute: string, operator: string, ...values: string[]) =>
  allOf([{ attribute, operator, values } as DeviceRule], (tag_id) =>
    tag_id === "all" ? () => true : tag_id === "none" ? () => false : undefined,
  )(device);

describe("a rule", () => {
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
    ["agent", "equals", ["LAB-1"], true],
    ["agent", "not_in", ["lab-1", "lab-2"], false],
    ["site", "equals", ["rack 3"], true],
    ["site", "contains", ["Rack"], true],
    ["site", "not_in", ["Rack 3", "Rack 4"], false],
    ["location", "contains", ["slot"], true],
    ["location", "equals", ["Rack 3"], false],
    ["hardware_model", "equals", ["ac-1"], true],
    ["hardware_model", "contains", ["AC"], true],
    ["hardware_model", "not_in", ["AC-1"], false],
    ["cpu_cores", "at_least", ["8"], true],
    ["cpu_cores", "at_least", ["10"], false],
    ["cpu_cores", "at_most", ["9"], true],
    ["age", "at_least", ["30"], true],
    ["age", "at_least", ["31"], false],
    ["age", "at_most", ["30"], true],
    ["age", "at_most", ["29"], false],
    ["memory", "at_least", ["3.5"], true],
    ["memory", "at_least", ["3.501"], false],
    ["memory", "at_most", ["10"], true],
    ["battery", "at_least", ["9"], true],
    ["battery", "at_least", ["50"], true],
    ["battery", "at_most", ["49"], false],
    ["battery", "at_most", ["100"], true],
    ["tag", "equals", ["all"], true],
    ["tag", "equals", ["none"], false],
    ["tag", "not_equals", ["none"], true],
    ["tag", "in", ["none", "all"], true],
    ["tag", "not_in", ["none", "all"], false],
    // Having and lacking what is gone both say nothing.
    ["tag", "equals", ["gone"], false],
    ["tag", "not_equals", ["gone"], false],
    ["tag", "in", ["all", "gone"], false],
    ["tag", "not_in", ["none", "gone"], false],
  ])("%s %s %j: %s", (attribute, operator, values, expected) => {
    expect(holds(attribute, operator, ...values)).toBe(expected);
  });

  it("for the battery holds for no device that does not tell it", () => {
    for (const operator of ["at_least", "at_most"] as const)
      for (const value of ["0", "100"]) {
        const rule: DeviceRule = { attribute: "battery", operator, values: [value] };
        expect(allOf([rule])({ ...device, battery_level: null })).toBe(false);
      }
  });
});

it("a rule for cores holds for no device that does not tell them", () => {
  for (const operator of ["at_least", "at_most"] as const) {
    const rule: DeviceRule = { attribute: "cpu_cores", operator, values: ["0"] };
    expect(allOf([rule])({ ...device, cpu_cores: 0 })).toBe(false);
  }
});

describe("rules", () => {
  it("hold together, and take any device without one", () => {
    const brand: DeviceRule = { attribute: "brand", operator: "equals", values: ["Acme"] };
    const old: DeviceRule = { attribute: "os_version", operator: "at_most", values: ["8"] };
    expect(allOf([brand, old])(device)).toBe(false);
    expect(allOf([brand])(device)).toBe(true);
    expect(allOf([])(device)).toBe(true);
  });
});

const word = constantFrom("Acme", "acme", "Bold", "a", "", "12", "9.1");
const anyDevice: Arbitrary<RuledDevice> = record({
  device_id: constantFrom("d1", "d2", "d3", "d4"),
  brand: word,
  model: word,
  hardware_model: word,
  os_version: constantFrom("9", "9.1", "10", "12.0.1", ""),
  width: constantFrom(720, 1080),
  height: constantFrom(1280, 2400),
  serial: word,
  cpu_arch: word,
  cpu_cores: nat(12),
  memory_bytes: nat(16).map((gib) => gib * 1024 ** 3),
  battery_level: option(nat(100)),
  is_virtual: boolean(),
  first_seen_at: nat(100).map(daysAgo),
  agent_name: word,
  site: word,
  location: word,
});
const words = array(
  word.filter((each) => each !== ""),
  { minLength: 1, maxLength: 3 },
);
const anyRule: Arbitrary<DeviceRule> = oneof(
  record({
    attribute: constantFrom("brand", "model", "hardware_model", "serial", "agent", "site", "location", "cpu_arch"),
    operator: constantFrom("in", "not_in"),
    values: words,
  }),
  record({
    attribute: constantFrom("memory", "battery", "cpu_cores", "age"),
    operator: constantFrom("at_least", "at_most"),
    values: nat(100).map((each) => [String(each)]),
  }),
) as Arbitrary<DeviceRule>;
const ids = uniqueArray(constantFrom("d1", "d2", "d3", "d4"), { maxLength: 3 });
const anyChoice: Arbitrary<TagChoice> = record({
  rules: array(anyRule, { maxLength: 3 }),
  included_device_ids: ids,
  excluded_device_ids: ids,
});

describe("a tag", () => {
  it("has what its rules find and what is included, and never what is excluded", () => {
    assert(
      property(anyChoice, anyDevice, (choice, one) => {
        const { rules, included_device_ids, excluded_device_ids } = choice;
        const isRuled = rules.length > 0 && rules.every((rule) => allOf([rule])(one));
        const expected =
          !excluded_device_ids.includes(one.device_id) && (isRuled || included_device_ids.includes(one.device_id));
        expect(taggedBy(choice)(one)).toBe(expected);
      }),
    );
  });

  it("has no more devices by another rule, and those that a rule takes out by its opposite, where they tell it", () => {
    assert(
      property(array(anyRule, { minLength: 1, maxLength: 3 }), anyRule, anyDevice, (rules, more, one) => {
        if (allOf([...rules, more])(one)) expect(allOf(rules)(one)).toBe(true);
        if (more.operator !== "in") return;
        expect(allOf([{ ...more, operator: "not_in" }])(one)).toBe(!allOf([more])(one));
      }),
    );
  });
});

it("takes a device for as old as it is when it is asked", () => {
  const has = allOf([{ attribute: "age", operator: "at_least", values: ["2"] }]);
  const now = Date.now();
  const young = { ...device, first_seen_at: now - DAY_MS };
  expect(has(young)).toBe(false);
  vi.spyOn(Date, "now").mockReturnValue(now + DAY_MS);
  onTestFinished(() => void vi.restoreAllMocks());
  expect(has(young)).toBe(true);
});
