import { expect, it } from "vitest";
import { configBefore, DEFAULT_INSPECTION, inspectionConfig, LEVELLED, type InspectionConfig } from "./inspections.ts";
import { hasFault, levelOf } from "./self-checks.ts";
import { SELF_CHECK_STEPS } from "./states.ts";

const issues = (change: object) =>
  inspectionConfig
    .safeParse({ ...DEFAULT_INSPECTION, ...change })
    .error?.issues.map(({ path, message }) => [path.join("."), message]);

it.each([
  [{ check_every_hours: null }],
  [{ check_every_hours: 1 }],
  [{ check_every_hours: 168 }],
  [{ check_on: ["first_seen", "cleaned"] }],
  [{ order_after: "first_failure" }],
  [{ check_window: null }],
  [{ check_window: { from: "22:00", to: "06:00", time_zone: "Asia/Shanghai" } }],
  [{ free_gb: 0.1 }],
  [{ free_gb: 1_000 }],
  [{ latency_ms: 1 }],
  [{ latency_ms: 3_000 }],
  [{ languages: ["ja"] }],
  [{ network_address: "10.0.0.1" }],
  [{ network_address: "fe80::1" }],
  [{ network_address: "udt-lab.example.com" }],
])("takes %j", (change) => expect(issues(change)).toBeUndefined());

it.each([
  ...[0, 169, 1.5, "daily", Number.NaN].map(
    (check_every_hours) => [{ check_every_hours }, "inspection_hours"] as const,
  ),
  ...[0, 1_001, null, Number.NaN].map((free_gb) => [{ free_gb }, "inspection_free"] as const),
  ...[0, 3_001, 1.5, null].map((latency_ms) => [{ latency_ms }, "inspection_latency"] as const),
  ...[[], ["ja", "ja"]].map((languages) => [{ languages }, "inspection_languages"] as const),
  ...["", "-c", "http://a/", "a b", "$(reboot)", "a;b"].map(
    (network_address) => [{ network_address }, "inspection_address"] as const,
  ),
])("refuses %j by its field and rule", (change, rule) =>
  expect(issues(change)).toEqual([[Object.keys(change)[0], rule]]),
);

it.each([
  [{ from: "24:00" }, "from", "time_of_day"],
  [{ to: "6:00" }, "to", "time_of_day"],
  [{ to: "22:00" }, "to", "check_window"],
  [{ time_zone: "Nowhere/Else" }, "time_zone", "time_zone"],
  [{ time_zone: "+02:00" }, "time_zone", "time_zone"],
])("refuses hours of the day with %j", (change, field, rule) => {
  const check_window = { from: "22:00", to: "06:00", time_zone: "UTC", ...change };
  expect(issues({ check_window })).toEqual([[`check_window.${field}`, rule]]);
});

it("knows a level for each step but two, which are never left out", () => {
  expect(Object.keys(DEFAULT_INSPECTION.levels)).toEqual([...LEVELLED]);
  expect(issues({ levels: { ...DEFAULT_INSPECTION.levels, storage: "loud" } })?.[0]?.[0]).toBe("levels.storage");
  const levels = Object.fromEntries(LEVELLED.map((of) => [of, "off"])) as InspectionConfig["levels"];
  const off = { ...DEFAULT_INSPECTION, levels };
  expect(SELF_CHECK_STEPS.filter((step) => levelOf(off, step) !== "off")).toEqual(["ready", "profile"]);
});

it("asks a network before a session where only how soon it answers is grave, and none that is off", () => {
  const before = (network: "off" | "warning", latency: "warning" | "blocking") => {
    const levels = { ...DEFAULT_INSPECTION.levels, network, latency };
    const asked = configBefore({ ...DEFAULT_INSPECTION, before_sessions: "debug", levels }, "debug");
    return [asked?.levels.network, asked?.levels.latency];
  };
  expect(before("warning", "blocking")).toEqual(["warning", "blocking"]);
  expect(before("warning", "warning")).toEqual(["off", "off"]);
  expect(before("off", "blocking")).toEqual(["off", "blocking"]);
});

it("tells a fault that is but a warning from a remark", () => {
  const lenient = { ...DEFAULT_INSPECTION, levels: { ...DEFAULT_INSPECTION.levels, storage: "warning" as const } };
  const warned = { step: "storage", state: "warning" } as const;
  expect([hasFault(lenient, warned), hasFault(DEFAULT_INSPECTION, warned)]).toEqual([true, false]);
  expect(hasFault(lenient, { ...warned, state: "failed" })).toBe(true);
  expect(hasFault(lenient, { ...warned, state: "passed" })).toBe(false);
});
