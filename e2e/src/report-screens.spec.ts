import { Readable } from "node:stream";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addResource, makeRun, rolledUp } from "@udt/server/testing";
import { openBrowser } from "@udt/testkit";
import { enter } from "./console-pages.ts";
import { follow, look, looks, visit } from "./look.ts";
import { makeMatrixRun, makeShopRuns, startSeeded, type SeededReports, type ShopRuns } from "./seeded-reports.ts";

let udt: SeededReports;
let runs: ShopRuns;
let matrix: { test_id: string };
let browser: BrowserContext;
let page: Page;

beforeAll(async () => {
  udt = await startSeeded();
  runs = await makeShopRuns(udt);
  matrix = await makeMatrixRun(udt);
  await rolledUp(udt.server.database);
  browser = await openBrowser();
  page = browser.pages()[0] ?? (await browser.newPage());
  await enter(page, udt);
});
afterAll(async () => {
  await browser?.close();
  await udt?.stop();
});

describe.each(looks)("in $language", { timeout: 60_000 }, (at) => {
  const records = (rest: string) => visit(page, at, `${udt.url}/demo/auto/records/${rest}`);

  it("the list of reports is whole, full and empty", async () => {
    await records("list");
    await page.locator(".udt-table tbody tr").first().waitFor();
    await look("reports", at, page);
    await records("list?keyword=nothing-has-this-name");
    await page.locator(".udt-state").first().waitFor();
    await look("reports-none", at, page);
  });

  it("a report is whole with each of its parts", async () => {
    await records(runs.failed.test_id);
    await page.locator(".runs-cases tbody tr").first().waitFor();
    for (const tab of ["cases", "devices", "files", "environment"]) {
      await page.locator(`[data-tab=${tab}]`).click();
      await look(`report-${tab}`, at, page);
    }
    await records(`${runs.failed.test_id}?keyword=nothing-has-this-name`);
    await page.locator(".udt-state").first().waitFor();
    await look("report-no-match", at, page);
  });

  it("a report of several devices is whole by case and by device, and so is why a case failed", async () => {
    await records(matrix.test_id);
    await page.locator(".runs-reason").click();
    await page.locator(".runs-failure-picture img").waitFor();
    await page.locator(".runs-matrix").scrollIntoViewIfNeeded();
    await look("report-matrix", at, page);
    await records(`${matrix.test_id}?by=device`);
    await page.locator(".runs-cases-device").first().waitFor();
    await page.locator(".runs-cases").scrollIntoViewIfNeeded();
    await look("report-by-device", at, page);
  });

  it("a test that runs is whole", async () => {
    await records(runs.running.test_id);
    await page.locator(".runs-waiting").waitFor();
    // Where there is no picture to come the last one is shown, and a place for it where there was none.
    await expect
      .poll(() =>
        page.locator(".live-glass img").evaluateAll((all: HTMLImageElement[]) => all.map((one) => one.naturalHeight)),
      )
      .toEqual([400]);
    await page.locator(".live-glass[data-empty]").waitFor();
    await look("report-live", at, page);
  });

  it("a device's and a case's report are whole", async () => {
    await records(`${runs.failed.test_id}/device/${udt.devices[0]!.device_id}`);
    await page.locator(".udt-chart canvas").first().waitFor();
    await look("report-device", at, page);
    await records(`${runs.failed.test_id}/case/${runs.failed.failed_case}`);
    await page.locator(".udt-chart canvas").first().waitFor();
    await look("report-case", at, page);
    await records(`${runs.failed.test_id}/case/${runs.failed.flaky_case}`);
    await page.locator(".runs-attempts li").first().waitFor();
    await look("report-case-flaky", at, page);
  });

  it("the overview says how cases come out, and which to look at", async () => {
    await visit(page, at, `${udt.url}/overview`);
    await page.locator(".overview-cases li").first().waitFor();
    await look("overview-cases", at, page);
  });

  it("the dialog that asks where a case is to run alone is whole", async () => {
    await records(`${runs.failed.test_id}/case/${runs.failed.failed_case}`);
    await page.locator(".runs-actions .ant-btn-primary").click();
    await page.locator(".runs-alone label").first().waitFor();
    await look("report-alone", at, page);
    await page.keyboard.press("Escape");
  });

  it("the dialog that reports a device as broken is whole", async () => {
    await records(`${runs.failed.test_id}/device/${udt.devices[0]!.device_id}`);
    await page.locator(".runs-actions .anticon-tool").click();
    await page.getByRole("dialog").locator("textarea").waitFor();
    await look("report-broken", at, page);
    await page.keyboard.press("Escape");
  });

  it("the dialog that shares a report is whole", async () => {
    await records(runs.failed.test_id);
    await page.locator(".runs-actions button").nth(1).click();
    await page.locator(".runs-share-make button.ant-btn-primary").click();
    await page.locator(".runs-shares li").first().waitFor();
    await look("report-share", at, page);
  });
});

