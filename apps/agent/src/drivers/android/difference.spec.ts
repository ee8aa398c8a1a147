import { expect, test } from "vitest";
import { changedSettings, differenceOf, type Snapshot } from "./difference.ts";

const BEFORE = { "secure default_input_method": "ime", "global wifi_on": "1", "system font_scale": "1.0" };

test("settings are changed that are new, gone or another", () => {
  const after = { "secure location_mode": "3", "global wifi_on": "0", "system font_scale": "1.0" };
  expect(changedSettings(BEFORE, after).toSorted()).toEqual([
    "global wifi_on",
    "secure default_input_method",
    "secure location_mode",
  ]);
});

test.each([
  ["before", { "global wifi_on": "1", "system font_scale": "1.0" }, BEFORE],
  ["afterwards", BEFORE, { "global wifi_on": "1", "system font_scale": "1.0" }],
])("of a namespace that could not be listed %s no setting is changed", (_, before, after) => {
  expect(changedSettings(before, after)).toEqual([]);
  const snapshot = (settings: Snapshot["settings"]): Snapshot => ({
    apps: {},
    files: [],
    is_whole: true,
    settings,
    accounts: [],
  });
  const { entries } = differenceOf(snapshot(before), snapshot(after), [], { apps: [], paths: [] });
  expect(entries).toEqual([]);
});
