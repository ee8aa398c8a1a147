// @vitest-environment happy-dom
import { DEFAULT_INSPECTION, FIRST_LOOK, say, type SelfCheck } from "@udt/contract";
import type { DeviceStrategies } from "@udt/contract/endpoints/self-checks";
import { act } from "react";
import { Route, Routes } from "react-router";
import { beforeAll, expect, it, vi } from "vitest";
import { answerFetch, button, press, show, shownText } from "../../lib/components/rendered.fixture.tsx";
import { DEVICE } from "../../lib/device.fixture.ts";
import { loadTexts } from "../../lib/i18n/index.ts";
import { LinkedCheck } from "./linked-check.tsx";
import { DeviceSelfCheck } from "./self-check.tsx";
import StrategiesPage from "./strategies-page.tsx";

const HOUR = 3_600_000;
const NO_PROFILE: DeviceStrategies["profile"] = { settings: {}, decided_by: [], outcome: null };
const config = {
  ...DEFAULT_INSPECTION,
  levels: { ...DEFAULT_INSPECTION.levels, recording_check: "off" as const, storage: "warning" as const },
  free_gb: 2,
  check_every_hours: 6,
  check_window: { from: "22:00", to: "06:00", time_zone: "Asia/Tokyo" },
  check_on: ["cleaned" as const],
  order_after: "first_failure" as const,
  before_sessions: "debug" as const,
};
const check: SelfCheck = {
  selfcheck_id: "c-1",
  before: null,
  occasion: null,
  is_first_look: false,
  work: "check",
  device_id: "d-1",
  state: "passed",
  results: [
    {
      step: "recording_check",
      state: "skipped",
      cost_ms: 0,
      message: say("check_off_in", { tag: "nightly" }),
      evidence_name: null,
      remedy: null,
    },
  ],
  step: null,
  error: null,
  user_name: null,
  inspection: { tag_id: "t-1", tag_name: "nightly", config },
  created_at: 1,
  started_at: 1,
  ended_at: 2,
};
const none = { tag: null, value: [] };
const environment: DeviceStrategies["environment"] = { preinstalled: none, free_apps: none, free_paths: none };
const strategies: DeviceStrategies = {
  tag: { tag_id: "t-1", name: "nightly" },
  config,
  is_shared: false,
  first_look: null,
  last_check: check,
  next_at: Date.now() + 6 * HOUR,
  next_why: "window",
  profile: NO_PROFILE,
  environment,
  tags: [
    {
      tag_id: "t-0",
      name: "plain",
      position: 1,
      has_inspection: false,
      is_own: false,
      profile_settings: [],
      check_every_hours: null,
      check_window: null,
      check_on: [],
      before_sessions: "off",
    },
    {
      tag_id: "t-1",
      name: "nightly",
      position: 2,
      has_inspection: true,
      is_own: false,
      profile_settings: [],
      check_every_hours: 6,
      check_window: null,
      check_on: ["cleaned"],
      before_sessions: "both",
    },
  ],
};
const may = (...privilege_list: string[]) => ({ "/v1/plat/project/demo/privilege/enforce": { privilege_list } });
const settled = (check: () => void) => act(() => vi.waitFor(check));
const open = async (told: DeviceStrategies, ...privileges: string[]) => {
  const asked = answerFetch({
    ...may(...(privileges.length === 0 ? ["tag.view", "tag.delete"] : privileges)),
    "/v1/api/tags/t-1": null,
    "/v1/api/devices/d-1": { ...DEVICE, device_id: "d-1", model: "Fold" },
    "/v1/api/devices/d-1/strategies": told,
  });
  await show(
    <Routes>
      <Route path="/:projectId/management/device/:deviceId/strategies" element={<StrategiesPage />} />
    </Routes>,
    "/demo/management/device/d-1/strategies",
  );
  return asked;
};
const facts = () => [...document.querySelectorAll("dl.udt-facts dd")].map((one) => one.textContent);
const rowOf = (of: string) => [...document.querySelectorAll(`tr[data-of="${of}"] td`)].map((cell) => cell.textContent);

beforeAll(() => loadTexts("devices", "common", "errors", "refusals", "inspection", "environment", "words"));

