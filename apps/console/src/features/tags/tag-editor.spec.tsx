// @vitest-environment happy-dom
import { DEFAULT_INSPECTION } from "@udt/contract";
import type { DeviceStrategies } from "@udt/contract/endpoints/self-checks";
import { act } from "react";
import { Route, Routes } from "react-router";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import {
  answerFetch,
  button,
  field,
  fill,
  noteOf,
  press,
  radio,
  rows,
  show,
  shownText,
} from "../../lib/components/rendered.fixture.tsx";
import { DEVICE } from "../../lib/device.fixture.ts";
import { loadTexts } from "../../lib/i18n/index.ts";
import { pageOf } from "../../lib/runs.fixture.ts";
import CreateTagPage from "./create-page.tsx";
import EditTagPage from "./edit-page.tsx";
import { TagEditor } from "./tag-editor.tsx";
import { TAG as tag } from "./tag.fixture.ts";
import { choiceInWords } from "./tag-words.ts";
import TagsPage from "./tags-page.tsx";

const PREVIEW = "/v1/api/tags/preview";
const nothing = { total: 0, device_total: 3, list: [], included: [], excluded: [], included_gone: 0, excluded_gone: 0 };
const found = () => document.querySelector(".tags-found")?.textContent;
const ticksIn = (part: string) => [...document.querySelectorAll<HTMLInputElement>(`${part} input[type=checkbox]`)];
const settled = (check: () => void) => act(() => vi.waitFor(check));
/** The same where what is shown changes between two looks. */
const settledLater = (check: () => void) =>
  vi.waitFor(async () => {
    await act(async () => undefined);
    check();
  });

beforeAll(() =>
  loadTexts("common", "errors", "refusals", "rules", "tags", "device-rules", "job-config", "inspection", "environment"),
);
beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn<() => void>();
});

