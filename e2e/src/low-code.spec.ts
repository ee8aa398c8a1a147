import { ENDPOINTS } from "@udt/contract";
import { openBrowser, startGitHost, startUdt, until, type GitHost, type Udt } from "@udt/testkit";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { enter } from "./console-pages.ts";
import { exampleFiles } from "./example-files.ts";
import { FrameworkRuns } from "./framework-runs.ts";

const query = { project: "demo" };
let udt: Udt;
let host: GitHost;
let browser: BrowserContext;
let page: Page;

beforeAll(async () => {
  host = await startGitHost();
  // The tests' git host is on this machine, which is not the public internet.
  udt = await startUdt({ env: { UDT_OUTBOUND_ALLOW: "127.0.0.1" } });
  browser = await openBrowser();
  page = browser.pages()[0] ?? (await browser.newPage());
});
afterAll(async () => {
  await browser?.close();
  await udt?.stop();
  await host?.close();
});

it("cases without code run as a job, and their report says what was seen instead", { timeout: 480_000 }, async () => {
  await enter(page, udt);
  await page.goto(`${udt.url}/demo/auto/case/create`);
  await page.getByText("Low-code", { exact: true }).waitFor();
  const client = await udt.signIn();
  await udt.idleDevices(1);
  const runs = new FrameworkRuns(client, host);
  const test_id = await runs.runLibrary("low_code", "shop", exampleFiles("shop-lowcode"));
  const { list } = await client.call(ENDPOINTS.runCases, { params: { test_id }, query: { ...query, page_size: 100 } });
  const failed = list.filter(({ state }) => state === "failed");
  expect(list).toHaveLength(7);
  expect(failed.map(({ name }) => name)).toEqual(["takes a coupon"]);
  await page.goto(`${udt.url}/demo/auto/records/${test_id}/case/${failed[0]?.case_run_id}`);
  const steps = page.locator(".runs-steps li");
  await steps.last().getByText("Closest on the screen").waitFor();
  const last = await steps.last().textContent();
  expect(last).toContain('id: coupon_input, text: "Check the coupon"');
  expect(last).toContain("id: checkout");
  expect(await steps.count()).toBe(5);
  await until("a picture of each step", async () => (await steps.locator("img").count()) === 5 || undefined);
  await page.getByText("cases/cart.yaml:87").first().waitFor();
});