it("says which tag decides, what it asks for, and when, with a way to the tag", async () => {
  await open(strategies);
  await settled(() => expect(shownText()).toContain("Self-check strategies of Fold"));
  const [decides, often, last, next, after] = facts();
  expect([decides, often]).toEqual([
    "nightly",
    "Every 6 hours from 22:00 to 06:00 (Asia/Tokyo) · After each use · Before debug sessions",
  ]);
  expect(after).toBe("A work order at once");
  expect(last).toContain("by schedule of tag nightly");
  expect(next).not.toContain("None by itself");
  expect(next).toContain("By the hours of the day in which it is checked");
  expect(rowOf("storage")).toEqual(["Free storage", "Warning", "at least 2 GB"]);
  expect(rowOf("recording_check")).toEqual(["Video of the screen", "Off", "–"]);
  const tags = [...document.querySelectorAll("ol li")].map((one) => one.textContent);
  expect(tags).toEqual([
    "plain Says nothing of self-checks",
    "nightly Every 6 hours · After each use · Before debug sessions and tasks · decides",
  ]);
  expect(document.querySelector("dl.udt-facts a")?.getAttribute("href")).toBe("/demo/management/device/tags/t-1/edit");
});

it("leads to a strategy of the device's own, and where it has one, to that, which may be removed", async () => {
  await open(strategies);
  await settled(() => expect(shownText()).toContain("A strategy of its own"));
  const links = () => [...document.querySelectorAll("a")].map((one) => one.getAttribute("href"));
  expect(links()).toContain("/demo/management/device/tags/add?device_id=d-1");
  expect(shownText()).not.toContain("Remove its own strategy");
});

it("changes and removes a strategy of the device's own, and says that it has that alone", async () => {
  const tags = strategies.tags.map((tag) => ({ ...tag, is_own: tag.tag_id === "t-1" }));
  const asked = await open({ ...strategies, tags });
  await settled(() => expect(shownText()).toContain("· this device alone · decides"));
  expect(document.querySelector('a[href="/demo/management/device/tags/t-1/edit?device_id=d-1"]')).not.toBeNull();
  expect(shownText()).not.toContain("A strategy of its own");
  await press(button("Remove its own strategy"));
  await settled(() => expect(shownText()).toContain("Its tag nightly is deleted."));
  await press(
    document.querySelector<HTMLButtonElement>(".ant-modal-confirm-btns .ant-btn-primary") ??
      expect.fail("no way to say so"),
  );
  await settled(() => expect(asked.find(({ method }) => method === "DELETE")?.path).toBe("/v1/api/tags/t-1"));
});

it("has nothing to change for who may not change tags", async () => {
  await open(strategies, "tag.view");
  await settled(() => expect(shownText()).toContain("Self-check strategies of Fold"));
  expect(shownText()).not.toContain("A strategy of its own");
});

it("says that the next check comes on an occasion where none comes by the clock", async () => {
  await open({ ...strategies, next_at: null, next_why: null });
  await settled(() => expect(facts()[3]).toBe("On the next occasion"));
  document.body.replaceChildren();
  await open({ ...strategies, config: { ...config, check_on: [] }, next_at: null, next_why: null });
  await settled(() => expect(facts()[3]).toBe("On the next occasion"));
});

it("says that a check which is due waits for the device, and that none comes by itself without a schedule", async () => {
  await open({ ...strategies, next_at: 1, next_why: "first_check" });
  await settled(() => expect(facts()[3]).toBe("As soon as the device is free It was not checked this way yet"));
});

it("says what is done where no tag says how", async () => {
  await open({
    ...strategies,
    tag: null,
    config: DEFAULT_INSPECTION,
    last_check: null,
    next_at: null,
    next_why: null,
    tags: [],
  });
  await settled(() =>
    expect(facts()).toEqual([
      "No tag: what is done everywhere",
      "Nothing: that is switched off in the settings of the server",
      "By hand",
      "None yet",
      "None by itself",
      "A work order once it failed twice in a row",
    ]),
  );
  expect(shownText()).toContain("The device has no tags.");
});

