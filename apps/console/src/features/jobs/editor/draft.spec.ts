import { describe, expect, it } from "vitest";
import { draftOf, faultsOf, isWhole, STEPS } from "./draft.ts";

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
