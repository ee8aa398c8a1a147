/** Takes the pictures of the documentation: `node e2e/src/pictures.ts`. Wants the console built and Chromium there. */
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Client } from "@udt/client";
import { ENDPOINTS } from "@udt/contract";
import { openBrowser, startUdt, until, type Udt } from "@udt/testkit";
import type { Page } from "playwright-core";
import { DebugPage, enter } from "./console-pages.ts";

const folder = fileURLToPath(new URL("../../docs/images/", import.meta.url));
const query = { project: "demo" };
const THEMES = ["light", "dark"] as const;

/** As the device's owner sees it, while the shop writes to the log. */
async function debugPage(page: Page, udt: Udt): Promise<void> {
  const debug = await DebugPage.start(page, udt, "Virtual One");
  const session = page.url();
  await debug.startApp("dev.udt.shop");
  for (const theme of THEMES) {
    await page.evaluate((mode) => localStorage.setItem("theme-mode", mode), theme);
    await page.goto(session);
    await debug.live();
    await debug.tab("Log").click();
    await until(
      "the log's lines",
      async () => (await debug.logLines()).some((line) => line.includes("dev.udt.shop")) || undefined,
    );
    await page.locator(".dbg-stats").waitFor();
    await page.screenshot({ path: `${folder}debug-${theme}.png` });
  }
  await page.evaluate(() => localStorage.setItem("theme-mode", "light"));
}

/** A run of the demo: its phones while it goes on, its report, and home beside both. */
async function runPages(page: Page, udt: Udt, client: Client): Promise<void> {
  const [job] = await until("the demo's job", async () => {
    const { list } = await client.call(ENDPOINTS.jobList, { query });
    return list.length > 0 ? list : undefined;
  });
  await udt.idleDevices(1);
  const params = { job_id: job!.job_id };
  const { test_id } = await client.call(ENDPOINTS.jobRun, { params, query, body: {} });
  const report = `${udt.url}/demo/auto/job/${job!.job_id}/test/${test_id}`;
  await page.goto(report);
  await page.locator("[data-wall] canvas").first().waitFor({ timeout: 120_000 });
  await page.screenshot({ path: `${folder}run-light.png` });
  await page.goto(`${udt.url}/home`);
  await page.getByText("Running now").waitFor();
  await page.screenshot({ path: `${folder}home-light.png` });
  const ended = async () => (await client.call(ENDPOINTS.runGet, { params: { test_id }, query })).verdict ?? undefined;
  await until("the run's end", ended, 300_000);
  await page.goto(report);
  await page.getByText("15 / 16").waitFor();
  await page.screenshot({ path: `${folder}report-light.png` });
}

mkdirSync(folder, { recursive: true });
const udt = await startUdt();
const browser = await openBrowser();
try {
  const page = browser.pages()[0] ?? (await browser.newPage());
  await enter(page, udt);
  await debugPage(page, udt);
  await page.goto(`${udt.url}/demo/remote/list`);
  await page.getByText("virtual-1", { exact: true }).waitFor();
  await page.screenshot({ path: `${folder}devices-light.png` });
  await runPages(page, udt, await udt.signIn());
} finally {
  await browser.close();
  await udt.stop();
}