it("says of each setting of the environment which tag decides it, and what it comes to", async () => {
  await open({
    ...strategies,
    environment: {
      preinstalled: {
        tag: { tag_id: "t-0", name: "plain" },
        value: [{ os: "android", package_name: "org.helper", app_id: null, name: "Helper", version_name: "2.0" }],
      },
      free_apps: { tag: { tag_id: "t-1", name: "nightly" }, value: ["com.acme.*", "com.b"] },
      free_paths: none,
    },
  });
  await settled(() => expect(shownText()).toContain("What is to be on the device"));
  const row = (setting: string) =>
    [...document.querySelectorAll(`tr[data-setting="${setting}"] td`)].map((cell) => cell.textContent);
  expect(row("preinstalled")).toEqual(["Pre-installed apps", "plain", "Helper 2.0 · org.helper"]);
  expect(row("free_apps")).toEqual(["Apps that stay", "nightly", "com.acme.*com.b"]);
  expect(row("free_paths")).toEqual(["Files and folders that stay", "No tag", "–"]);
  expect(document.querySelector('tr[data-setting="preinstalled"] a')?.getAttribute("href")).toBe(
    "/demo/management/device/tags/t-0/edit",
  );
});

it("tells of a check by which tag it was done, and that a schedule asked for it", async () => {
  answerFetch({ ...may("tag.view", "tag.delete"), "/v1/api/devices/d-1/selfchecks": { list: [check] } });
  await show(<DeviceSelfCheck project="demo" device={{ ...DEVICE, device_id: "d-1" }} />);
  await settled(() => expect(shownText()).toContain("by schedule of tag nightly"));
  expect(shownText()).toContain("off in tag nightly");
  const config = document.querySelector(".devices-check-config");
  expect(config?.querySelector("summary")?.textContent).toBe("As tag nightly wanted it");
  expect([...(config?.querySelectorAll("small") ?? [])].map((one) => one.textContent)).toContain(
    "Free storage: Warning · at least 2 GB",
  );
  expect([...document.querySelectorAll("a")].map((one) => one.getAttribute("href"))).toEqual(
    expect.arrayContaining(["/demo/management/device/d-1/strategies", "/demo/management/device/tags/t-1/edit"]),
  );
});

it.each([
  ["first_seen", "as it first appeared, by tag nightly"],
  ["cleaned", "after use, by tag nightly"],
] as const)("tells of a check that it came on an occasion: %s", async (occasion, why) => {
  const list = [
    { ...check, occasion },
    { ...check, occasion, selfcheck_id: "c-0", inspection: null },
  ];
  answerFetch({ ...may("tag.view"), "/v1/api/devices/d-1/selfchecks": { list } });
  await show(<DeviceSelfCheck project="demo" device={{ ...DEVICE, device_id: "d-1" }} />);
  await settled(() => expect(shownText()).toContain(why));
  const before = document.querySelector(".devices-check > details details summary");
  expect(before?.textContent).toContain(why.split(",")[0]);
  expect(before?.textContent).not.toContain("nightly");
});

it("tells no tag to who sees none", async () => {
  const seen = { ...check, inspection: null };
  answerFetch({ ...may(), "/v1/api/devices/d-1/selfchecks": { list: [seen] } });
  await show(<DeviceSelfCheck project="demo" device={{ ...DEVICE, device_id: "d-1" }} />);
  await settled(() => expect(shownText()).toContain("by schedule"));
  expect(document.querySelectorAll(".devices-check a, .devices-check-config")).toHaveLength(0);
});

it.each([
  ["demo", "/v1/api/devices/d-1/selfchecks/c-9"],
  [null, "/v1/plat/admin/devices/d-1/selfchecks/c-9"],
] as const)("shows the check to which a work order leads, in %s", async (project, path) => {
  const result = { step: "capture_check", state: "failed", cost_ms: 9, message: null, remedy: null } as const;
  const found = {
    ...check,
    selfcheck_id: "c-9",
    inspection: null,
    results: [{ ...result, evidence_name: "dark.png" }],
  };
  answerFetch({ ...may(), [path]: found });
  await show(<LinkedCheck project={project} device_id="d-1" />, "/demo/remote/list?device_id=d-1#check=c-9");
  const section = () => document.querySelector('section[aria-label="The self-check you opened"]');
  await settled(() => expect(section()?.querySelector("[data-step]")?.textContent).toContain("Failed"));
  const picture = section()?.querySelector("img")?.getAttribute("src");
  if (project === null) expect(picture).toBeUndefined();
  else expect(picture).toContain("/v1/api/devices/d-1/selfchecks/c-9/evidence/dark.png");
  // An address that names none shows none.
  document.body.replaceChildren();
  await show(<LinkedCheck project={project} device_id="d-1" />, "/demo/remote/list?device_id=d-1");
  expect(section()).toBeNull();
});