describe("the editor of a tag", () => {
  it.each([
    [{}, "No device matches."],
    [{ total: 3 }, "3 devices: all that the project has."],
    [{ total: 1 }, "1 of 3 devices have the tag."],
    [{ total: 1, device_total: 1 }, "1 device: the only one of the project."],
    [{ included_gone: 1, excluded_gone: 1 }, "2 devices chosen by hand are not in the project any more."],
  ])("says plainly what is found: %j", async (change, expected) => {
    answerFetch({ [PREVIEW]: { ...nothing, ...change } });
    await show(<TagEditor project="demo" tag={tag} />);
    await settled(() => expect(found()).toContain(expected));
  });

  it("looks for devices as a value is typed, and asks for it before", async () => {
    const asked = answerFetch({ [PREVIEW]: nothing });
    await show(<TagEditor project="demo" tag={undefined} />);
    await press(button("Add a rule"));
    await settledLater(() => expect(found()).toContain("Give the rule a value."));
    await fill(field("Value"), " Virtual One ");
    const sent = () => asked.filter(({ path }) => path === PREVIEW).at(-1)?.body;
    await settledLater(() => expect(sent()).toMatchObject({ rules: [{ values: ["Virtual One"] }] }));
    expect(found()).toContain("No device matches.");
    await press(button("Add a rule"));
    await settledLater(() => expect(found()).toContain("Rules without a value are left out."));
  });

  it("says nothing of fields that nobody has left, then each with its own rule, and leads to the first", async () => {
    const asked = answerFetch({ [PREVIEW]: nothing });
    await show(<TagEditor project="demo" tag={undefined} />);
    expect(noteOf("Name")).toContain("2 to 32");
    await press(button("Add a rule"));
    await press(button("Save"));
    expect(noteOf("Name")).toBe("Enter 2 to 32 characters.");
    expect(document.activeElement).toBe(field("Name"));
    await fill(field("Name"), "two words");
    expect(noteOf("Name")).toBe("A tag’s name has no spaces.");
    expect(document.body.textContent).toContain("Give each rule a value, or remove it.");
    expect(asked.filter(({ path }) => path === "/v1/api/tags")).toEqual([]);
  });

  it("saves what it was made from, and keeps what was typed when that is another now", async () => {
    const asked = answerFetch({ [PREVIEW]: nothing, "/v1/api/tags/t-1": "tag_changed" });
    await show(<TagEditor project="demo" tag={tag} />);
    await fill(field("Name"), "mine");
    await press(button("Save"));
    await settled(() => expect(document.body.textContent).toContain("Somebody was faster"));
    expect(asked.find(({ method }) => method === "PUT")?.body).toMatchObject({
      name: "mine",
      version: 4,
      rules: tag.rules,
    });
    await press(button("Go on editing"));
    expect(field("Name").value).toBe("mine");
  });

  it("tells two tags apart whose devices by hand are as many, and names these", async () => {
    const device = { brand: "Acme", os: "android", os_version: "15", state: "idle", catalogue: null };
    const included = ["One", "Two", "Three"].map((model) => ({
      ...device,
      model,
      device_id: `d-${model}`,
      serial: `S-${model}`,
    }));
    let calls = 0;
    answerFetch({
      [PREVIEW]: { ...nothing, included },
      get "/v1/api/tags/t-1"() {
        return calls++ === 0 ? "tag_changed" : { ...tag, version: 5, included_device_ids: ["d-One", "d-Three", "d-0"] };
      },
    });
    await show(<TagEditor project="demo" tag={{ ...tag, included_device_ids: ["d-One", "d-Two", "d-0"] }} />);
    await press(button("Save"));
    const cells = () =>
      [...document.querySelectorAll("[data-differs] > *")].map((cell) =>
        [...cell.childNodes].map((part) => part.textContent),
      );
    await settled(() =>
      expect(cells()).toEqual([
        ["Included by hand"],
        ["Acme Three · S-Three", "Acme One · S-One", "Not in the project any more"],
        ["Acme Two · S-Two", "Acme One · S-One", "Not in the project any more"],
      ]),
    );
  });

  it("says how devices check themselves, each field with its own rule, and saves it", async () => {
    const asked = answerFetch({ [PREVIEW]: nothing, "/v1/api/tags/t-1": tag });
    await show(<TagEditor project="demo" tag={tag} />);
    const sent = () => asked.find(({ method }) => method === "PUT")?.body;
    await press(document.querySelector<HTMLButtonElement>('button[aria-label="Self-check"]')!);
    const languages = () => ticksIn(".tags-languages");
    for (const tick of languages()) await press(tick);
    expect(document.body.textContent).toContain("Choose at least one language.");
    expect(languages().map((tick) => tick.getAttribute("aria-invalid"))).toEqual(["true", "true", "true"]);
    await press(languages()[2]!);
    await fill(field("Hours between checks"), "200");
    await fill(field("Address to reach"), "http://udt.test/");
    expect(noteOf("Hours between checks")).toBe("Enter whole hours from 1 to 168.");
    expect(noteOf("Address to reach")).toBe("Enter a host name or an IP address, without a path.");
    await press(button("Save"));
    expect(sent()).toBeUndefined();
    await fill(field("Hours between checks"), "24");
    await fill(field("Address to reach"), "udt.test");
    await fill(field("Milliseconds at most"), "90");
    await press(button("Save"));
    await settled(() =>
      expect(sent()).toMatchObject({
        inspection: {
          ...DEFAULT_INSPECTION,
          check_every_hours: 24,
          network_address: "udt.test",
          latency_ms: 90,
          languages: ["ja"],
        },
      }),
    );
  });

  it("says in which hours of the day checks begin, each field with its own rule, and saves them", async () => {
    const asked = answerFetch({ [PREVIEW]: nothing, "/v1/api/tags/t-1": tag });
    const sent = () => asked.find(({ method }) => method === "PUT")?.body;
    await show(
      <TagEditor project="demo" tag={{ ...tag, inspection: { ...DEFAULT_INSPECTION, check_every_hours: 24 } }} />,
    );
    await press(button("Only in some hours of the day"));
    expect([field("From").value, field("To").value]).toEqual(["22:00", "06:00"]);
    await fill(field("To"), "22:00");
    expect(noteOf("To")).toBe("Let them end at another time than they begin.");
    await press(button("Save"));
    expect(sent()).toBeUndefined();
    await fill(field("From"), "2:0");
    expect(noteOf("From")).toBe("Enter a time such as 08:30.");
    expect(noteOf("To")).toBe("");
    await fill(field("From"), "02:00");
    await fill(field("To"), "04:30");
    await press(button("Save"));
    await settled(() => expect(sent()).toMatchObject({ inspection: { check_window: { from: "02:00", to: "04:30" } } }));
  });

  it.each(["off", "warning"] as const)("asks how soon a network answers if it is asked at all: %s", async (network) => {
    answerFetch({ [PREVIEW]: nothing, "/v1/api/tags/t-1": tag });
    const levels = { ...DEFAULT_INSPECTION.levels, network };
    await show(<TagEditor project="demo" tag={{ ...tag, inspection: { ...DEFAULT_INSPECTION, levels } }} />);
    expect(field("Time to answer").disabled).toBe(network === "off");
    expect(shownText().includes("Only where the network is checked.")).toBe(network === "off");
    expect(shownText().includes("Milliseconds at most")).toBe(network !== "off");
  });

  it("says on what else devices are checked, and what that means", async () => {
    const asked = answerFetch({ [PREVIEW]: nothing, "/v1/api/tags/t-1": tag });
    const inspection = { ...DEFAULT_INSPECTION, check_on: ["cleaned" as const] };
    await show(<TagEditor project="demo" tag={{ ...tag, inspection }} />);
    const occasions = () => ticksIn(".udt-check-on");
    expect(occasions().map(({ checked }) => checked)).toEqual([false, true]);
    expect(document.querySelector(".udt-check-on")?.textContent).toContain(
      "Once a debug session or a run is over and the device is clean, it is checked.",
    );
    for (const tick of occasions()) await press(tick);
    await press(radio("A work order at once"));
    await press(button("Save"));
    await settled(() =>
      expect(asked.find(({ method }) => method === "PUT")?.body).toMatchObject({
        inspection: { ...DEFAULT_INSPECTION, check_on: ["first_seen"], order_after: "first_failure" },
      }),
    );
  });

  it("keeps what it says of self-checks when something else is changed", async () => {
    const asked = answerFetch({ [PREVIEW]: nothing, "/v1/api/tags/t-1": tag });
    const inspection = { ...DEFAULT_INSPECTION, check_every_hours: 5, check_on: ["first_seen" as const] };
    await show(<TagEditor project="demo" tag={{ ...tag, inspection }} />);
    await fill(field("Name"), "other");
    await press(button("Save"));
    await settled(() =>
      expect(asked.find(({ method }) => method === "PUT")?.body).toMatchObject({ name: "other", inspection }),
    );
  });

  it.each([
    ["?device_id=d-1", "its strategies"],
    ["", "all tags"],
  ])("leads back from a change to what led to it: %s", async (search, expected) => {
    answerFetch({ [PREVIEW]: nothing, "/v1/api/tags/t-1": tag });
    await show(
      <Routes>
        <Route path="/:projectId/management/device/tags/:tagId/edit" element={<EditTagPage />} />
        <Route path="/:projectId/management/device/d-1/strategies" element={<p>its strategies</p>} />
        <Route path="/:projectId/management/device/list" element={<p>all tags</p>} />
      </Routes>,
      `/demo/management/device/tags/t-1/edit${search}`,
    );
    await settled(() => expect(field("Name").value).toBe(tag.name));
    await press(button("Save"));
    await settled(() => expect(document.body.textContent).toContain(expected));
  });

  it("begins a strategy of one device's own with what decides now, puts it first, and leads back to the device", async () => {
    const config = { ...DEFAULT_INSPECTION, free_gb: 7 };
    const none = { tag: null, value: [] };
    const strategies: DeviceStrategies = {
      tag: null,
      config,
      is_shared: false,
      first_look: null,
      last_check: null,
      next_at: null,
      next_why: null,
      tags: [],
      profile: { settings: {}, decided_by: [], outcome: null },
      environment: { preinstalled: none, free_apps: none, free_paths: none },
    };
    const asked = answerFetch({
      [PREVIEW]: nothing,
      "/v1/api/devices/d-1": { ...DEVICE, device_id: "d-1", model: "Fold", serial: "R58 N12" },
      "/v1/api/devices/d-1/strategies": strategies,
      "/v1/api/tags": tag,
    });
    await show(
      <Routes>
        <Route path="/:projectId/management/device/tags/add" element={<CreateTagPage />} />
        <Route path="/:projectId/management/device/d-1/strategies" element={<p>its strategies</p>} />
      </Routes>,
      "/demo/management/device/tags/add?device_id=d-1",
    );
    await settled(() => expect(field("Name").value).toBe("R58N12"));
    expect(document.body.textContent).toContain("It has Fold alone and is put first");
    await press(button("Save"));
    await settled(() => expect(document.body.textContent).toContain("its strategies"));
    const made = asked.find(({ method, path }) => method === "POST" && path === "/v1/api/tags");
    expect(made?.body).toMatchObject({
      name: "R58N12",
      rules: [],
      included_device_ids: ["d-1"],
      inspection: config,
      position: 1,
    });
  });

  it("says at the field that a name is taken, until another is typed", async () => {
    answerFetch({ [PREVIEW]: nothing, "/v1/api/tags": "tag_name_exists" });
    await show(<TagEditor project="demo" tag={undefined} />);
    await fill(field("Name"), "taken");
    await press(button("Save"));
    await settled(() => expect(noteOf("Name")).toContain("The project already has a tag called"));
    await fill(field("Name"), "free");
    expect(noteOf("Name")).toContain("2 to 32");
  });
});

