import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Client } from "@udt/client";
import { ENDPOINTS } from "@udt/contract";
import type { Udt } from "@udt/testkit";
import { addColleague } from "./colleague.ts";
import { DebugPage, openAtPhone } from "./console-pages.ts";
import { load, look, looks } from "./look.ts";

const query = { project: "demo" };
const BEA = { email: "bea@udt.local", user_name: "Bea Ito", password: "seed-Coral-77" };
const FAULT = "The lower half of the screen takes no touch";

/** One pixel. */
const PICTURE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

let udt: Udt;
let client: Client;
let browser: BrowserContext;
let page: Page;
let device_id: string;

const drawer = () => page.getByRole("dialog");
const open = async (): Promise<number> =>
  (await client.call(ENDPOINTS.deviceGet, { query, params: { device_id } })).open_work_orders;

beforeAll(async () => {
  ({ udt, client, browser, page, device_id } = await openAtPhone());
});
afterAll(async () => {
  await browser?.close();
  await udt?.stop();
});

it("is nowhere where nothing is broken", async () => {
  for (const at of looks) {
    await load(page, at, `${udt.url}/demo/management/device/issues`);
    await page.locator(".udt-state").waitFor();
    await look("work-orders-none", at, page);
  }
  await load(page, { language: "en", ways: [] }, page.url());
  await page.getByText("Nothing is broken").waitFor();
});

it("is reported at the device, which is marked from then on", async () => {
  await page.goto(`${udt.url}/demo/remote/list?device_id=${device_id}`);
  const section = page.getByRole("region", { name: "Work orders" });
  await section.getByRole("button", { name: "Report as broken…" }).click();
  await section.getByLabel("What is wrong with it?").fill(FAULT);
  await section.getByRole("button", { name: "Report", exact: true }).click();
  await section.getByRole("link", { name: FAULT }).waitFor();
  expect(await open()).toBe(1);
  // A second one is refused in place, and what was written stays.
  await section.getByRole("button", { name: "Report as broken…" }).click();
  await section.getByLabel("What is wrong with it?").fill("It is hot as well");
  await section.getByRole("button", { name: "Report", exact: true }).click();
  await section.getByRole("alert").getByText("has an open work order already: 1").waitFor();
  expect(await section.getByLabel("What is wrong with it?").inputValue()).toBe("It is hot as well");
  await section.getByRole("button", { name: "Cancel" }).click();
  for (const at of looks) {
    await load(page, at, page.url());
    await page.locator(".devices-orders").getByText(FAULT).waitFor();
    await page.locator(".devices-orders > footer").scrollIntoViewIfNeeded();
    await look("device-work-orders", at, page);
  }
  await load(page, { language: "en", ways: [] }, `${udt.url}/demo/remote/list`);
  await page.getByRole("row").getByText("Open work order").waitFor();
});