it("tells a restart and a cleaning apart from checks, and how each went", async () => {
  const restarted: SelfCheck = {
    ...check,
    selfcheck_id: "c-2",
    work: "restart",
    state: "running",
    step: "ready",
    results: [{ step: "restart", state: "passed", cost_ms: 9, message: null, evidence_name: null, remedy: null }],
    user_name: "ada",
    inspection: null,
  };
  const cleaned: SelfCheck = { ...restarted, selfcheck_id: "c-3", work: "clean", state: "passed", results: [] };
  answerFetch({ ...may("project.owner"), "/v1/api/devices/d-1/selfchecks": { list: [restarted, cleaned] } });
  await show(<DeviceSelfCheck project="demo" device={{ ...DEVICE, device_id: "d-1" }} />);
  const head = () => document.querySelector(".devices-check-head")?.textContent;
  await settled(() => expect(head()).toContain("Running Restart"));
  expect([...document.querySelectorAll("[data-step]")].map((step) => step.getAttribute("data-step"))).toEqual([
    "restart",
    "ready",
  ]);
  expect(shownText()).toContain("Done Cleaning");
  // One thing at a time.
  expect(shownText()).not.toContain("Restart now");
});

it("tells what is looked at by itself where no tag decides, and that a tag takes its place", async () => {
  const untagged = { ...strategies, tag: null, config: DEFAULT_INSPECTION, first_look: FIRST_LOOK, last_check: null };
  await open(untagged);
  await settled(() =>
    expect(shownText()).toContain("installs, removes and sets nothing: Free storage, Lock screen, Network, Picture"),
  );
  expect(shownText()).toContain("A tag that says how its devices check themselves takes the place of this.");
});

it("says of a device that others see, and of no other, whom the tags' words concern", async () => {
  await open(strategies);
  await settled(() => expect(shownText()).toContain("nightly"));
  expect(shownText()).not.toContain("Other projects see this device as well");
  await open({ ...strategies, is_shared: true });
  await settled(() => expect(shownText()).toContain("Other projects see this device as well"));
});

it("says that nothing is looked at where that is switched off", async () => {
  const untagged = { ...strategies, tag: null, config: DEFAULT_INSPECTION, first_look: null, last_check: null };
  await open(untagged);
  await settled(() => expect(shownText()).toContain("switched off in the settings of the server"));
});

it("tells of a first look that nobody and no tag asked for it", async () => {
  const look: SelfCheck = { ...check, occasion: "first_seen", is_first_look: true, inspection: null };
  answerFetch({ ...may("tag.view"), "/v1/api/devices/d-1/selfchecks": { list: [look] } });
  await show(<DeviceSelfCheck project="demo" device={{ ...DEVICE, device_id: "d-1" }} />);
  await settled(() => expect(shownText()).toContain("as it first appeared, built in"));
});

it("tells in the reader's words which settings of a profile would not take in a check, and why", async () => {
  const reason = say("device_refused", {}, "Must hold permission WRITE_SECURE_SETTINGS");
  const settings = [
    { setting: "dark_mode", state: "set", reason: null },
    { setting: "density", state: "refused", reason },
  ] as const;
  const found = { ...check.results[0], step: "profile", state: "warning", settings };
  const told = { ...check, state: "warning", results: [found] };
  answerFetch({ ...may("tag.view"), "/v1/api/devices/d-1/selfchecks": { list: [told] } });
  await loadTexts("device-profile");
  await show(<DeviceSelfCheck project="demo" device={{ ...DEVICE, device_id: "d-1" }} />);
  const shown = () => document.querySelector('[data-setting="density"]')?.textContent;
  await settled(() => expect(shown()).toContain("the device refused"));
  expect(shown()).toContain("Must hold permission WRITE_SECURE_SETTINGS");
  expect(document.querySelector('[data-setting="dark_mode"]')).toBeNull();
});
