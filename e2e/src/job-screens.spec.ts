import type { Client } from "@udt/client";
import { ENDPOINTS, type Timing } from "@udt/contract";
import { buildAab, buildApk } from "@udt/appfile/testing";
import { openBrowser, startUdt, until, type Udt } from "@udt/testkit";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { uploadPackage } from "./app-upload.ts";
import { enter } from "./console-pages.ts";
import type { Walk } from "./control-walk.ts";
import { look, narrowLooks, visit } from "./look.ts";
import { PageWalk } from "./page-walk.ts";

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
  await enter(page, udt);
  const demo = await until("the demo's job", async () => (await client.call(ENDPOINTS.jobList, { query })).list[0]);
  ({ job_id } = demo);
  await until("the demo's cases", async () => {
    const libraries = await client.call(ENDPOINTS.libraryList, { query });
    return libraries.list[0]?.parse_state === "parsed" || undefined;
  });
  await udt.idleDevices(2);
  const body = { name: "夜间回归测试 with a name that goes on and on, 長い名前のタスク", config: demo.config };
  await client.call(ENDPOINTS.jobCreate, { query, body });
  const timing: Timing = { kind: "timed", days: ["1", "3", "5"], time: "07:30", time_zone: "Asia/Shanghai" };
  await client.call(ENDPOINTS.scheduleCreate, { query, body: { job_id, name: "Mornings 每个早晨", timing } });
  const { test_id } = await client.call(ENDPOINTS.jobRun, { params: { job_id }, query, body: {} });
  await client.call(ENDPOINTS.testCancel, { params: { test_id }, query });
  await udt.idleDevices(2);
  const accounts = "account,password,extra\r\nada@example.com,secret,\r\ngrace@example.com,secret,\r\n";
  for (const name of ["Testers 测试员", "Buyers"])
    await client.call(ENDPOINTS.accountFileCreate, { query, body: { name, content: accounts } });
  const credential = { name: "registry", username: "ada", password: "secret" };
  await client.call(ENDPOINTS.credentialCreate, { query, body: credential });
  // A rule is given a tag where it gives a brand: by the same word.
  const tag = { name: "Acme", is_default: false, rules: [], included_device_ids: [], excluded_device_ids: [] };
  await client.call(ENDPOINTS.tagCreate, { query, body: tag });
  await uploadPackage(client, "demo", "small.apk", buildApk({ packageName: "dev.udt.small", label: "Small" }));
  await uploadPackage(client, "demo", "bundle.aab", await buildAab());
  await client.call(ENDPOINTS.projectCreate, { body: { project_id: "quiet", name: "Quiet" } });
});
afterAll(async () => {
  await browser?.close();
  await udt?.stop();
});

const step = (number: number) => page.locator(".jobs-steps button").nth(number).click();
/** Shows the options that are folded away, where the step has some: all at once, for a list of them is old after the first. */
const unfold = () =>
  page
    .locator(".udt-fold:not([open]) > summary")
    .evaluateAll((folds) => folds.forEach((fold) => (fold as HTMLElement).click()));

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
    await open("demo", "accounts");
    await page.getByRole("row").nth(1).waitFor();
    await look("account-files", at, page);
    await open("quiet", "accounts");
    await page.locator(".udt-state").waitFor();
    await look("account-files-none", at, page);
    await open("demo", `${job_id}/settings`);
    await page.locator("dl dt").nth(9).waitFor();
    await look("job-settings", at, page);
  });

  it("the editor's steps are whole", async () => {
    await open("demo", `${job_id}/edit`);
    await page.locator(".jobs-form").waitFor();
    await look("job-edit-app", at, page);
    await step(1);
    await page.locator(".jobs-found b").waitFor();
    await look("job-edit-resources", at, page);
    await step(2);
    await page.locator(".udt-fold").waitFor();
    await look("job-edit-execution", at, page);
    await unfold();
    await look("job-edit-advanced", at, page);
    await step(3);
    await page.locator("dl dt").nth(9).waitFor();
    await look("job-edit-summary", at, page);
  });

  it("the editor that runs a job once is whole", async () => {
    await open("demo", `${job_id}/run`);
    await page.locator(".jobs-form").waitFor();
    await look("job-run-once", at, page);
  });

  it("a new job's editor is whole with nothing to install, with what is wrong, and with a trigger", async () => {
    await open("quiet", "create");
    await page.locator(".jobs-form").waitFor();
    await page.locator(".jobs-editor-footer .ant-btn-primary").click();
    await page.locator("[role=alert]").waitFor();
    await look("job-create-wrong", at, page);
    await step(3);
    await page.locator(".jobs-trigger input").nth(1).check();
    await page.locator(".jobs-next li").nth(4).waitFor();
    await look("job-create-trigger", at, page);
  });
});

