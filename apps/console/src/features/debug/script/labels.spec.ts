// @vitest-environment happy-dom
import { beforeAll, expect, it } from "vitest";
import { getT, loadTexts } from "../../../lib/i18n/index.ts";
import { failureText, labelOf } from "./labels.ts";
import type { Action } from "./steps.ts";

beforeAll(() => {
  document.cookie = "udt_lang=en";
  return loadTexts("debug", "common", "errors");
});

const appName = (package_name: string) => (package_name === "dev.udt.shop" ? "Shop" : package_name);
const press = (key: "GoBack" | "AudioVolumeUp" | "KeyA", times = 1, modifiers: ("ctrl" | "shift")[] = []): Action => ({
  kind: "key",
  key,
  times,
  modifiers,
});

it.each<[Action, string]>([
  [press("GoBack"), "Press Back"],
  [press("AudioVolumeUp", 3), "Press Volume up, 3 times"],
  [press("KeyA", 1, ["ctrl", "shift"]), "Press Ctrl+Shift+A"],
  [{ kind: "start", package_name: "dev.udt.shop", clears: false }, "Start Shop anew"],
])("says what a step does as people call it: %j", (action, words) => {
  expect(labelOf(getT("debug"), action, appName)).toBe(words);
});

it("names the app that does not come to the front as people call it", () => {
  const failure = { why: "not_in_front", package_name: "dev.udt.shop" } as const;
  expect(failureText(getT("debug"), failure, appName)).toBe("Shop does not come to the front.");
});
