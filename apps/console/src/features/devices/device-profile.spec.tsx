// @vitest-environment happy-dom
import { say, type ProfileResult } from "@udt/contract";
import { act } from "react";
import { beforeAll, expect, it, vi } from "vitest";
import { answerFetch, show, shownText } from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import { DeviceProfileOutcome, ProfileStrategy } from "./device-profile.tsx";

const kept = (setting: ProfileResult["setting"]): ProfileResult => ({ setting, state: "kept", reason: null });
const refused: ProfileResult = {
  setting: "density",
  state: "refused",
  reason: say("device_refused", {}, "wm density 280\njava.lang.SecurityException: Must hold permission"),
};
const results: ProfileResult[] = [kept("dark_mode"), refused, { ...kept("font_scale"), state: "set" }];
const settled = (check: () => void) => act(() => vi.waitFor(check));
const drawer = async (outcome: object | null) => {
  const asked = answerFetch({ "/v1/api/devices/d-1/profile": { outcome } });
  await show(<DeviceProfileOutcome project="demo" device_id="d-1" />);
  return asked;
};
const items = () => [...document.querySelectorAll("li")].map((one) => one.textContent);

beforeAll(() => loadTexts("devices", "device-profile", "common", "words", "errors"));

it("tells at the device what would not take, in its own words", async () => {
  await drawer({ results, at: Date.now() });
  await settled(() => expect(shownText()).toContain("1 of 3 settings would not take"));
  expect(items()).toHaveLength(1);
  expect(items()[0]).toContain("Density (dpi)Would not take");
  expect(items()[0]).toContain("SecurityException: Must hold permission");
});

it("says in a line that all took", async () => {
  await drawer({ results: [kept("dark_mode"), kept("proxy")], at: Date.now() });
  await settled(() => expect(shownText()).toContain("All 2 settings are as they are wanted"));
  expect(items()).toEqual([]);
});

it("says nothing of a device that was brought to none", async () => {
  const asked = await drawer(null);
  await settled(() => expect(asked).toHaveLength(1));
  // What is answered is shown.
  await act(async () => undefined);
  expect(shownText()).not.toContain("Device profile");
});

it("tells for each setting which tag decides, what it wants, and how it went", async () => {
  answerFetch({ "/v1/plat/project/demo/privilege/enforce": { privilege_list: ["tag.view", "tag.delete"] } });
  const told = {
    settings: { dark_mode: true, density: 280, proxy: "none" },
    decided_by: [
      { setting: "dark_mode" as const, tag_id: "t-1", name: "night" },
      { setting: "density" as const, tag_id: "t-2", name: "small" },
      { setting: "proxy" as const, tag_id: "t-1", name: "night" },
    ],
    outcome: { results, at: Date.now() },
  };
  await show(<ProfileStrategy project="demo" told={told} />);
  const row = (name: string) =>
    [...document.querySelectorAll(`tr[data-setting="${name}"] td`)].map((cell) => cell.textContent);
  expect(shownText()).toContain("As each session begins, and once the device is clean after it.");
  expect(row("dark_mode")).toEqual(["Dark mode", "On", "Was so", "night"]);
  expect(row("density").toSpliced(2, 1)).toEqual(["Density (dpi)", "280", "small"]);
  expect(row("density")[2]).toContain("Would not take");
  expect(row("density")[2]).toContain("Must hold permission");
  expect(row("proxy")).toEqual(["HTTP proxy", "No proxy", "None yet", "night"]);
  await settled(() =>
    expect(document.querySelector("td a")?.getAttribute("href")).toBe("/demo/management/device/tags/t-1/edit"),
  );
});

it("says that the device stays as it is where no tag wants anything", async () => {
  answerFetch({});
  await show(<ProfileStrategy project="demo" told={{ settings: {}, decided_by: [], outcome: null }} />);
  expect(shownText()).toContain("it stays as it is");
  expect(document.querySelector("table")).toBeNull();
});