describe("each control of the jobs area changes something", { timeout: 600_000 }, () => {
  let pages: PageWalk;
  beforeAll(() => void (pages = new PageWalk(page, udt.url)));
  const open = (path: string, there: string) => pages.load(`demo/auto/job/${path}`, there);
  const go = (path: string, there: string) => pages.go(`demo/auto/job/${path}`, there);
  const walk = (wish: Walk) => pages.walk(wish);
  /** What the editor says that it would save. */
  const summaryOf = (number: number) => async () => {
    await step(3);
    await page.waitForFunction(() => {
      const summary = document.querySelector("dl.jobs-summary")?.textContent;
      return summary !== undefined && !summary.includes("…");
    });
    const told = await page.locator("dl.jobs-summary").first().innerText();
    await step(number);
    await page.locator(".jobs-form").waitFor();
    await unfold();
    return told;
  };
  const RUNS = { "Run now": "the automation journey runs jobs" };

  it("in the list and on a job's page", async () => {
    await open("list", "tbody tr");
    const list = await walk({ open: () => go("list", "tbody tr"), skip: RUNS });
    expect(list).toEqual(
      expect.arrayContaining([
        'search "Task or creator"',
        'filter "Framework"',
        'filter "Last result"',
        'link "New task"',
      ]),
    );
    expect(list.join("\n")).toMatch(/^button "More about .*: Run once with changes"$/m);
    await walk({ open: () => go(`${job_id}/settings`, "dl dt"), skip: RUNS });
    const root = ".jobs-tab";
    await walk({ open: () => go(`${job_id}/runs`, "tbody tr"), root });
    const schedules = await walk({ open: () => go(`${job_id}/schedules`, "tbody tr"), root });
    expect(schedules).toEqual(expect.arrayContaining(['button "New trigger"', 'button "Stop"', 'button "Delete"']));
  });

  const fresh = (number: number) => async () => {
    await open("create", ".jobs-form");
    await step(number);
    await page.locator(".jobs-form").waitFor();
    await unfold();
  };

  it("in the editor's application", async () => {
    const walked = await walk({ open: fresh(0), told: summaryOf(0) });
    expect(walked).toEqual(
      expect.arrayContaining([
        'text "Name"',
        'radio "Test type: Game"',
        'radio "Device type: iOS"',
        'select "Application under test"',
        'select "Pre-installed apps"',
        'check "Launch the app before the cases"',
      ]),
    );
  });

  it("in the editor's resources", async () => {
    const walked = await walk({
      open: async () => {
        await fresh(1)();
        await page.getByRole("button", { name: "Add a rule" }).click();
      },
      root: ".jobs-editor",
      told: summaryOf(1),
      samples: { Value: "Acme" },
    });
    expect(walked).toEqual(
      expect.arrayContaining([
        'select "Chosen devices"',
        'select "Sign-in"',
        'number "How many"',
        'select "Comparison"',
      ]),
    );
  });

  it("in the editor's execution", async () => {
    const walked = await walk({
      open: fresh(2),
      root: ".jobs-editor",
      told: summaryOf(2),
      samples: {
        "Custom parameters": '{"a": 1}',
        "Packages that cleaning leaves": "org.example.notes",
        "Packages it may enter": "org.example.notes",
        Image: "registry.example.com/tests",
      },
    });
    expect(walked).toEqual(
      expect.arrayContaining([
        'select "Case library"',
        'check "All on this page"',
        'select "Credential"',
        'number "Seed"',
        'text "Runner"',
        'radio "Retry mode: On another device"',
        'number "Video length at most"',
      ]),
    );
  });

  it("shows which packages and devices cannot be chosen, and why", async () => {
    const agents = await client.call(ENDPOINTS.deviceList, { query });
    await fresh(0)();
    await page.getByLabel("Application under test").click();
    const bundle = page.locator(".ant-select-item-option-disabled", {
      hasText: "do not take .aab packages, only .apk",
    });
    await bundle.waitFor();
    await page.keyboard.press("Escape");
    await fresh(1)();
    await page.getByText("By hand", { exact: true }).click();
    await page.getByLabel("Chosen devices").click();
    for (const { serial } of agents.list)
      await page
        .locator(".ant-select-item-option:not(.ant-select-item-option-disabled)", { hasText: serial })
        .waitFor();
  });

  it("runs a job once with changes, by the editor's rules, and leaves it as it is", async () => {
    const params = { job_id };
    const before = await client.call(ENDPOINTS.jobGet, { params, query });
    await open("list", "tbody tr");
    await page.getByRole("button", { name: "More about Demo shop", exact: true }).click();
    await page.getByRole("menuitem", { name: "Run once with changes" }).click();
    await page.getByRole("heading", { name: "Run Demo shop once with changes" }).waitFor();
    await step(2);
    await unfold();
    await page.getByLabel("Custom parameters").fill("{");
    await page.getByRole("button", { name: "Run once", exact: true }).click();
    await page.getByText("This must be valid JSON.").waitFor();
    await page.getByLabel("Custom parameters").fill('{"coupon": "SPRING"}');
    await page.getByRole("button", { name: "Run once", exact: true }).click();
    await page.waitForURL(/\/test\//);
    const test_id = /\/test\/([^/?]+)/.exec(page.url())![1]!;
    const run = await client.call(ENDPOINTS.runGet, { params: { test_id }, query });
    expect(run.config).toEqual({ ...before.config, parameters: '{"coupon": "SPRING"}' });
    const { config, revision } = await client.call(ENDPOINTS.jobGet, { params, query });
    expect({ config, revision }).toEqual({ config: before.config, revision: before.revision });
    await client.call(ENDPOINTS.testCancel, { params: { test_id }, query });
  });
});
