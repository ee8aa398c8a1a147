import type { Client } from "@udt/client";
import { ENDPOINTS } from "@udt/contract";
import { openBrowser, startGitHost, startUdt, until, type GitHost, type Udt } from "@udt/testkit";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { enter } from "./console-pages.ts";
import { FrameworkRuns } from "./framework-runs.ts";
import { look, looks, visit } from "./look.ts";

/** A case that fails, one that talks for as long as the run's parameters say, and one that comes after it. */
const FILE = `import assert from "node:assert/strict";
import { appendFileSync } from "node:fs";
import { setTimeout as after } from "node:timers/promises";
import { test } from "node:test";

test("finds a coupon", () => assert.equal("SPRING", "AUTUMN"));
test("keeps watch", async () => {
  const until = Date.now() + JSON.parse(process.env.UDT_PARAMETERS).seconds * 1000;
  for (let round = 1; Date.now() < until; round++) {
    if (round <= 3) appendFileSync(process.env.UDT_STEPS_FILE, JSON.stringify({ name: "look number " + round }) + "\\n");
    console.log("round " + round);
    await after(300);
  }
});
test("comes last", () => {});
`;
const query = { project: "demo" };
const parameters = (seconds: number) => JSON.stringify({ seconds });
let host: GitHost;
let udt: Udt;
let client: Client;
let browser: BrowserContext;
let page: Page;
let test_id: string;
let report: string;

beforeAll(async () => {
  host = await startGitHost();
  // The tests' git host is on this machine, which is not the public internet.
  udt = await startUdt({ phones: 1, env: { UDT_OUTBOUND_ALLOW: "127.0.0.1" } });
  client = await udt.signIn();
  browser = await openBrowser();
  page = browser.pages()[0] ?? (await browser.newPage());
  await enter(page, udt);
  await udt.idleDevices(1);
  // By the first run it is known what the cases take: for as long the second tells how long it may still take, which a
  // slow machine has to see in time.
  const before = await new FrameworkRuns(client, host).runLibrary(
    "node_test",
    "watched",
    { "a.test.mjs": FILE },
    { parameters: parameters(16) },
  );
  const { job_id, config } = await client.call(ENDPOINTS.runGet, { params: { test_id: before }, query });
  if (job_id === null) throw new Error("the run has no job");
  await udt.idleDevices(1);
  const body = { config: { ...config, parameters: parameters(600) } };
  ({ test_id } = await client.call(ENDPOINTS.jobRun, { params: { job_id }, query, body }));
  report = `${udt.url}/demo/auto/job/${job_id}/test/${test_id}`;
});
afterAll(async () => {
  await browser?.close();
  await udt?.stop();
  await host?.close();
});

const phone = () => page.locator('.runs-device[data-result="running"]');
const framesOf = (canvas: ReturnType<Page["locator"]>) =>
  canvas.evaluate((element: HTMLElement) => Number(element.dataset["frames"] ?? 0));

describe("a run while it runs", { timeout: 180_000 }, () => {
  it("shows each phone's picture, its case, how far it is, how long it may take, and what failed", async () => {
    await page.goto(report);
    // Told until the case takes much longer than it did.
    await phone()
      .getByText(/^about \d+ secs? left$/)
      .waitFor({ timeout: 90_000 });
    const picture = phone().locator("canvas");
    await expect.poll(() => framesOf(picture), { timeout: 90_000 }).toBeGreaterThan(0);
    await phone().getByRole("link", { name: "keeps watch" }).waitFor();
    await phone().getByText("1 of 3 done").waitFor();
    await phone().getByText("1 failed").waitFor();
    await phone().getByText("Failed last:").getByRole("link", { name: "finds a coupon" }).waitFor();
    await phone()
      .getByRole("button", { name: /^Show .* large$/ })
      .click();
    const large = page.getByRole("dialog").locator("canvas");
    await expect.poll(() => framesOf(large)).toBeGreaterThan(0);
    expect((await large.boundingBox())!.height).toBeGreaterThan(300);
    await page.keyboard.press("Escape");
    await large.waitFor({ state: "hidden" });
  });

  it("fetches pictures only of phones that are in sight", async () => {
    const canvas = phone().locator("canvas");
    await canvas.waitFor();
    await page.evaluate(() => (document.body.style.paddingBottom = "4000px"));
    await page.mouse.move(640, 400);
    await page.evaluate(() => document.querySelector(".runs-device")!.scrollIntoView({ block: "start" }));
    await page.evaluate(() => window.scrollBy(0, 3000));
    await canvas.waitFor({ state: "detached" });
    await phone().scrollIntoViewIfNeeded();
    await canvas.waitFor();
    await page.evaluate(() => (document.body.style.paddingBottom = ""));
  });

  it("tells in the list of devices which run has a device, which case, and how far it is", async () => {
    await page.goto(`${udt.url}/demo/remote/list`);
    const row = page.getByRole("row").filter({ has: page.getByRole("link", { name: /watched #2/ }) });
    await row.getByRole("link", { name: "keeps watch" }).waitFor();
    await row.getByText("1 of 3 done").waitFor();
    // Since when it runs is told, and no end: it ends with its cases.
    expect(await row.getByText(/at most|(?<!since )\b\d\d?:\d\d/).count()).toBe(0);
    await row.getByRole("button", { name: "Virtual One", exact: true }).click();
    const drawer = page.getByRole("dialog");
    await drawer.getByRole("link", { name: /^Watch: / }).waitFor();
    await drawer.getByRole("link", { name: "watched #1" }).waitFor();
    await drawer.getByRole("link", { name: "finds a coupon" }).first().waitFor();
  });

  it("shows a running case's steps and output as they come", async () => {
    await page.goto(report);
    await phone().getByRole("link", { name: "keeps watch" }).click();
    await page.getByText("look number 3", { exact: true }).waitFor();
    const output = page.locator(".runs-output");
    const lines = async () => (await output.innerText()).trim().split("\n").length;
    const first = await lines();
    await expect.poll(lines).toBeGreaterThan(first + 5);
    expect(await page.getByText("The script named no steps.").count()).toBe(0);
  });
});

describe.each(looks)("its screens in $language", { timeout: 120_000 }, (at) => {
  it("are whole", async () => {
    await visit(page, at, report);
    await phone().locator("canvas").waitFor();
    await look("run-wall", at, page);
    await visit(page, at, `${udt.url}/demo/remote/list`);
    await page.locator("tbody .udt-dotted").first().waitFor();
    await look("devices-run", at, page);
    await page.locator("tbody .udt-link").first().click();
    await page.locator(".devices-history li").nth(2).waitFor();
    await look("devices-drawer", at, page);
    await page.keyboard.press("Escape");
  });
});

it("ends, and shows no pictures any more", async () => {
  await client.call(ENDPOINTS.testCancel, { params: { test_id }, query });
  await until("the run's end", async () => {
    const { verdict } = await client.call(ENDPOINTS.runGet, { params: { test_id }, query });
    return verdict ?? undefined;
  });
  await page.goto(`${report}?tab=devices`);
  await page.locator(".runs-device").waitFor();
  expect(await page.locator(".live-phone").count()).toBe(0);
});
