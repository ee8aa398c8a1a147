/** The search over everything, by keyboard alone. */
import { buildApk } from "@udt/appfile/testing";
import { ENDPOINTS } from "@udt/contract";
import { makeLibrary } from "@udt/server/testing";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { uploadPackage } from "./app-upload.ts";
import { load, look, looks } from "./look.ts";
import { makeShopRuns, startSeeded, type SeededReports, type ShopRuns } from "./seeded-reports.ts";
import { openWalked, type WalkedConsole } from "./walk-setup.ts";

let all: WalkedConsole<SeededReports> | undefined;
let udt: SeededReports;
let runs: ShopRuns;
let page: Page;
const field = () => page.getByRole("combobox", { name: "Search everything" });
const chosen = () => page.locator("[role=option][aria-selected=true]");
const go = async (keys: string) => {
  for (const key of keys) await page.keyboard.press(key);
};

beforeAll(async () => {
  all = await openWalked(startSeeded);
  ({ udt, page } = all);
  runs = await makeShopRuns(udt);
});
afterAll(() => all?.stop());

it("finds devices, runs by number, tasks, cases, applications, people and pages, and Enter leads there", async () => {
  await page.goto(`${udt.url}/demo/remote/record`);
  await page.locator("main h1").waitFor();
  const find = async (text: string, kind: string, wanted: string, address: RegExp) => {
    await page.keyboard.press("Control+k");
    await field().fill(text);
    const option = page.getByRole("group", { name: kind, exact: true }).getByRole("option", { name: wanted }).first();
    await option.waitFor();
    // Whatever else fits is above it, at most.
    while ((await option.getAttribute("aria-selected")) !== "true") await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL(address);
    await field().waitFor({ state: "detached" });
  };
  const device = udt.devices[0]!;
  await find(device.serial, "Devices", device.model, new RegExp(`/demo/remote/list\\?device_id=${device.device_id}`));
  await page.getByRole("dialog").getByText(device.serial).first().waitFor();
  await find("#2", "Reports", "#2", /\/demo\/auto\/(job|records)\//);
  const [job] = (await all!.client.call(ENDPOINTS.jobList, { query: { project: "demo" } })).list;
  await find(job!.name, "Tasks", job!.name, new RegExp(`/demo/auto/job/${job!.job_id}`));
  const { user_id, server } = udt;
  const library_id = await makeLibrary(server.database.db, { project_id: "demo", user_id, now: Date.now() }, 12);
  await find("case 11", "Cases", "case 11", new RegExp(`/demo/auto/case/${library_id}`));
  const apk = buildApk({ packageName: "dev.udt.kiosk", label: "Kiosk", versionCode: 1, versionName: "1.0" });
  const { app_id } = await uploadPackage(all!.client, "demo", "kiosk.apk", apk);
  await find("kiosk", "Applications", "Kiosk", new RegExp(`app_id=${app_id}`));
  await page.getByRole("dialog").getByText("dev.udt.kiosk").first().waitFor();
  await find("admin", "People", "admin", /\/demo\/project\/member\?keyword=admin/);
  await find("notif", "Pages", "Notifications", /\/demo\/project\/notification/);
  // A page is remembered once its heading stands.
  await page.getByRole("heading", { name: "Notifications", exact: true }).waitFor();
  await find("audit", "Pages", "Audit", /\/admin\/audit/);
  await page.getByRole("heading", { name: "Administration", exact: true }).waitFor();
  await page.keyboard.press("g");
  await page.keyboard.press("h");
  await page.waitForURL("**/home");
  // Where one has been comes first, before anything is typed, however one came there; where one is, not.
  await page.keyboard.press("Control+k");
  await expect.poll(() => chosen().innerText()).toContain("Audit");
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => chosen().innerText()).toContain("Notifications");
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => chosen().innerText()).toContain("Members");
  await field().fill("no such thing anywhere");
  await page.getByText("Nothing fits").waitFor();
  await page.keyboard.press("Escape");
  await field().waitFor({ state: "detached" });
});

it("keeps what is typed and entered from its opening on, until it has come", async () => {
  const held = Promise.withResolvers<void>();
  await page.route(/palette-found/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(`${udt.url}/demo/remote/list`);
  const list = page.locator("main input[type=search]");
  await list.focus();
  await page.keyboard.press("Control+k");
  // At once: nobody waits for a field to have the focus.
  await Promise.all([..."notif"].map((letter) => page.keyboard.press(letter)));
  await page.getByRole("dialog").getByText("Looking…").waitFor();
  await page.keyboard.type("ication");
  expect([await field().inputValue(), await list.inputValue()]).toEqual(["notification", ""]);
  await page.keyboard.press("Enter");
  held.resolve();
  await page.waitForURL("**/demo/project/notification");
  await page.unrouteAll();
});

it("says what an action does by doing it", async () => {
  await page.goto(`${udt.url}/home`);
  await page.locator("main h1").waitFor();
  // A screen without a search of its own leaves the key to this one.
  await page.keyboard.press("/");
  await field().fill("dark");
  await page.keyboard.press("Enter");
  await page.locator('html[data-theme="dark"]').waitFor();
  await page.keyboard.press("Control+k");
  await field().fill("light");
  await page.keyboard.press("Enter");
  await page.locator('html[data-theme="light"]').waitFor();
});

it("two keys lead to each place, and are listed", async () => {
  await page.goto(`${udt.url}/demo/auto/job/${runs.job_id}/test/${runs.failed.test_id}`);
  await page.locator("main h1").waitFor();
  await go("gd");
  await page.waitForURL("**/demo/remote/list");
  // There `/` is the list's.
  await page.locator("main").getByText(udt.devices[0]!.serial).first().waitFor();
  await page.keyboard.press("/");
  await page.locator("input[type=search]:focus").waitFor();
  await page.keyboard.press("Escape");
  await go("gr");
  await page.waitForURL("**/demo/auto/records/list");
  await page.keyboard.press("?");
  await page.getByRole("dialog").getByText("Go to Devices").waitFor();
  await page.keyboard.press("Escape");
});

it.each(looks)("fits in $language", async (at) => {
  await load(page, at, `${udt.url}/demo/remote/list`);
  await page.locator(".udt-table tbody tr").first().waitFor();
  await page.keyboard.press("Control+k");
  await page.locator("[role=option]").first().waitFor();
  await look("palette", at, page);
  await page.locator(".udt-palette input").fill("a");
  await page.locator(".udt-palette [role=group]").nth(3).waitFor();
  await look("palette-found", at, page);
});