it("is given to somebody, with a picture of the fault and a log", async () => {
  await page.getByRole("link", { name: "Work orders" }).click();
  await page.getByRole("button", { name: "#1" }).click();
  const assignee = drawer().getByRole("combobox", { name: "Seen to by" });
  await assignee.click();
  await page.locator(".ant-select-item-option:visible").first().click();
  await drawer().getByRole("listitem").getByText("assigned it to").waitFor();
  const { user_name } = await client.call(ENDPOINTS.userInfo, {});
  const order = () => client.call(ENDPOINTS.workOrderGet, { query, params: { number: 1 } });
  expect(await order()).toMatchObject({ state: "unprocessed", assignee_name: user_name });

  const picture = { name: "screen.png", mimeType: "image/png", buffer: await page.screenshot() };
  const log = { name: "boot.log", mimeType: "text/plain", buffer: Buffer.from("touch: no answer") };
  const page_html = { name: "page.html", mimeType: "text/html", buffer: Buffer.from("<p>") };
  await drawer().locator("input[type=file]").setInputFiles([picture, log, page_html]);
  await drawer().getByRole("alert").getByText("page.html cannot be attached.").waitFor();
  await drawer().getByLabel("Say something about it").fill("This is how it looks");
  await drawer().getByRole("button", { name: "Add" }).click();
  const shown = drawer().getByRole("img", { name: "screen.png" });
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const { entries } = await order();
  expect(entries.at(-1)?.files.map(({ name }) => name)).toEqual(["screen.png", "boot.log"]);
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    drawer().getByRole("link", { name: "boot.log" }).click(),
  ]);
  expect(saved.suggestedFilename()).toBe("boot.log");
  for (const at of looks) {
    await load(page, at, page.url());
    await shown.waitFor();
    await shown.scrollIntoViewIfNeeded();
    await look("work-order-files", at, page);
  }
  await load(page, { language: "en", ways: [] }, page.url());
  await drawer().getByRole("button", { name: "Remove: boot.log" }).click();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await drawer().getByRole("link", { name: "boot.log" }).waitFor({ state: "detached" });

  await page.goto(`${udt.url}/demo/management/device/issues`);
  await page.getByRole("button", { name: "Assigned to me" }).click();
  await page.waitForURL("**/issues?mine=1");
  await page.getByRole("button", { name: "#1" }).waitFor();
  await page.getByRole("row").getByText(`Seen to by ${user_name}`).waitFor();
  for (const at of looks) {
    await load(page, at, page.url());
    await page.getByRole("button", { name: "#1" }).waitFor();
    await look("work-orders-mine", at, page);
  }
  await load(page, { language: "en", ways: [] }, `${udt.url}/demo/remote/list`);
});

it("is taken on, spoken of and closed", async () => {
  await page.getByRole("link", { name: "Work orders" }).click();
  await page.getByRole("button", { name: "#1" }).click();
  await drawer().getByText(FAULT).waitFor();
  await drawer().getByRole("button", { name: "Take on" }).click();
  await drawer().getByText("In work").waitFor();
  await drawer().getByLabel("Say something about it").fill("A new screen is ordered");
  await drawer().getByRole("button", { name: "Add" }).click();
  await drawer().getByRole("listitem").getByText("A new screen is ordered").waitFor();
  for (const at of looks) {
    await load(page, at, page.url());
    await drawer().getByText("A new screen is ordered").waitFor();
    await look("work-order", at, page);
  }
  await load(page, { language: "en", ways: [] }, page.url());
  await drawer().getByLabel("Say something about it").fill("Screen replaced");
  await drawer().getByRole("button", { name: "Close", exact: true }).last().click();
  await drawer().getByText("Processed by hand").waitFor();
  await drawer().getByRole("listitem").getByText("Screen replaced").waitFor();
  expect(await drawer().getByRole("button", { name: "Take on" }).count()).toBe(0);
  expect(await open()).toBe(0);
});

it("is found by its state and its words", async () => {
  await page.goto(`${udt.url}/demo/management/device/issues`);
  await page.getByText("1 work order").waitFor();
  for (const at of looks) {
    await load(page, at, page.url());
    await page.getByRole("button", { name: "#1" }).waitFor();
    await look("work-orders", at, page);
  }
  await load(
    page,
    { language: "en", ways: [] },
    `${udt.url}/demo/management/device/${device_id}/issue?state=unprocessed`,
  );
  await page.getByText("No work order matches").waitFor();
  await page.goto(`${udt.url}/demo/management/device/${device_id}/issue?keyword=lower+half`);
  await page.getByRole("button", { name: "#1" }).waitFor();
});

