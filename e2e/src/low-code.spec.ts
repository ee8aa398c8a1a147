import { ENDPOINTS } from "@udt/contract";
import { openBrowser, startGitHost, startUdt, until, type GitHost, type Udt } from "@udt/testkit";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { enter } from "./console-pages.ts";
import { exampleFiles } from "./example-files.ts";
import { FrameworkRuns } from "./framework-runs.ts";
import { load, look, looks } from "./look.ts";

const query = { project: "demo" };
const path = "cases/account.yaml";
/** The shop's button was called so once. */
const RENAMED = `low_code: 1
cases:
  - name: opens the account
    steps:
      - { id: open, action: start_app, package: dev.udt.shop, clear: true }
      - { id: grid, action: wait, locator: { by: ui, id: product_grid }, timeout: 60 }
      - { id: account, action: tap, locator: { by: ui, id: account_btn }, timeout: 2 } # top right
      - { id: there, action: assert, locator: { by: ui, id: email_input } }
`;
let udt: Udt;
let host: GitHost;
let browser: BrowserContext;
let page: Page;
/** Of the case that failed. */
let report: string;

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
  report = `${udt.url}/demo/auto/records/${test_id}/case/${failed[0]?.case_run_id}`;
  await page.goto(report);
  const steps = page.locator(".runs-steps li");
  await steps.last().getByText("What may be meant now").waitFor();
  const last = await steps.last().textContent();
  expect(last).toContain('id: coupon_input, text: "Check the coupon"');
  expect(last).toContain("id: checkout");
  expect(await steps.count()).toBe(5);
  await until("a picture of each step", async () => (await steps.locator(".udt-step-pair").count()) === 5 || undefined);
  await page.getByText("cases/cart.yaml:87").first().waitFor();
  // What was touched is marked on what was there before, and large once it is opened.
  await steps.locator('[data-mark="tap"]').first().waitFor();
  await steps.getByText("by element").first().waitFor();
  await steps.locator(".udt-step-pair").nth(2).click();
  const large = page.getByRole("dialog");
  await large.getByText("Step 3", { exact: true }).waitFor();
  await until("pictures of some size", () =>
    large
      .locator("img")
      .evaluateAll((all: HTMLImageElement[]) => all.length > 0 && all.every(({ naturalWidth }) => naturalWidth > 500))
      .then((isSo) => isSo || undefined),
  );
  await page.keyboard.press("ArrowRight");
  await large.getByText("Step 4", { exact: true }).waitFor();
  await page.keyboard.press("Escape");
  await large.waitFor({ state: "detached" });
});

it(
  "a locator that finds nothing any more is mended from the report, and the case passes",
  { timeout: 480_000 },
  async () => {
    await enter(page, udt);
    const client = await udt.signIn();
    await udt.idleDevices(1);
    const body = { name: "Account", template: "low_code" } as const;
    const { repo_id, clone_url } = await client.call(ENDPOINTS.scriptCreate, { query, body });
    const at = { params: { repo_id }, query };
    const { commit_id: base_commit_id } = await client.call(ENDPOINTS.scriptTree, at);
    const changes = [
      { change: "write", path, text: RENAMED } as const,
      { change: "delete", path: "cases/device.yaml" } as const,
    ];
    await client.call(ENDPOINTS.scriptSave, { ...at, body: { base_commit_id, changes, message: "Open the account" } });
    const test_id = await new FrameworkRuns(client, host).runAt("low_code", "account", clone_url);
    const { list } = await client.call(ENDPOINTS.runCases, { params: { test_id }, query });
    expect(list.map(({ state }) => state)).toEqual(["failed"]);
    await page.goto(`${udt.url}/demo/auto/records/${test_id}/case/${list[0]?.case_run_id}`);
    const step = page.locator(".runs-steps li").last();
    await step.getByText("What may be meant now").waitFor();
    await step.getByRole("button", { name: /^Mend in script: id: account_button/ }).click();
    const change = page.getByRole("region", { name: `Change to ${path}`, exact: true });
    await change.getByText("+       - { id: account, action: tap, locator: { by: ui, id: account_button }").waitFor();
    await page.getByRole("button", { name: "Save to script", exact: true }).click();
    await page.getByText("Saved as commit").waitFor();
    const { text, commit_id } = await client.call(ENDPOINTS.scriptFile, { ...at, query: { ...query, path } });
    expect(text).toBe(RENAMED.replace("account_btn", "account_button"));
    // The library hears of it as of any push.
    const { job_id, library_id } = await client.call(ENDPOINTS.runGet, { params: { test_id }, query });
    await until(
      "the library's cases",
      async () => {
        const library = await client.call(ENDPOINTS.libraryGet, { params: { library_id: library_id ?? "" }, query });
        return (library.parse_state === "parsed" && library.commit_id === commit_id) || undefined;
      },
      240_000,
    );
    const again = await client.call(ENDPOINTS.jobRun, { params: { job_id: job_id ?? "" }, query, body: {} });
    const ended = async () =>
      (await client.call(ENDPOINTS.runGet, { params: { test_id: again.test_id }, query })).verdict ?? undefined;
    expect(await until("the run's end", ended, 300_000)).toBe("passed");
  },
);

it.each(looks)("pictures of steps are whole in $language", { timeout: 240_000 }, async (at) => {
  await load(page, at, report);
  const pair = page.locator(".udt-step-pair").nth(2);
  await pair.scrollIntoViewIfNeeded();
  await page.locator(".udt-step-pair img").nth(4).waitFor();
  await look("low-code-steps", at, page);
  await pair.click();
  await page.locator(".udt-step-large img").first().waitFor();
  await look("low-code-step-large", at, page);
  await page.keyboard.press("Escape");
});
