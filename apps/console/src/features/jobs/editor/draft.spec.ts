import { describe, expect, it } from "vitest";
import { LIMITS } from "@udt/contract";
import { draftOf, faultsOf, faultWord, isWhole, STEPS, type Draft } from "./draft.ts";

const fresh = draftOf(undefined);
const wholeOf = (draft: typeof fresh) => STEPS.filter((step) => isWhole(step, faultsOf(draft)));

describe("a step of the editor", () => {
  it("is not whole while what it must have is not there", () => {
    expect(wholeOf(fresh)).toEqual(["resources", "summary"]);
    expect(wholeOf({ ...fresh, name: "Nightly" })).toEqual(["app", "resources", "summary"]);
    const devices = { kind: "devices" as const, device_ids: [] };
    expect(wholeOf({ ...fresh, config: { ...fresh.config, devices } })).toEqual(["summary"]);
  });

  it("is whole with it", () => {
    expect(wholeOf({ name: "Nightly", config: { ...fresh.config, library_id: "library-1" } })).toEqual([...STEPS]);
  });
});

describe("what is said of a field", () => {
  const words = (config: Partial<Draft["config"]>) => {
    const draft = { ...fresh, config: { ...fresh.config, library_id: "library-1", ...config } };
    return [...faultsOf(draft).keys()].map((field) => faultWord(field, draft)).filter((word) => word !== "name");
  };
  const rule = { attribute: "model", operator: "contains", values: [] } as const;
  const long = JSON.stringify("x".repeat(LIMITS.job_parameters_max));

  it.each([
    ["rules", { devices: { kind: "rule", rules: [{ ...rule, values: [] }], count: 1 } }],
    ["devices", { devices: { kind: "devices", device_ids: [] } }],
    ["parameters", { parameters: "{" }],
    ["parameters_long", { parameters: long }],
    ["instrumentation", { framework: "instrumentation", instrumentation: null }],
    [
      "instrumentation_long",
      { framework: "instrumentation", instrumentation: { test_app_id: "app-1", component: "x".repeat(256) } },
    ],
  ] as const)("is %s", (word, change) => {
    expect(words(change as Partial<Draft["config"]>)).toContain(word);
  });
});