it("a report of several devices sets its cases against its devices, or lists them device by device, as its address says", async () => {
  await browser.addCookies([{ name: "udt_lang", value: "en", url: udt.url }]);
  await page.goto(`${udt.url}/demo/auto/records/${matrix.test_id}`);
  const cases = page.locator(".runs-matrix tbody tr");
  await expect.poll(() => cases.count()).toBe(24);
  const told = (row: typeof cases) =>
    row.locator(".runs-matrix-cell a").evaluateAll((links) => links.map((link) => link.getAttribute("aria-label")));
  const names = udt.devices.map(({ model }) => model);
  await expect
    .poll(() => told(cases.nth(0)))
    .toEqual(names.map((name, at) => expect.stringContaining(`${name} · ${at === 2 ? "Failed" : "Passed"}`)));
  expect(await told(cases.nth(1))).toEqual(names.map((name) => expect.stringContaining(`${name} · Skipped`)));
  // What passed at last is told from what passed at once.
  expect((await Promise.all([...Array(24).keys()].map((row) => told(cases.nth(row))))).flat()).toContainEqual(
    expect.stringContaining(`${names[3]} · Passed · flaky · attempt 2`),
  );
  await page.getByRole("button", { name: /^Failed 1/ }).click();
  await expect.poll(() => cases.count()).toBe(1);
  await page.getByRole("button", { name: /^Why .* failed/ }).click();
  await page.locator(".runs-cases-reason").getByText('saw "Payment failed"').first().waitFor();
  await page.locator(".runs-cases-reason").getByRole("img", { name: "paid.png" }).waitFor();
  await page.getByRole("group", { name: "Grouping" }).getByRole("button", { name: "By device" }).click();
  await expect.poll(() => page.locator(".runs-cases-device").count()).toBe(1);
  expect(await page.locator(".runs-cases-device").innerText()).toContain(names[2]);
  await page.getByRole("button", { name: /^All 96/ }).click();
  await page.getByRole("button", { name: "Rows 25" }).waitFor();
  await expect
    .poll(() => page.locator(".runs-cases-device").allInnerTexts())
    .toEqual([expect.stringContaining(names[0]!), expect.stringContaining(names[1]!)]);
  expect(new URL(page.url()).searchParams.get("by")).toBe("device");
  await page.reload();
  await page.locator(".runs-cases tbody tr").nth(26).getByRole("link").first().click();
  await page.getByRole("navigation", { name: "Cases of the list" }).getByText("25 / 96").waitFor();
});

it("the overview leads to what fails most, what is flaky and what is slow", async () => {
  await browser.addCookies([{ name: "udt_lang", value: "en", url: udt.url }]);
  await page.goto(`${udt.url}/overview`);
  const panel = (name: string) => page.locator(".overview-cases section", { hasText: name }).locator("li");
  // Of a job's three earlier runs one case failed in each.
  const failing = panel("Top failures").first();
  await failing.getByText("3 of 4").waitFor();
  await failing.getByText("Timed out after 20 s waiting for id/receipt").waitFor();
  // In the last one of these runs it passed when it was tried again.
  await panel("Flakiest").first().waitFor();
  await panel("Slowest").getByText("21 secs").waitFor();
  const rate = page.locator(".overview-figures > div", { hasText: "Pass rate" });
  await expect.poll(() => rate.locator("b").innerText()).toMatch(/^9\d(\.\d)?%$/);
  await failing.getByRole("link").click();
  await page.locator(".runs-failure").getByText("waiting for id/receipt").waitFor();
});

/** The report of the job's last run, in English. */
async function report(rest = ""): Promise<void> {
  await browser.addCookies([{ name: "udt_lang", value: "en", url: udt.url }]);
  await page.goto(`${udt.url}/demo/auto/records/${runs.failed.test_id}${rest}`);
}

