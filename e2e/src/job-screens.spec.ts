import type { Client } from "@udt/client";
import { ENDPOINTS, type Timing } from "@udt/contract";
import { openBrowser, startUdt, until, type Udt } from "@udt/testkit";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, it } from "vitest";
import { signIn } from "./console-pages.ts";
import { look, narrowLooks, visit } from "./look.ts";

const query = { project: "demo" };
let udt: Udt;
let client: Client;
let browser: BrowserContext;
let page: Page;
let job_id: string;

beforeAll(async () => {
  udt = await startUdt();
  client = await udt.signIn();
  browser = await openBrowser();
  page = browser.pages()[0] ?? (await browser.newPage());
  await signIn(page, udt);
  const { list } = await client.call(ENDPOINTS.jobList, { query });
  job_id = list[0]!.job_id;
  await until("the demo's cases", async () => {
    const libraries = await client.call(ENDPOINTS.libraryList, { query });
    return libraries.list[0]?.parse_state === "parsed" || undefined;
  });
  await udt.idleDevices(2);
  const body = { name: "夜间回归测试 with a name that goes on and on, 長い名前のタスク", config: list[0]!.config };
  await client.call(ENDPOINTS.jobCreate, { query, body });
  const timing: Timing = { kind: "timed", days: ["1", "3", "5"], time: "07:30", time_zone: "Asia/Shanghai" };
  await client.call(ENDPOINTS.scheduleCreate, { query, body: { job_id, name: "Mornings 每个早晨", timing } });
  const { test_id } = await client.call(ENDPOINTS.jobRun, { params: { job_id }, query, body: {} });
  await client.call(ENDPOINTS.testCancel, { params: { test_id }, query });
  await udt.idleDevices(2);
  await client.call(ENDPOINTS.projectCreate, { body: { project_id: "quiet", name: "Quiet" } });
});
afterAll(async () => {
  await browser?.close();
  await udt?.stop();
});

describe.each(narrowLooks)("in $language", { timeout: 120_000 }, (at) => {
  const open = (project: string, path: string) => visit(page, at, `${udt.url}/${project}/auto/job/${path}`);

  it("the jobs' screens are whole, empty and full", async () => {
    await open("quiet", "list");
    await page.locator(".udt-state").waitFor();
    await look("jobs-none", at, page);
    await open("demo", "list");
    await page.getByRole("row").nth(2).waitFor();
    await look("jobs", at, page);
    await open("demo", `${job_id}/runs`);
    await page.getByRole("row").nth(1).waitFor();
    await look("job-runs", at, page);
    await open("demo", `${job_id}/schedules`);
    await page.getByText("Mornings").waitFor();
    await look("job-schedules", at, page);
    await open("demo", `${job_id}/settings`);
    await page.locator("dl dt").nth(9).waitFor();
    await look("job-settings", at, page);
  });

  it("the editor's steps are whole", async () => {
    await open("demo", `${job_id}/edit`);
    const step = (number: number) => page.locator(".jobs-steps button").nth(number).click();
    await page.locator(".jobs-form").waitFor();
    await look("job-edit-app", at, page);
    await step(1);
    await page.locator(".jobs-found b").waitFor();
    await look("job-edit-resources", at, page);
    await step(2);
    await page.locator("textarea").first().waitFor();
    await look("job-edit-execution", at, page);
    await step(3);
    await page.locator("dl dt").nth(9).waitFor();
    await look("job-edit-summary", at, page);
  });
});
