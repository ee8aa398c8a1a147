import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, it } from "vitest";
import { openBrowser } from "@udt/testkit";
import { enter } from "./console-pages.ts";
import { look, looks, visit } from "./look.ts";
import { makeShopRuns, startSeeded, type SeededReports, type ShopRuns } from "./seeded-reports.ts";

let udt: SeededReports;
let runs: ShopRuns;
let browser: BrowserContext;
let page: Page;

beforeAll(async () => {
  udt = await startSeeded();
  runs = await makeShopRuns(udt);
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

  it("a test that runs is whole", async () => {
    await records(runs.running.test_id);
    await page.locator(".runs-waiting").waitFor();
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

  it("the dialog that shares a report is whole", async () => {
    await records(runs.failed.test_id);
    await page.locator(".runs-actions button").nth(1).click();
    await page.locator(".runs-share-form button.ant-btn-primary").click();
    await page.locator(".runs-shares li").first().waitFor();
    await look("report-share", at, page);
  });
});