it("tells rules and choices by hand in words", () => {
  const rules = [
    ...tag.rules,
    { attribute: "memory" as const, operator: "at_least" as const, values: ["7.5"] },
    { attribute: "battery" as const, operator: "at_most" as const, values: ["20"] },
  ];
  expect(choiceInWords({ ...tag, rules, included_device_ids: ["a", "b"], excluded_device_ids: ["c"] })).toEqual([
    "Model contains Fold",
    "Memory at least 7.5 GB",
    "Battery at most 20 %",
    "2 included by hand",
    "1 excluded",
  ]);
  expect(choiceInWords({ ...tag, rules: [] })).toEqual(["No rules, no devices"]);
});

describe("the list of tags", () => {
  const second = { ...tag, tag_id: "t-2", name: "second", position: 2, inspection: DEFAULT_INSPECTION };
  const third = {
    ...tag,
    tag_id: "t-3",
    name: "third",
    position: 3,
    inspection: { ...DEFAULT_INSPECTION, check_every_hours: 6, check_on: ["first_seen" as const, "cleaned" as const] },
  };
  const open = () => {
    const asked = answerFetch({
      "/v1/plat/project/demo/privilege/enforce": { privilege_list: ["tag.view", "tag.delete"] },
      "/v1/api/tags": pageOf(tag, second, third),
      "/v1/api/tags/t-2/position": null,
    });
    return { asked };
  };

  it("shows their order and what they say of self-checks, and moves them", async () => {
    const { asked } = open();
    await show(
      <Routes>
        <Route path="/:projectId/*" element={<TagsPage />} />
      </Routes>,
      "/demo/management/device/list",
    );
    await settled(() => expect(rows()).toHaveLength(3));
    const shown = rows().map((row) => [...row.cells].map((cell) => cell.textContent));
    expect(shown.map(([order, , , , check]) => [order, check])).toEqual([
      ["1", "–"],
      ["2", "By hand"],
      ["3", "Every 6 hours · When it first appears · After each use"],
    ]);
    await settled(() => button("Move second up"));
    expect(button("Move foldables up").disabled).toBe(true);
    expect(button("Move third down").disabled).toBe(true);
    await press(button("Move second up"));
    expect(asked.find(({ method }) => method === "PUT")).toMatchObject({
      path: "/v1/api/tags/t-2/position",
      body: { position: 1 },
    });
  });
});
