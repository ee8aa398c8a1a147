/** Device tags: made with what they find in sight, seen and chosen by everywhere, changed by two at a time, and kept while in use. */
import type { Client } from "@udt/client";
import { ENDPOINTS, NO_ENVIRONMENT, type TagWish } from "@udt/contract";
import { openBrowser, startUdt, until, type Udt } from "@udt/testkit";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { addColleague } from "./colleague.ts";
import { enter } from "./console-pages.ts";
import { FormWords } from "./form-words.ts";
import { look, looks, visit } from "./look.ts";
import type { PageWalk } from "./page-walk.ts";
import { usersAdb } from "./users-adb.ts";
import { openWalked } from "./walk-setup.ts";

const query = { project: "demo" };
const FOLD = "Virtual Fold";
const LIST = "demo/management/device/list";
const ADD = "demo/management/device/tags/add";
const editOf = (tag_id: string) => `demo/management/device/tags/${tag_id}/edit`;
let udt: Udt;
let client: Client;
let page: Page;
let pages: PageWalk;

beforeAll(async () => {
  const walked = await openWalked(() => startUdt());
  ({ udt, client, page, pages } = walked);
  await udt.idleDevices(2);
  return walked.stop;
});

const go = (path: string) => page.goto(`${udt.url}/${path}`);
const preview = () => page.getByRole("region", { name: "Devices now" });
const row = (name: string) => page.getByRole("row").filter({ hasText: name });
const named = async (name: string) =>
  (await client.call(ENDPOINTS.tagList, { query: { ...query, keyword: name } })).list.find((one) => one.name === name)!;
/** Has the fold run a line by adb, past UDT. */
async function shell(line: string): Promise<string> {
  const adb = await usersAdb();
  const address = udt.phoneAddresses[1]!;
  await adb.run("connect", address);
  const { code, out } = await adb.run("-s", address, "shell", line);
  expect(code).toBe(0);
  await adb.run("disconnect", address);
  return out.trim();
}
/** Types what a rule compares with. */
const typeValue = async (value: string) => {
  await page.getByRole("textbox", { name: "Value" }).fill(value);
  await page.keyboard.press("Enter");
};
const choose = async (label: string, option: string) => {
  await page.getByRole("combobox", { name: label, exact: true }).click();
  await page.locator(".ant-select-item-option:visible").filter({ hasText: option }).first().click();
  // A choice of several stays open.
  await page.keyboard.press("Escape");
};
const wish = (change: Partial<TagWish> & { name: string }): TagWish => ({
  environment: NO_ENVIRONMENT,
  is_default: false,
  profile: {},
  rules: [{ attribute: "model", operator: "contains", values: ["Fold"] }],
  included_device_ids: [],
  excluded_device_ids: [],
  inspection: null,
  ...change,
});
const make = (change: Partial<TagWish> & { name: string }) =>
  client.call(ENDPOINTS.tagCreate, { query, body: wish(change) });
const remove = (tag_id: string) => client.call(ENDPOINTS.tagDelete, { params: { tag_id }, query });

