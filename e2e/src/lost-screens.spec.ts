/** What stands where a screen would be, and screens that are full only now and then, in every look. */
import { createClient } from "@udt/client";
import { ENDPOINTS } from "@udt/contract";
import { openBrowser } from "@udt/testkit";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { enter } from "./console-pages.ts";
import { keepPicture, load, look, looks, narrowed, visit } from "./look.ts";
import { consoleScreens } from "./looked-screens.ts";
import { makeShopRuns, startSeeded, type SeededReports, type ShopRuns } from "./seeded-reports.ts";

const NOBODY = "00000000-0000-4000-8000-000000000000";
const LIN = { email: "lin@example.com", password: "a long pass 2", user_name: "Lin" };

let udt: SeededReports;
let runs: ShopRuns;
let browser: BrowserContext;
let other: BrowserContext;
let page: Page;
let hers: Page;

beforeAll(async () => {
  udt = await startSeeded();
  runs = await makeShopRuns(udt);
  [browser, other] = await Promise.all([openBrowser(), openBrowser()]);
  page = browser.pages()[0] ?? (await browser.newPage());
  hers = other.pages()[0] ?? (await other.newPage());
  await enter(page, udt);
  const cookie = (await browser.cookies(udt.url)).map(({ name, value }) => `${name}=${value}`).join("; ");
  const admin = createClient({ baseUrl: udt.url, headers: () => ({ cookie }) });
  await admin.call(ENDPOINTS.userSignup, { body: LIN });
  const { list } = await admin.call(ENDPOINTS.adminUserList, { query: { keyword: LIN.email } });
  await admin.call(ENDPOINTS.adminUserUpdate, { params: { user_id: list[0]!.user_id }, body: { state: "approved" } });
  for (const address of ["git.intern.example", "10.20.0.0/16", "192.0.2.7"])
    await admin.call(ENDPOINTS.adminAddressAllow, { body: { address } });
  await enter(hers, { url: udt.url, admin: LIN });
});
afterAll(async () => {
  await Promise.all([browser, other].map((each) => each?.close()));
  await udt?.stop();
});

describe("before any script of the page is there", { timeout: 60_000 }, () => {
  it.each([
    ["home", "home", 200],
    ["admin", "admin", 0],
    ["phone", "home", 390],
  ])("%s shows its frame, which the first screen takes the place of", async (name, address, menu) => {
    let letThrough!: () => void;
    const mayCome = new Promise<void>((resolve) => (letThrough = resolve));
    await page.setViewportSize(name === "phone" ? { width: 390, height: 844 } : { width: 1280, height: 900 });
    await page.route(/\/assets\/index-.*\.js$/, async (route) => {
      await mayCome;
      await route.continue();
    });
    await page.goto(`${udt.url}/${address}`, { waitUntil: "commit" });
    const frame = page.locator("#frame");
    await frame.locator(".frame-rows").waitFor();
    expect((await frame.locator(".frame-menu").boundingBox())?.width ?? 0).toBe(menu);
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).not.toBe("rgba(0, 0, 0, 0)");
    await keepPicture(page, `first-paint-${name}`);
    letThrough();
    await page.locator(".udt-header").waitFor();
    expect(await frame.isVisible()).toBe(false);
    await page.unroute(/\/assets\/index-.*\.js$/);
  });
});

describe.each(looks)("in $language", { timeout: 60_000 }, (at) => {
  it.each([
    ["page", "demo/nowhere"],
    ["run", `demo/auto/records/${NOBODY}`],
    ["session", `demo/remote/debug?test_id=${NOBODY}&device_id=${NOBODY}`],
  ])("a %s that is not there is told wholly", async (what, address) => {
    // By an address from elsewhere: going on within the console is told by the same words.
    await load(page, at, `${udt.url}/${address}`);
    await page.getByRole("timer").waitFor();
    await look(`missing-${what}`, at, page);
  });

  it("a number that no run has, a case that its run has not, and a tag that is not there are told wholly", async () => {
    const told = async (address: string) => {
      await load(page, at, `${udt.url}/demo/${address}`);
      await page.locator("main .udt-state").waitFor();
    };
    await told("run/999");
    await look("missing-run-number", narrowed(at), page);
    await told(`auto/records/${runs.failed.test_id}/case/99999999`);
    await look("missing-case", narrowed(at), page);
    await told(`management/device/tags/${NOBODY}/edit`);
    await look("missing-tag", narrowed(at), page);
  });

  it("what this version does not have is told wholly, of each area", async () => {
    const { planned } = await consoleScreens();
    const areas = new Map(planned.map(({ title, path }) => [title, path.replaceAll(":projectId", "demo")]));
    expect(areas.size).toBeGreaterThan(3);
    for (const [area, path] of areas) {
      await visit(page, at, udt.url + path.replaceAll(/:\w+/g, "1"));
      await page.locator("main .udt-state .anticon-api").waitFor();
      await look(`not-enabled-${area}`, narrowed(at), page);
    }
  });

  it("the door of a project, and home without one, are whole", async () => {
    await visit(hers, at, `${udt.url}/demo/remote/list`);
    await hers.locator("main .udt-state").waitFor();
    await look("door", at, hers);
    await visit(hers, at, `${udt.url}/home`);
    await hers.locator("main .udt-state").waitFor();
    await look("home-no-project", at, hers);
  });

  it("home while a run goes on, and private addresses, are whole", async () => {
    await visit(page, at, `${udt.url}/home`);
    await page.locator(".home-progress").first().waitFor();
    await look("home-running", at, page);
    await visit(page, at, `${udt.url}/admin/addresses`);
    await page.getByText("git.intern.example").waitFor();
    await look("private-addresses", at, page);
  });
});
