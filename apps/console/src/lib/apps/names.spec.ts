import { describe, expect, it } from "vitest";
import { nameIn, versionOf } from "./names.ts";

describe("an app's name", () => {
  const app = { name: "Shop", names: { "zh-Hans": "商店", ja: "店" } };
  it.each([
    ["ja", "店"],
    ["zh", "商店"],
    ["en", "Shop"],
    ["z", "Shop"],
  ])("in %s is %s", (language, name) => {
    expect(nameIn(app, language)).toBe(name);
  });

  it("is the default one where the package has but one", () => {
    expect(nameIn({ name: "Shop", names: {} }, "ja")).toBe("Shop");
  });
});

it.each([
  ["1.4.2", "412", "1.4.2 (412)"],
  ["", "412", "412"],
  ["7", "7", "7"],
])("version %j of build %j is shown as %j", (version_name, build, shown) => {
  expect(versionOf({ version_name, build })).toBe(shown);
});