describe("a tag", { timeout: 180_000 }, () => {
  it("is made with what it finds in sight, and says which field is wrong", async () => {
    await go(LIST);
    await page.getByText("No tags yet").waitFor();
    await page.getByRole("link", { name: "New tag" }).first().click();
    await preview().getByText("Add a rule, or include devices by hand.").waitFor();
    await page.getByLabel("Name", { exact: true }).fill("two words");
    await page.getByRole("button", { name: "Add a rule" }).click();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("A tag’s name has no spaces.").waitFor();
    await page.getByText("Give each rule a value, or remove it.").waitFor();
    await page.getByLabel("Name", { exact: true }).fill("foldables");
    await typeValue("Virtual");
    await preview().getByText("devices: all that the project has.").waitFor();
    await page.getByRole("button", { name: "Remove this rule" }).click();
    await page.getByRole("button", { name: "Add a rule" }).click();
    await typeValue("Fold");
    await preview().getByText("of 2 devices have the tag.").waitFor();
    await preview().getByText(FOLD).waitFor();
    await choose("Excluded", FOLD);
    await preview().getByText("No device matches.").waitFor();
    await choose("Excluded", FOLD);
    await preview().getByText("of 2 devices have the tag.").waitFor();
    await page.getByRole("switch", { name: "Default tag of the project" }).click();
    await page.getByRole("button", { name: "Save" }).click();
    await row("foldables").getByText("Model contains Fold").waitFor();
    await row("foldables").getByText("Default").waitFor();
    expect(await row("foldables").getByRole("link", { name: "1 device" }).count()).toBe(1);
    // A rule can be read also where the window is no wider than the console needs.
    await page.setViewportSize({ width: 1280, height: 900 });
    const rules = page.getByRole("columnheader", { name: "Rules" });
    expect((await rules.boundingBox())?.width).toBeGreaterThan(150);
  });

  it("asks before what is unsaved is left", async () => {
    await page.getByRole("link", { name: "New tag" }).click();
    await page.getByLabel("Name", { exact: true }).fill("lost");
    await page.getByRole("link", { name: "Cancel" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.waitFor();
    await dialog.getByRole("button").last().click();
    await row("foldables").waitFor();
  });

  it("has a name of its own: that it is taken is said at the field", async () => {
    await go(ADD);
    await page.getByLabel("Name", { exact: true }).fill("FOLDABLES");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("The project already has a tag called FOLDABLES.").waitFor();
    expect(await page.getByLabel("Name", { exact: true }).getAttribute("aria-invalid")).toBe("true");
  });

  it("stands on its devices, and the list is narrowed to them, which its address says", async () => {
    await go("demo/remote/list");
    await row(FOLD).locator(".devices-tag", { hasText: "foldables" }).waitFor();
    expect(await page.locator(".devices-tag").count()).toBe(1);
    await choose("Tag", "foldables");
    await row("Virtual One").waitFor({ state: "detached" });
    await row(FOLD).waitFor();
    const { tag_id } = await named("foldables");
    expect(new URL(page.url()).searchParams.get("tag_id")).toBe(tag_id);
    await page.reload();
    await row(FOLD).waitFor();
    expect(await row("Virtual One").count()).toBe(0);
    // What the tag has follows its rules at once, wherever it shows.
    const { version } = await named("foldables");
    const any = wish({ name: "foldables", rules: [{ attribute: "model", operator: "contains", values: ["Virtual"] }] });
    await client.call(ENDPOINTS.tagUpdate, { params: { tag_id }, query, body: { ...any, version } });
    await row("Virtual One").waitFor();
    const back = { ...wish({ name: "foldables", is_default: true }), version: version + 1 };
    await client.call(ENDPOINTS.tagUpdate, { params: { tag_id }, query, body: back });
    await row("Virtual One").waitFor({ state: "detached" });
    await row(FOLD).getByRole("button", { name: FOLD, exact: true }).click();
    const drawer = page.getByRole("dialog");
    await drawer.getByRole("link", { name: "foldables" }).waitFor();
  });

  it("is given to ticked devices by hand, and left to its rules again", async () => {
    await go("demo/remote/list");
    const dialog = page.getByRole("dialog");
    const one = row("Virtual One");
    const chips = one.locator(".devices-tag", { hasText: "foldables" });
    const pick = async (how: string) => {
      await one.getByRole("checkbox").check();
      await page.getByRole("toolbar", { name: "Chosen devices" }).getByRole("button", { name: "Tag…" }).click();
      await dialog.getByRole("combobox", { name: "Tag" }).click();
      await page.locator(".ant-select-item-option:visible", { hasText: "foldables" }).click();
      await dialog.getByText(how, { exact: true }).click();
      for (const at of looks.slice(0, 1)) await look("devices-tag-bulk", at, page);
      await dialog.getByRole("button", { name: "Save" }).click();
      await dialog.getByText("1 done", { exact: true }).waitFor();
      await dialog.getByRole("button", { name: "Close", exact: true }).last().click();
    };
    await pick("Has them");
    await chips.waitFor();
    await pick("Has them by its rules");
    await chips.waitFor({ state: "detached" });
    await row(FOLD).locator(".devices-tag", { hasText: "foldables" }).waitFor();
    // In its row each tells since when it is in its state, and why the platform has it.
    await one.getByText(/^since \d\d:\d\d/).waitFor();
    const devices = (await client.call(ENDPOINTS.deviceList, { query })).list;
    const { device_id } = devices.find(({ model }) => model === "Virtual One")!;
    const { selfcheck_id } = await client.call(ENDPOINTS.selfCheckStart, {
      query,
      params: { device_id },
      body: { work: "check" },
    });
    await one.getByText("checks itself").waitFor();
    await one.getByRole("button", { name: "Virtual One", exact: true }).click();
    await dialog.getByText(/^since \d\d:\d\d/).waitFor();
    await client.call(ENDPOINTS.selfCheckCancel, { query, params: { device_id, selfcheck_id } });
    await udt.idleDevices(2);
  });

  it("is what a new task's devices begin with, and one runs on what it finds", async () => {
    await go("demo/auto/job/create");
    await page.locator(".jobs-steps button").nth(1).click();
    await page.locator(".ant-select-selection-item", { hasText: "foldables" }).first().waitFor();
    await page.getByText("1 device fits").waitFor();
    // One that exists is given the tag by a rule of its own.
    const demo = await until("the demo's job", async () => (await client.call(ENDPOINTS.jobList, { query })).list[0]);
    await until("the demo's cases", async () => {
      const libraries = await client.call(ENDPOINTS.libraryList, { query });
      return libraries.list[0]?.parse_state === "parsed" || undefined;
    });
    const config = { ...demo.config, devices: { kind: "rule" as const, rules: [], count: 1 } };
    const { job_id } = await client.call(ENDPOINTS.jobCreate, { query, body: { name: "On foldables", config } });
    await go(`demo/auto/job/${job_id}/edit`);
    await page.locator(".jobs-steps button").nth(1).click();
    await page.getByText("2 devices fit").waitFor();
    await page.getByRole("button", { name: "Add a rule" }).click();
    await choose("Attribute", "Tag");
    await choose("Value", "foldables");
    await page.getByText("1 device fits").waitFor();
    await page.getByRole("button", { name: "Save and run" }).click();
    await page.waitForURL((url) => url.pathname.includes("/test/"));
    const test_id = page.url().split("/test/")[1]!.split(/[?/#]/)[0]!;
    const ran = await until("the run's device", async () => {
      const { list } = await client.call(ENDPOINTS.runDevices, { params: { test_id }, query });
      return list[0]?.model === "" ? undefined : list[0]?.model;
    });
    expect(ran).toBe(FOLD);
    await client.call(ENDPOINTS.testCancel, { params: { test_id }, query });
    await udt.idleDevices(2);
    await go(`demo/auto/job/${job_id}/settings`);
    await page.getByText("Tag is foldables").waitFor();
  });

  it("is not deleted while a task uses it, and the task is named", async () => {
    await go(LIST);
    await row("foldables").getByRole("link", { name: "On foldables" }).waitFor();
    await page.getByRole("button", { name: "Delete foldables" }).click();
    const dialog = page.getByRole("dialog", { name: "foldables is in use" });
    await dialog.getByText("On foldables").waitFor();
    await dialog.getByRole("button", { name: "Close" }).click();
    await dialog.waitFor({ state: "detached" });
    const [job] = (await client.call(ENDPOINTS.jobList, { query: { ...query, keyword: "On foldables" } })).list;
    await client.call(ENDPOINTS.jobDelete, { params: { job_id: job!.job_id }, query });
    await row("foldables").getByText("None").waitFor();
  });

  it("that two people edit keeps what both wrote until one says whose is to hold", async () => {
    const { tag_id, version } = await named("foldables");
    await go(editOf(tag_id));
    await page.getByLabel("Name", { exact: true }).fill("mine");
    const theirs = { ...wish({ name: "theirs", is_default: true }), version };
    await client.call(ENDPOINTS.tagUpdate, { params: { tag_id }, query, body: theirs });
    await page.getByRole("button", { name: "Save" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Somebody was faster").waitFor();
    await dialog.getByRole("cell", { name: "theirs" }).waitFor();
    await dialog.getByRole("cell", { name: "mine" }).waitFor();
    await dialog.getByRole("button", { name: "Go on editing" }).click();
    expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("mine");
    await page.getByRole("button", { name: "Save" }).click();
    await dialog.getByRole("button", { name: "Save mine" }).click();
    await row("mine").waitFor();
    await go(editOf(tag_id));
    await page.getByLabel("Name", { exact: true }).fill("other");
    await client.call(ENDPOINTS.tagUpdate, { params: { tag_id }, query, body: { ...theirs, version: version + 2 } });
    await page.getByRole("button", { name: "Save" }).click();
    await dialog.getByRole("button", { name: "Take theirs" }).click();
    await expect.poll(() => page.getByLabel("Name", { exact: true }).inputValue()).toBe("theirs");
    await go(LIST);
    await row("theirs").waitFor();
  });

  it("brings its devices back to a profile after each session, and tells what would not take", async () => {
    const { tag_id } = await named("theirs");
    await go(editOf(tag_id));
    await page.getByRole("switch", { name: "Device profile" }).click();
    await page.getByLabel("Font scale").fill("3");
    await page.getByText("Enter 0.7 to 2.").waitFor();
    await page.getByLabel("Font scale").fill("1.3");
    await page.getByLabel("Density (dpi)").fill("280");
    await page.getByRole("combobox", { name: "Time zone" }).fill("Asia/Tokyo");
    await page.keyboard.press("Enter");
    await choose("Dark mode", "On");
    await page.getByRole("button", { name: "Save" }).click();
    await row("theirs").waitFor();
    const devices = (await client.call(ENDPOINTS.deviceList, { query })).list;
    const { device_id } = devices.find(({ model }) => model === FOLD)!;
    await shell("udt-fault profile_refused density");
    const body = { kind: "debug" as const, device_id, duration_minutes: 5 };
    const { test_id } = await client.call(ENDPOINTS.testCreate, { query, body });
    await until("the session", async () => {
      const { state } = await client.call(ENDPOINTS.testGet, { params: { test_id }, query });
      return state === "running" || undefined;
    });
    // It begins as the tag wants it, and its driver leaves it otherwise.
    expect(await shell("settings get system font_scale")).toBe("1.3");
    await shell("settings put system font_scale 0.9");
    await client.call(ENDPOINTS.testCancel, { params: { test_id }, query });
    await udt.idleDevices(2);
    await go(`demo/management/device/${device_id}/strategies`);
    await row("Font scale").getByText("Set", { exact: true }).waitFor();
    await row("Dark mode").getByText("Was so").waitFor();
    expect(await row("Dark mode").innerText()).toContain("theirs");
    await row("Density (dpi)").getByText("Would not take").waitFor();
    await row("Density (dpi)").getByText("SecurityException").waitFor();
    expect((await shell("date +%z; settings get system font_scale; cmd uimode night")).split("\n")).toEqual([
      "+0900",
      "1.3",
      "Night mode: yes",
    ]);
    await page.getByRole("link", { name: "Device", exact: true }).click();
    const told = page.getByRole("dialog").getByRole("region", { name: "Device profile" });
    await told.getByText("1 of 4 settings would not take").waitFor();
    await told.getByText("Would not take", { exact: true }).waitFor();
    await shell("udt-fault reset");
    await go(LIST);
  });

  it("is deleted once it is said what goes with it", async () => {
    await page.getByRole("button", { name: "Delete theirs" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("1 device loses it.").waitFor();
    await dialog.getByText("It is the default tag").waitFor();
    await dialog.getByRole("button", { name: "Delete" }).click();
    await page.getByText("No tags yet").waitFor();
  });

  it("is there to read for members without the privilege, and nothing to change it with", async () => {
    const { tag_id } = await make({ name: "readable" });
    const person = { email: "reader@example.com", user_name: "reader", password: "sunny day 1" };
    await addColleague(client, person);
    const other = await openBrowser();
    try {
      const theirs = other.pages()[0] ?? (await other.newPage());
      await enter(theirs, { ...udt, admin: person });
      await theirs.goto(`${udt.url}/${LIST}`);
      await theirs.getByRole("row").filter({ hasText: "readable" }).waitFor();
      expect(await theirs.getByRole("link", { name: "New tag" }).count()).toBe(0);
      expect(await theirs.getByRole("button", { name: "Delete readable" }).count()).toBe(0);
      await theirs.goto(`${udt.url}/${editOf(tag_id)}`);
      await theirs.getByText("Configure and delete tags").waitFor();
    } finally {
      await other.close();
    }
    await remove(tag_id);
  });
});

describe("each control of the tags' pages changes something", { timeout: 400_000 }, () => {
  let tag_id: string;
  beforeAll(async () => {
    ({ tag_id } = await make({ name: "walked", is_default: true }));
    return () => remove(tag_id);
  });

  it("in the list", async () => {
    const walked = await pages.walk({ open: () => pages.load(LIST, "tbody tr") });
    expect(walked).toEqual(
      expect.arrayContaining(['search "Name of the tag"', 'link "New tag"', 'link "walked"', 'button "Delete walked"']),
    );
  });

  it("of the device list's filter", async () => {
    const walked = await pages.walk({
      open: () => pages.load("demo/remote/list", "tbody tr"),
      root: ".udt-toolbar",
      skip: { Pictures: "the walk of the pages presses it" },
    });
    expect(walked).toContain('select "Tag"');
  });

  it("in the editor", async () => {
    const words = new FormWords(page, page.locator("main form button[type=submit]"), `/v1/api/tags/${tag_id}`);
    const walked = await pages.walk({
      open: async () => {
        await pages.load(editOf(tag_id), "main form");
        await preview().getByText("of 2 devices have the tag.").waitFor();
      },
      root: "main form",
      // A rule that lacks a value cannot be sent: its row says what it holds. A profile may be looked at and say nothing yet.
      told: async () => {
        const shown = page.locator(".udt-device-rules, .tags-profile legend");
        return `${await words.tell()} ${(await shown.allInnerTexts()).join(" ")}`;
      },
      samples: {
        Name: "renamed",
        Value: "One",
        "Hours between checks": "5",
        // Hours that end as they begin are refused.
        From: "22:15",
        "GB free at least": "2",
        "Address to reach": "udt.test",
        "Milliseconds at most": "90",
        "Language and region": "ja-JP",
        "Font scale": "1.3",
        "Density (dpi)": "280",
        "Package 1": "org.example.app",
        "Permission 1": "android.permission.CAMERA",
        Latitude: "35.6",
        Longitude: "139.7",
        "HTTP proxy": "proxy.example.com:8080",
        "Apps that stay": "com.acme.*",
        "Files and folders that stay": "/sdcard/Download/keep",
      },
    });
    expect(walked).toEqual(
      expect.arrayContaining([
        'text "Name"',
        'select "Attribute"',
        'select "Comparison"',
        'text "Value"',
        'button "Add a rule"',
        'button "Remove this rule"',
        'select "Included by hand"',
        'select "Excluded"',
        'check "Default tag of the project"',
        'check "Self-check"',
        'check "Device profile"',
        'select "Rotation"',
        'select "Apps that stay"',
        'select "Files and folders that stay"',
      ]),
    );
    expect(words.sent.join("\n")).toContain('"renamed"');
  });
});

describe.each(looks)("in $language", { timeout: 180_000 }, (at) => {
  let tag_ids: string[];
  let device_id: string;
  beforeAll(async () => {
    const any = (await client.call(ENDPOINTS.deviceList, { query })).list.find(({ model }) => model === FOLD);
    ({ device_id } = any!);
    const made = [
      await make({ name: "折叠屏", is_default: true }),
      await make({ name: "low-memory", rules: [{ attribute: "memory", operator: "at_most", values: ["0.5"] }] }),
      await make({
        name: "a-name-of-32-characters-and-so-x",
        rules: [
          { attribute: "os_version", operator: "at_least", values: ["10"] },
          { attribute: "memory", operator: "at_least", values: ["1"] },
          { attribute: "agent", operator: "not_in", values: ["lab-1", "lab-2"] },
        ],
        included_device_ids: [any!.device_id],
        profile: {
          locale: "ja-JP",
          time_zone: "Asia/Tokyo",
          font_scale: 1.3,
          dark_mode: true,
          rotation: "auto",
          permissions: [{ package_name: "org.example.app", permission: "android.permission.CAMERA" }],
          location: { latitude: 35.6586, longitude: 139.7454 },
        },
      }),
    ];
    tag_ids = made.map(({ tag_id }) => tag_id);
    return async () => {
      for (const tag_id of tag_ids) await remove(tag_id);
    };
  });

  it("the tags' screens are whole, empty and full", async () => {
    await visit(page, at, `${udt.url}/${LIST}`);
    await page.getByRole("row").nth(3).waitFor();
    await look("tags", at, page);
    await visit(page, at, `${udt.url}/${editOf(tag_ids[2]!)}`);
    await page.locator(".tags-devices li").nth(0).waitFor();
    await look("tag-edit", at, page);
    await visit(page, at, `${udt.url}/${editOf(tag_ids[1]!)}`);
    await page.locator(".tags-found").waitFor();
    await look("tag-edit-nothing", at, page);
    await visit(page, at, `${udt.url}/${ADD}`);
    await page.locator(".tags-found").waitFor();
    await page.locator("main form button[type=submit]").click();
    await page.locator("main form [data-error]").first().waitFor();
    await look("tag-create-wrong", at, page);
    await visit(page, at, `${udt.url}/demo/management/device/${device_id}/strategies`);
    await page.locator("[data-setting=locale]").waitFor();
    await look("strategies-profile", at, page);
    await visit(page, at, `${udt.url}/demo/remote/list?tag_id=${tag_ids[2]!}`);
    await page.locator(".devices-tag").first().waitFor();
    await look("devices-tagged", at, page);
    await visit(page, at, `${udt.url}/demo/auto/job/create`);
    await page.locator(".jobs-steps button").nth(1).click();
    await page.locator(".udt-device-rules").getByText("折叠屏").waitFor();
    await look("job-by-tag", at, page);
  });
});
