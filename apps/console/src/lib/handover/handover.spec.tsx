// @vitest-environment happy-dom
import { textAfterLast } from "@udt/base";
import { SETTINGS_LEFT, type Handover as Told, type HandoverEntry } from "@udt/contract";
import { act } from "react";
import { beforeAll, expect, it, vi } from "vitest";
import { answerFetch, show, shownText } from "../components/rendered.fixture.tsx";
import { loadTexts } from "../i18n/index.ts";
import { Handover } from "./handover.tsx";
import en from "./texts/en.ts";

const entry = (change: HandoverEntry["change"], name: string, more: Partial<HandoverEntry> = {}): HandoverEntry => ({
  change,
  name,
  before: null,
  after: null,
  remains: false,
  ...more,
});
const open = async (told: Partial<Told> | null) => {
  const data = told && { entries: [], more: 0, is_whole: true, told_at: 1, ...told };
  answerFetch({ "/v1/api/tests/t-1/devices/d-1/handover": data });
  await show(<Handover project="demo" test_id="t-1" device_id="d-1" />);
};
const settled = (check: () => void) => act(() => vi.waitFor(check));
const lines = (selector: string) => [...document.querySelectorAll(selector)].map((one) => one.textContent);

beforeAll(() => loadTexts("common", "errors", "refusals", "handover"));

it("says that a device was handed over clean", async () => {
  await open({});
  await settled(() => expect(shownText()).toMatch(/^Clean/));
  // It says no more than what was compared.
  expect(shownText()).toContain("What an app that was there before keeps for itself was not.");
});

it("names what remained, with the device's own words, and folds what is no fault", async () => {
  await open({
    entries: [
      entry("account_added", "ada@example.com (com.example)", { remains: true }),
      entry("setting_changed", "global wifi_on", { before: "1", after: "0", remains: true }),
      entry("file_removed", "/sdcard/DCIM/old.jpg"),
    ],
    more: 7,
    is_whole: false,
  });
  await settled(() => expect(shownText()).toContain("Something remained"));
  expect(lines(".handover-entries > li").slice(0, 2)).toEqual([
    "Account that stayedada@example.com (com.example)",
    "Setting: Wi-Figlobal wifi_on1 → 0",
  ]);
  expect(lines("details > summary")).toEqual(["1 more difference to before the session"]);
  expect(lines("details li")).toEqual(["File that is gone/sdcard/DCIM/old.jpg"]);
  expect(shownText()).toContain("and 7 more");
  expect(shownText()).toContain("too many files");
});

it("calls one clean of which only what is no fault is told", async () => {
  await open({ entries: [entry("setting_changed", "system volume_music", { before: "5", after: "9" })] });
  await settled(() => expect(shownText()).toContain("Clean"));
  // Of a setting that nobody is known to leave the device's own word is all there is.
  expect(lines("details li")).toEqual(["Settingsystem volume_music5 → 9"]);
  expect(shownText()).not.toContain("Something remained");
});

it("names every setting that people leave, and no other", () => {
  const left = SETTINGS_LEFT.map((setting) => textAfterLast(setting, " "));
  expect(Object.keys(en.setting).toSorted()).toEqual(left.toSorted());
});

it("says that nothing was told", async () => {
  await open(null);
  await settled(() => expect(shownText()).toContain("It was not told"));
});