it("counts in the overview, with the time that it took to mend", async () => {
  const panel = page.locator(".overview-devices section", { hasText: "Broken longest" });
  for (const at of looks) {
    await load(page, at, `${udt.url}/overview?scope=project`);
    await page.locator(".overview-devices section").last().getByRole("link").waitFor();
    await look("work-orders-overview", at, page);
  }
  await load(page, { language: "en", ways: [] }, page.url());
  await panel.getByText(/^work orders: 1 opened, 1 closed, 0 open now · .+ to mend on average$/).waitFor();
  await panel.getByText("1 work order").waitFor();
  await panel.getByRole("link").click();
  await page.getByRole("button", { name: "#1" }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/demo/management/device/${device_id}/issue`);
});

it("is reported from a debug session, by the keyboard alone, and leads back to it", async () => {
  await load(page, { language: "en", ways: [] }, `${udt.url}/demo/remote/list`);
  const debug = await DebugPage.start(page, udt, "");
  const session = page.url();
  const { searchParams } = new URL(session);
  await debug.tab("Device").click();
  const report = page.getByRole("button", { name: /^Report as broken…/ });
  await report.press("Enter");
  await drawer().getByLabel("What is wrong with it?").waitFor();
  await page.keyboard.type("It restarts by itself");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await drawer().getByText("Reported. The device gets no tasks until this is processed.").waitFor();
  await drawer().getByRole("link", { name: "Work order 2" }).waitFor();
  await page.keyboard.press("Enter");
  await drawer().waitFor({ state: "hidden" });
  await expect.poll(() => report.evaluate((each) => each === document.activeElement)).toBe(true);
  expect(await open()).toBe(1);
  // Who comes next is shown what is known, and asked for nothing.
  for (const at of looks) {
    await load(page, at, session);
    await page.locator('[data-tab="device"]').click();
    await look("debug-device", at, page);
    await page.locator(".dbg-tabpanel:not([hidden]) .anticon-tool").click();
    await drawer().getByText("It restarts by itself").waitFor();
    expect(await drawer().getByRole("textbox").count()).toBe(0);
    await look("debug-reported", at, page);
  }
  await load(page, { language: "en", ways: [] }, session);
  await debug.tab("Device").click();
  await report.click();
  await drawer().getByRole("link", { name: "Work order 2" }).click();
  await drawer().getByText("Found in").waitFor();
  await drawer().getByRole("link", { name: "The session" }).click();
  await page.waitForURL(`${udt.url}/demo/remote/record?test_id=${searchParams.get("test_id")}`);
  await page.goto(`${udt.url}/demo/management/device/issues`);
  await page
    .getByRole("row", { name: "It restarts by itself Found in" })
    .getByRole("link", { name: "The session" })
    .waitFor();
  for (const at of looks) {
    await load(page, at, page.url());
    await page.getByRole("button", { name: "#2" }).waitFor();
    await look("work-orders-found-in", at, page);
  }
});

it("is taken out of use with a reason and put back, and tells what ran on it", async () => {
  await client.call(ENDPOINTS.workOrderMove, { query, params: { number: 2 }, body: { state: "processed" } });
  for (const test of (await client.call(ENDPOINTS.testList, { query })).list)
    if (test.state !== "ended") await client.call(ENDPOINTS.testCancel, { query, params: { test_id: test.test_id } });
  const device = () => client.call(ENDPOINTS.deviceGet, { query, params: { device_id } });
  await expect.poll(async () => (await device()).state).toBe("idle");
  await load(page, { language: "en", ways: [] }, `${udt.url}/demo/remote/list`);
  const row = page.locator("main tbody tr").first();
  const bulk = page.getByRole("toolbar", { name: "Chosen devices" });
  await row.getByRole("checkbox").check();
  await bulk.getByRole("button", { name: "Take out of use…" }).click();
  const go = drawer().getByRole("button", { name: "Take out of use" });
  expect(await go.isDisabled()).toBe(true);
  await drawer().getByLabel("Why?").fill("The battery swells");
  await go.click();
  await drawer().getByText("1 done", { exact: true }).waitFor();
  await drawer().getByRole("button", { name: "Close", exact: true }).last().click();
  await row.getByText("The battery swells").waitFor();
  await row.getByText(/^Out of use since .+, by .+$/).waitFor();
  expect(await row.getByRole("button", { name: /^Debug/ }).count()).toBe(0);
  expect(await device()).toMatchObject({ state: "out_of_use", out_of_use: { reason: "The battery swells" } });
  for (const at of looks) {
    await load(page, at, `${udt.url}/demo/remote/list`);
    await row.getByText("The battery swells").waitFor();
    await look("device-out-of-use", at, page);
  }
  // Who is refused is named, with why.
  await load(page, { language: "en", ways: [] }, `${udt.url}/demo/remote/list`);
  await row.getByRole("checkbox").check();
  await bulk.getByRole("button", { name: "Take out of use…" }).click();
  await drawer().getByLabel("Why?").fill("Again");
  await go.click();
  await drawer().getByText("0 done · 1 refused").waitFor();
  await drawer().getByRole("listitem").getByText("This device is out of use: The battery swells").waitFor();
  for (const at of looks.slice(0, 1)) await look("devices-bulk", at, page);
  await drawer().getByRole("button", { name: "Close", exact: true }).last().click();
  await row.getByRole("button").first().click();
  const use = page.getByRole("region", { name: "Availability", exact: true });
  await use.getByText(/^Out of use since .+, by .+: The battery swells$/).waitFor();
  await use.getByRole("button", { name: "Back into use…" }).click();
  await page.getByRole("button", { name: "Put back into use", exact: true }).click();
  await page.getByText("1 done", { exact: true }).waitFor();
  await page
    .getByRole("dialog", { name: /back into use/ })
    .getByRole("button", { name: "Close", exact: true })
    .last()
    .click();
  await use.getByRole("button", { name: "Take out of use…" }).waitFor();
  expect((await device()).out_of_use).toBeNull();
  await page.getByRole("link", { name: "All that ran on it" }).click();
  await page.waitForURL(`**/demo/management/device/${device_id}/recent`);
  for (const at of looks) {
    await load(page, at, page.url());
    await page.locator("main tbody tr").first().waitFor();
    await look("recent-tests", at, page);
  }
  await load(page, { language: "en", ways: [] }, `${page.url()}?kind=job`);
  await page.getByText("Nothing fits").waitFor();
  await load(page, { language: "en", ways: [] }, page.url().replace("job", "debug"));
  await page.locator("main tbody").getByRole("link", { name: "Debug session" }).first().click();
  await page.waitForURL("**/demo/remote/record?test_id=*");
  await page.goto(`${udt.url}/demo/management/device/${device_id}/issue`);
  await page.getByRole("link", { name: "What ran on it" }).click();
  await page.getByRole("link", { name: "In every project" }).click();
  await page.waitForURL(`${udt.url}/admin/${device_id}/recent`);
  await page.getByRole("columnheader", { name: "Project" }).waitFor();
  for (const at of looks) {
    await load(page, at, page.url());
    await page.locator("main tbody tr").first().waitFor();
    await look("recent-tests-admin", at, page);
  }
});

it("is called and pictured as the catalogue of hardware models says, wherever it shows", async () => {
  await load(page, { language: "en", ways: [] }, `${udt.url}/admin/model`);
  const { list } = await client.call(ENDPOINTS.adminModelList, { query: {} });
  const { model, model_id, told } = list.find(({ device_count }) => device_count > 0) ?? expect.fail("no model");
  await page.getByRole("button", { name: model, exact: true }).click();
  await drawer().getByText("As its devices say").first().waitFor();
  expect(await drawer().getByLabel("Width in pixels").getAttribute("placeholder")).toBe(String(told.width));
  await drawer().getByLabel("Add picture").setInputFiles({ name: "a.svg", mimeType: "image/svg+xml", buffer: PICTURE });
  await drawer().getByText("The picture must be PNG, JPEG or WebP.").waitFor();
  await drawer().getByLabel("Add picture").setInputFiles({ name: "a.png", mimeType: "image/png", buffer: PICTURE });
  await drawer().getByRole("button", { name: "Change picture" }).waitFor();
  await drawer().getByLabel("English").fill("Falcon Pro");
  await drawer().getByLabel("Chinese").fill("猎鹰 Pro");
  await drawer().getByLabel("Japanese").fill("ファルコン Pro");
  await drawer().getByLabel("Memory in GB").fill("12");
  for (const at of looks.slice(0, 1)) await look("admin-model-typed", at, page);
  await drawer().getByRole("button", { name: "Save" }).click();
  await page.getByText("Falcon Pro saved").waitFor();
  for (const at of looks) {
    await load(page, at, `${udt.url}/admin/model`);
    await page.locator("main tbody img").first().waitFor();
    await look("admin-models", at, page);
    await load(page, at, `${udt.url}/admin/model?model_id=${model_id}`);
    await drawer().locator("[data-edited]").waitFor();
    await look("admin-model", at, page);
  }
  await load(page, { language: "ja", ways: [] }, `${udt.url}/demo/remote/list?keyword=${encodeURIComponent("猎鹰")}`);
  const name = page.locator("main tbody").getByRole("button", { name: "ファルコン Pro" }).first();
  await name.waitFor();
  await expect.poll(() => name.locator("img").evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1);
  await name.click();
  await drawer().getByText("12.00 GB").waitFor();
  await drawer().getByText("管理者が機種に対して入力した値").first().waitFor();
});

it("leaves the pages about it as wide as the window, however long its name is", async () => {
  const { list } = await client.call(ENDPOINTS.adminModelList, { query: { keyword: "Falcon" } });
  const { model_id, names, edited, version } = list[0] ?? expect.fail("no model");
  const body = { names: { ...names, en: "Falcon ".repeat(8).trim() }, edited, version };
  await client.call(ENDPOINTS.adminModelUpdate, { params: { model_id }, body });
  await page.setViewportSize({ width: 1280, height: 900 });
  for (const path of [`demo/management/device/${device_id}/strategies`, `demo/management/device/${device_id}/recent`]) {
    await load(page, { language: "en", ways: [] }, `${udt.url}/${path}`);
    await page.getByRole("heading", { name: /Falcon Falcon/ }).waitFor();
    const room = await page.getByRole("main").evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    expect(room).toBe(0);
    const device = await page.getByRole("link", { name: /^(The device|Device)$/ }).boundingBox();
    expect((device?.x ?? 0) + (device?.width ?? 0)).toBeLessThan(1280);
  }
});

it("is placed and closed by an administrator of the server, who sees it with all of its projects", async () => {
  await load(page, { language: "en", ways: [] }, `${udt.url}/admin/device`);
  const row = page.getByRole("row").filter({ has: page.getByRole("link", { name: /^\d+ work orders?$/ }) });
  const serial = (await client.call(ENDPOINTS.deviceGet, { query, params: { device_id } })).serial;
  const own = row.filter({ hasText: serial });
  const bulk = page.getByRole("toolbar", { name: "Chosen devices" });
  const act = async (open: string, fill: () => Promise<void>, go: string) => {
    await own.getByRole("checkbox").check();
    await bulk.getByRole("button", { name: open }).click();
    await fill();
    await drawer().getByRole("button", { name: go }).click();
    await drawer().getByText("1 done", { exact: true }).waitFor();
    await drawer().getByRole("button", { name: "Close", exact: true }).last().click();
  };
  await act("Set site…", () => drawer().getByLabel("Site").fill("Rack 3"), "Set site");
  await act("Set location…", () => drawer().getByLabel("Location").fill("Slot 7"), "Set location");
  const closed = drawer().getByRole("group", { name: "Debugging" }).getByText("Not allowed");
  await act("Set use…", () => closed.click(), "Set use");
  await own.getByText("Rack 3 · Slot 7").waitFor();
  await own.getByText("no debugging").waitFor();
  const refused = { query, body: { kind: "debug" as const, device_id, duration_minutes: 5 } };
  await expect(client.call(ENDPOINTS.testCreate, refused)).rejects.toMatchObject({ code: "device_no_remote" });
  for (const at of looks) {
    await load(page, at, `${udt.url}/admin/device`);
    await page.locator("main tbody").getByText("Rack 3").waitFor();
    await look("admin-devices", at, page);
    await load(page, at, `${udt.url}/admin/device?device_id=${device_id}`);
    await drawer().getByText("Rack 3").waitFor();
    await look("admin-device", at, page);
  }
  await load(page, { language: "en", ways: [] }, `${udt.url}/admin/device`);
  await addColleague(client, BEA);
  const bea = await udt.signIn(BEA);
  const project = await bea.call(ENDPOINTS.projectCreate, { body: { project_id: "lab", name: "Laboratory" } });
  await act(
    "Give to projects…",
    async () => {
      await drawer().getByRole("combobox", { name: "Projects" }).fill("Labor");
      await page.locator(".ant-select-item-option").getByText(project.name).click();
      await drawer().getByText("Given to", { exact: true }).click();
    },
    "Give",
  );
  await own.getByText("Laboratory").waitFor();
  await expect(client.call(ENDPOINTS.deviceGet, { query, params: { device_id } })).rejects.toMatchObject({
    code: "device_not_in_project",
  });
  await page.goto(`${udt.url}/admin/device?device_id=${device_id}`);
  const given = page.getByRole("region", { name: "Given to" });
  await given.getByText("Given to Laboratory").waitFor();
  for (const at of looks) {
    await load(page, at, page.url());
    await page.locator(".devices-use p").first().waitFor();
    await look("admin-device-given", at, page);
  }
  await load(page, { language: "en", ways: [] }, page.url());
  await given.getByRole("button", { name: "Give to projects…" }).click();
  await drawer().getByText("As its agent", { exact: true }).click();
  await drawer().getByRole("button", { name: "Give", exact: true }).click();
  await drawer().getByText("1 done", { exact: true }).waitFor();
  await drawer().getByRole("button", { name: "Close", exact: true }).last().click();
  await given.getByText("Given to all projects").waitFor();
  await load(page, { language: "en", ways: [] }, `${udt.url}/admin/device?site=Rack+3&access=no_remote`);
  await own.waitFor();
  expect(await page.locator("main tbody tr").count()).toBe(1);
  await page.goto(`${udt.url}/demo/remote/list`);
  const listed = page.locator("main tbody tr").filter({ hasText: serial });
  await listed.getByText("Not there for debugging.").waitFor();
  expect(await listed.getByRole("button", { name: /^Debug/ }).count()).toBe(0);
  await page.goto(`${udt.url}/admin/device?device_id=${device_id}`);
  await drawer().getByRole("link", { name: "Work orders" }).click();
  await page.waitForURL(`${udt.url}/admin/${device_id}/issue`);
  for (const at of looks) {
    await load(page, at, page.url());
    await page.getByRole("button", { name: "#1" }).waitFor();
    await look("admin-work-orders", at, page);
  }
  await load(page, { language: "en", ways: [] }, page.url());
  await page.getByRole("button", { name: "#1" }).click();
  await drawer().getByText("Screen replaced").waitFor();
  await page.goto(`${udt.url}/admin/issues?source=self_check`);
  await page.getByText("No work order matches").waitFor();
  await page.goto(`${udt.url}/admin/issues?source=person&project_id=demo`);
  await page.getByRole("button", { name: "#1" }).click();
  await drawer().getByText("Screen replaced").waitFor();
  for (const at of looks) {
    await load(page, at, `${udt.url}/admin/issues`);
    await page.getByRole("button", { name: "#1" }).waitFor();
    await look("admin-orders", at, page);
  }
});
