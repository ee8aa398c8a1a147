import { describe, expect, it } from "vitest";
import { filterChoice } from "./filter-choice.ts";

const any = { value: "", label: "any" } as const;
const options = [
  { value: "order", label: "Library's order" },
  { value: "state", label: "Failed first" },
] as const;

describe("a filter of a list", () => {
  it("says any while nothing is chosen, and offers it", () => {
    const choice = filterChoice({ value: undefined, options }, any);
    expect(choice.holds).toBe(any);
    expect(choice.isSet).toBe(false);
    expect(choice.offered.map(({ label }) => label)).toEqual(["any", "Library's order", "Failed first"]);
    expect(choice.valueOf("")).toBeUndefined();
    expect(choice.valueOf("state")).toBe("state");
    expect(filterChoice({ value: "state", options }, any)).toMatchObject({ holds: options[1], isSet: true });
  });

  it("says what holds always, and offers no any", () => {
    const choice = filterChoice({ value: undefined, options, initial: "state" }, any);
    expect(choice.holds).toBe(options[1]);
    expect(choice.isSet).toBe(false);
    expect(choice.offered).toEqual(options);
    expect(choice.valueOf("state")).toBeUndefined();
    expect(choice.valueOf("order")).toBe("order");
    const other = filterChoice({ value: "order", options, initial: "state" }, any);
    expect(other).toMatchObject({ holds: options[0], isSet: true });
  });
});
