/** Takes the pictures of the README: `node e2e/src/pictures.ts`. Wants the console built and Chromium there. */
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ENDPOINTS } from "@udt/contract";
import { openBrowser, startUdt, until, type Udt } from "@udt/testkit";
import type { Page } from "playwright-core";
import { DebugPage, enter } from "./console-pages.ts";

const folder = fileURLToPath(new URL("../../docs/images/", import.meta.url));
const query = { project: "demo" };
const keep = (page: Page, name: string) => page.screenshot({ path: `${folder}${name}.png` });

/** A run of the demo, from its beginning to its report. */
async function report(page: Page, udt: Udt): Promise<void> {
  const client = await udt.signIn();
  const job = await until("the demo's job, and its cases", async () => {
    const libraries = await client.call(ENDPOINTS.libraryList, { query });
    const jobs = await client.call(ENDPOINTS.jobList, { query });
    return libraries.list[0]?.parse_state === "parsed" ? jobs.list[0] : undefined;
  });
  await udt.idleDevices(2);
  const params = { job_id: job.job_id };
  const { test_id } = await client.call(ENDPOINTS.jobRun, { params, query, body: {} });
  const ended = async () => (await client.call(ENDPOINTS.runGet, { params: { test_id }, query })).verdict ?? undefined;
  await until("the run's end", ended, 300_000);
  await page.goto(`${udt.url}/demo/auto/job/${job.job_id}/test/${test_id}`);
  await page.getByText("15 / 16").waitFor();
  await keep(page, "report-light");
}

/** As the device's owner sees it, while the shop writes to the log. */
async function debugPage(page: Page, udt: Udt): Promise<void> {
  const debug = await DebugPage.start(page, udt, "Virtual One");
  await debug.startApp("dev.udt.shop");
  await debug.tab("Log").click();
  const hasShop = async () => (await debug.logLines()).some((line) => line.includes("dev.udt.shop")) || undefined;
  await until("the log's lines", hasShop);
  await page.locator(".dbg-stats").getByText("at rest").waitFor();
  await keep(page, "debug-light");
}

/** With that run, that session, and what the phones show. */
async function home(page: Page, udt: Udt): Promise<void> {
  const client = await udt.signIn();
  await until("a picture of each phone", async () => {
    const { list } = await client.call(ENDPOINTS.deviceList, { query });
    return list.every(({ picture_at }) => picture_at !== null) || undefined;
  });
  await page.goto(`${udt.url}/home`);
  await page.locator(".udt-thumb[data-pictured]").nth(1).waitFor();
  await page.getByText("Free now").waitFor();
  await keep(page, "home-light");
}

mkdirSync(folder, { recursive: true });
const udt = await startUdt();
const browser = await openBrowser();
try {
  const page = browser.pages()[0] ?? (await browser.newPage());
  await enter(page, udt);
  await report(page, udt);
  await debugPage(page, udt);
  await home(page, udt);
} finally {
  await browser.close();
  await udt.stop();
}