it("a report draws of a long page of cases those in sight, and those that are scrolled to", async () => {
  await report("?page_size=100");
  const table = page.locator(".runs-cases");
  await expect.poll(() => table.getAttribute("aria-rowcount")).toBe("101");
  const drawn = table.locator("tr[aria-rowindex]");
  const last = table.locator('tr[aria-rowindex="101"]');
  expect(await drawn.count()).toBeLessThan(60);
  expect(await last.count()).toBe(0);
  const height = () => table.evaluate((element) => element.clientHeight);
  const before = await height();
  await page.getByRole("navigation", { name: "Pages" }).scrollIntoViewIfNeeded();
  await last.getByRole("link").waitFor();
  expect(await drawn.count()).toBeLessThan(60);
  // What stands for the rows is as high as they are, so that nothing jumps.
  expect(Math.abs((await height()) - before)).toBeLessThan(before / 10);
});

it("a case's page is left while its charts are read, without a fault", async () => {
  const faults: string[] = [];
  const note = (fault: Error) => void faults.push(fault.message);
  page.on("pageerror", note);
  for (const to of ["list", runs.failed.test_id]) {
    await report(`/case/${runs.failed.failed_case}`);
    await page.locator(".udt-chart .u-over").first().hover();
    await follow(page, `${udt.url}/demo/auto/records/${to}`);
    await page.locator("main tbody tr").first().waitFor();
    // What a page that was left still had to draw.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  }
  page.off("pageerror", note);
  expect(faults).toEqual([]);
});

it("a report tells its own time from the times of its devices", async () => {
  await report();
  await page.locator(".runs-tile").getByText("from start to end").waitFor();
  await page.locator(".runs-where").getByText("A device's time counts preparing and cleaning it").waitFor();
});

it("a link without videos says of a failure that was recorded what it leaves out", async () => {
  const device_id = udt.devices[1]!.device_id;
  const at = Date.now() - 600_000;
  const { test_id } = await makeRun(udt.server.database.db, {
    project_id: "demo",
    user_id: udt.user_id,
    at,
    job_id: "recorded",
    devices: [udt.devices[1]!],
    cases: [{ key: "a.ts::pays", state: "failed", error: "no receipt", started_at: at + 5_000 }],
  });
  await addResource(
    udt.server,
    {
      test_id,
      device_id,
      name: "screen.mp4",
      kind: "video",
      content_type: "video/mp4",
      started_at: at,
      duration_ms: 60_000,
    },
    Readable.from(["seen"]),
  );
  await browser.addCookies([{ name: "udt_lang", value: "en", url: udt.url }]);
  await page.goto(`${udt.url}/demo/auto/records/${test_id}`);
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByText("shows the last picture that its script kept, or none").waitFor();
  await page.getByRole("button", { name: "Make a link" }).click();
  const link = await page.locator(".runs-share-made input").inputValue();
  await using stranger = await openBrowser();
  const reader = await stranger.newPage();
  await reader.goto(link);
  await reader.locator("#rows .grid").click();
  await reader.getByText("This page leaves the video out").waitFor();
  expect(await reader.locator("dialog :is(video, img)").count()).toBe(0);
});

it("a device is reported as broken from a report, where the work order leads back to", async () => {
  const { device_id, model } = udt.devices[3]!;
  const words = "Its glass is cracked";
  await browser.addCookies([{ name: "udt_lang", value: "en", url: udt.url }]);
  await page.goto(`${udt.url}/demo/auto/records/${runs.failed.test_id}?tab=devices`);
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: `Report as broken…: ${model}` }).click();
  await dialog.getByLabel("What is wrong with it?").fill(words);
  await dialog.getByRole("button", { name: "Report", exact: true }).click();
  await dialog.getByRole("link", { name: "Work order 1" }).waitFor();
  await page.goto(`${udt.url}/demo/auto/records/${runs.failed.test_id}/device/${device_id}`);
  await page.getByRole("button", { name: `Report as broken…: ${model}` }).click();
  await dialog.getByText(words).waitFor();
  await dialog.getByRole("link", { name: "Work order 1" }).click();
  await dialog.getByRole("link", { name: "The report" }).click();
  await page.waitForURL(`${udt.url}/demo/auto/records/${runs.failed.test_id}`);
});
