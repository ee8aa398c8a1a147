import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildApk } from "@udt/appfile/testing";
import type { Client } from "@udt/client";
import { ENDPOINTS } from "@udt/contract";
import { openBrowser, startUdt, until, type Udt } from "@udt/testkit";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { uploadPackage } from "./app-upload.ts";
import { DebugPage, enter } from "./console-pages.ts";
import { load, look, narrowLooks, visit } from "./look.ts";

const query = { project: "demo" };
const FAILING = "takes a coupon";
const CHOSEN = ["finds by part of a name", "says when nothing is found"];
const udtCommand = fileURLToPath(new URL("../../apps/cli/src/main.ts", import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), "udt-automation-"));
let udt: Udt;
let browser: BrowserContext;
let page: Page;
let client: Client;

/** States that their cell has no room for. */
const cutIn = (pills: Element[]): (string | null)[] =>
  pills
    .filter((pill) => {
      const cell = pill.closest("td")!;
      return cell.scrollWidth > cell.clientWidth;
    })
    .map(({ textContent }) => textContent);

beforeAll(async () => {
  udt = await startUdt();
  browser = await openBrowser();
  page = browser.pages()[0] ?? (await browser.newPage());
  client = await udt.signIn();
  await until("the demo's cases", async () => {
    const { list } = await client.call(ENDPOINTS.libraryList, { query });
    return list[0]?.parse_state === "parsed" || undefined;
  });
  await udt.idleDevices(2);
  await enter(page, udt);
});
afterAll(async () => {
  await browser?.close();
  await udt?.stop();
  rmSync(scratch, { recursive: true, force: true });
});

const runOf = async () => {
  const test_id = /\/test\/([^/?]+)/.exec(page.url())![1]!;
  return client.call(ENDPOINTS.runGet, { params: { test_id }, query });
};
const hasEnded = () =>
  until(
    "the run's end",
    async () => {
      const run = await runOf();
      return run.verdict === null ? undefined : run;
    },
    300_000,
  );
/** Where dialogs stand in each frame from now on. */
const watchDialogs = () =>
  page.evaluateHandle(() => {
    const seen = new Set<string>();
    const look = () => {
      const box = document.querySelector("[role=dialog]")?.getBoundingClientRect();
      // One that is closed stays in the page, and has no size.
      if (box?.width) seen.add(`${box.x} ${box.width}`);
      requestAnimationFrame(look);
    };
    look();
    return seen;
  });
const row = (name: string) => page.getByRole("row").filter({ has: page.getByRole("link", { name, exact: true }) });

describe("automated testing", { timeout: 360_000 }, () => {
  it("runs the demo's job by one click, and reports what each case came to", async () => {
    await page.goto(`${udt.url}/demo/auto/job/list`);
    await row("Demo shop").getByRole("button", { name: "Run now" }).click();
    await page.waitForURL(/\/auto\/job\/[^/]+\/test\//);
    const run = await hasEnded();
    expect(run).toMatchObject({ verdict: "failed", totals: { total: 16, success: 15, failed: 1 }, origin: "manual" });
    await page.getByText("15 / 16").waitFor();
    await page.getByRole("row").filter({ hasText: FAILING }).getByText("Failed", { exact: true }).waitFor();
    const device = run.test.devices[0]!;
    const { resource_list } = await client.call(ENDPOINTS.resourceList, {
      params: { test_id: run.test.test_id, device_id: device.device_id },
      query,
    });
    const kinds = new Set(resource_list.map((resource) => resource.kind));
    for (const kind of ["video", "log", "performance", "screenshot", "report"] as const) expect(kinds).toContain(kind);

    // The job has an application under test, so that every chart has its lines.
    await page.goto(`${page.url().replace(/\?.*$/, "")}/device/${device.device_id}`);
    for (const chart of ["CPU", "Memory", "Frame rate", "Traffic", "Temperature", "Battery"])
      await page.locator(".udt-chart figcaption").getByText(chart, { exact: true }).waitFor();
    await page.getByText("Traffic is the application's own").waitFor();
    await page.getByText("Simulated: this device is a virtual phone").waitFor();
    await page.goBack();
  });

  it("plays the failed case's video beside its steps", async () => {
    await page.getByRole("link", { name: FAILING }).click();
    await page.getByText("there is nowhere to enter SPRING").first().waitFor();
    const video = page.locator("video").first();
    await expect
      .poll(() => video.evaluate((element: HTMLVideoElement) => element.duration), { timeout: 60_000 })
      .toBeGreaterThan(10);
  });

  it("plays it as well to who has a link with videos, and no account", async () => {
    const { test_id } = (await runOf()).test;
    const body = { days: 1, language: "en", with_video: true } as const;
    const { path } = await client.call(ENDPOINTS.shareCreate, { params: { test_id }, query, body });
    await using stranger = await openBrowser();
    const shared = await stranger.newPage();
    await shared.goto(udt.url + path);
    await shared.locator("#rows button").first().click();
    const video = shared.locator("dialog video");
    await expect.poll(() => video.evaluate(({ readyState }: HTMLVideoElement) => readyState)).toBeGreaterThan(0);
    const begin = Number(/#t=([\d.]+),/.exec((await video.getAttribute("src"))!)![1]);
    expect(await video.evaluate(({ currentTime }: HTMLVideoElement) => currentTime)).toBeCloseTo(begin, 0);
  });

  it("runs the failed case alone, which is called off while it runs", async () => {
    const { test_id } = (await runOf()).test;
    await page.getByRole("button", { name: "Run this case alone" }).click();
    // At first where it ran; another device is chosen.
    const dialog = page.getByRole("dialog");
    const offered = dialog.getByRole("radio");
    await dialog.locator("label", { hasText: "where it ran" }).locator("input:checked").waitFor({ state: "attached" });
    const other = dialog.locator("label").filter({ hasNotText: "where it ran" }).filter({ hasText: "Idle" }).first();
    expect(await offered.count()).toBeGreaterThan(1);
    const model = await other.locator("b").innerText();
    await other.click();
    await dialog.getByRole("button", { name: "Run", exact: true }).click();
    await page.waitForURL((url) => /\/test\/[^/]+$/.test(url.pathname) && !url.pathname.includes(test_id));
    await page.locator('.runs-device[data-result="running"]', { hasText: model }).waitFor({ timeout: 60_000 });
    await page.getByText("one case alone: compared with nothing").waitFor();
    await page.getByRole("button", { name: "Cancel test" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel test" }).click();
    await page.getByText("Cancelled by its owner").waitFor();
    expect(await hasEnded()).toMatchObject({ totals: { total: 1, cancelled: 1 }, test: { end_reason: "user" } });
    await page.locator("[data-tab=cases]").click();
    await expect
      .poll(() => page.locator(".runs-cases tbody tr").allInnerTexts())
      .toEqual([expect.stringContaining(FAILING)]);
  });

  it("ends a device's part from the live page, and leads to the same device with the same app", async () => {
    const { app_id } = await uploadPackage(
      client,
      "demo",
      "small.apk",
      buildApk({ packageName: "dev.udt.small", label: "Small", labels: {} }),
    );
    const [device] = await udt.idleDevices(1);
    const { device_id } = device!;
    const monkey = { minutes: 5, seed: 1, throttle_ms: 50, events: null, packages: [] };
    const devices = { kind: "devices" as const, device_ids: [device_id] };
    const config = { app_id, library_id: null, framework: "monkey" as const, monkey, devices };
    const { job_id } = await client.call(ENDPOINTS.jobCreate, { query, body: { name: "Taps at random", config } });
    const { test_id } = await client.call(ENDPOINTS.jobRun, { params: { job_id }, query, body: {} });
    await page.goto(`${udt.url}/demo/auto/job/${job_id}/test/${test_id}`);
    await page.locator("[data-tab=devices]").click();
    const card = page.locator('.runs-device[data-result="running"]');
    await card.getByText(/Now: /).waitFor({ timeout: 60_000 });
    await card.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    await page.locator('.runs-device[data-result="cancelled"]').getByRole("link").first().click();
    await udt.idleDevices(2);
    await page.getByRole("button", { name: "Debug on this device" }).click();
    await page.waitForURL(/\/remote\/debug/);
    const at = new URL(page.url()).searchParams;
    expect(at.get("device_id")).toBe(device_id);
    await page.getByRole("tab", { name: "Apps", exact: true }).click();
    await page.locator('[data-install="installed"]', { hasText: "Small" }).waitFor({ timeout: 60_000 });
    await client.call(ENDPOINTS.testCancel, { params: { test_id: at.get("test_id")! }, query });
    await udt.idleDevices(2);
  });

  it("shows a run's device as watched, and gives it to who confirms to take it over", async () => {
    const { list } = await client.call(ENDPOINTS.jobList, { query });
    const { job_id } = list.find(({ name }) => name === "Taps at random")!;
    const { test_id } = await client.call(ENDPOINTS.jobRun, { params: { job_id }, query, body: {} });
    await page.goto(`${udt.url}/demo/remote/list`);
    const device = page.getByRole("row").filter({ has: page.getByRole("link", { name: /^Taps at random/ }) });
    await device.getByRole("link", { name: /^Watch: / }).click({ timeout: 60_000 });
    await page.waitForURL((url) => url.searchParams.has("test_id"));
    const watched = page.url();
    expect(new URL(watched).searchParams.get("test_id")).toBe(test_id);
    await page.locator('.dbg-glass[data-liveness="live"]').waitFor({ timeout: 60_000 });
    const bar = page.locator(".dbg-run");
    await bar.getByText(/^Running: /).waitFor({ timeout: 60_000 });
    expect(await page.locator(".dbg-surface, .dbg-keys, .dbg-end").count()).toBe(0);
    expect(await page.getByRole("tab").allInnerTexts()).toEqual(["Log", "Device"]);
    const report = `${udt.url}/demo/auto/job/${job_id}/test/${test_id}`;
    expect(await bar.getByRole("link", { name: "Taps at random" }).evaluate((a: HTMLAnchorElement) => a.href)).toBe(
      report,
    );
    for (const at of narrowLooks) {
      await visit(page, at, watched);
      await page.locator('.dbg-glass[data-liveness="live"]').waitFor({ timeout: 60_000 });
      await look("run-watched", at, page);
      await bar.getByRole("button").click();
      await page.getByRole("dialog").locator("li").first().waitFor();
      await look("run-take-over", at, page);
      await page.keyboard.press("Escape");
      for (const [name, path] of [
        ["run-on-device", "demo/remote/list"],
        ["run-at-home", "home"],
        ["run-in-overview", "overview"],
        ["run-records", "demo/remote/record"],
      ] as const) {
        await visit(page, at, `${udt.url}/${path}`);
        await look(name, at, page);
        expect(await page.locator("td .udt-pill").evaluateAll(cutIn), `${name} ${at.language}`).toEqual([]);
      }
    }
    await load(page, narrowLooks[0]!, watched);
    await bar.getByRole("button", { name: "Take over…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText(/runs there/).waitFor();
    await dialog.getByRole("button", { name: "Take over" }).click();
    await page.waitForURL((url) => url.searchParams.has("test_id") && url.searchParams.get("test_id") !== test_id);
    const debug = new DebugPage(page);
    await debug.live();
    const taken = page.url();
    await page.goto(watched);
    await page.getByText(/took this device over/).waitFor();
    await page.goto(report);
    expect(await hasEnded()).toMatchObject({ verdict: "incomplete", totals: { total: 1, cancelled: 1 } });
    await page
      .getByText(/took the device over/)
      .first()
      .waitFor();
    await page.goto(`${udt.url}/home`);
    await page.getByRole("link", { name: "Taps at random" }).first().click();
    await page.waitForURL(report);
    await client.call(ENDPOINTS.testCancel, {
      params: { test_id: new URL(taken).searchParams.get("test_id")! },
      query,
    });
    await udt.idleDevices(2);
  });

  it("makes a job of chosen cases with its trigger, and runs it by the press that saves it", async () => {
    await page.goto(`${udt.url}/demo/auto/job/list`);
    await page.getByRole("link", { name: "New task" }).click();
    const next = page.getByRole("button", { name: "Next", exact: true });
    await next.click();
    await page.getByText("A name is required.").waitFor();
    await page.getByText("One thing in this step is not right yet.").waitFor();
    await page.keyboard.type("Search only 搜索");
    await next.click();
    await next.click();
    await next.click();
    await page.getByText("Choose a case library.").waitFor();
    await page.getByRole("button", { name: "Check and save" }).click();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Choose a case library.").waitFor();
    await page.getByLabel("Case library").click();
    await page.getByText("shop-ts · 16 cases").click();
    await page.getByText("Chosen cases").click();
    await page.getByRole("searchbox", { name: "Case or file" }).fill("search");
    for (const name of CHOSEN) await page.getByText(name).click();
    await page.getByText("2 cases chosen").waitFor();
    await page.getByRole("button", { name: "Check and save" }).click();
    const review = page.locator("dl.jobs-summary");
    await review.getByText("2 devices fit").waitFor();
    for (const named of ["shop-ts", ...CHOSEN]) await review.getByText(named).waitFor();
    await page.getByText("By a cron expression").click();
    await page.getByRole("textbox", { name: "Cron expression" }).fill("0 4 * * 1-5");
    await expect.poll(() => page.locator(".jobs-next li").count()).toBe(5);
    await page.getByRole("button", { name: "Save and run" }).click();
    await page.waitForURL(/\/test\//);
    expect(await hasEnded()).toMatchObject({ verdict: "passed", totals: { total: 2, success: 2 } });
    const { list } = await client.call(ENDPOINTS.scheduleList, { query });
    expect(list).toMatchObject([{ job_name: "Search only 搜索", state: "started", timing: { cron: "0 4 * * 1-5" } }]);
  });

  it("makes a job from a run, which has the run's cases and devices", async () => {
    const run = await runOf();
    await page.getByRole("link", { name: "New task from this run" }).click();
    await expect.poll(() => page.getByLabel("Name", { exact: true }).inputValue()).toBe("Search only 搜索 (copy)");
    await page.getByRole("button", { name: "Check and save" }).click();
    for (const named of CHOSEN) await page.locator("dl.jobs-summary").getByText(named).waitFor();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("heading", { name: "Search only 搜索 (copy)", exact: true }).waitFor();
    const job_id = /\/job\/([^/]+)\//.exec(page.url())![1]!;
    const job = await client.call(ENDPOINTS.jobGet, { params: { job_id }, query });
    expect(job.config).toEqual(run.config);
    await client.call(ENDPOINTS.jobDelete, { params: { job_id }, query });
  });

  it("asks before an unsaved change is lost, and tells of a change that somebody else made", async () => {
    await page.goto(`${udt.url}/demo/auto/job/list`);
    await row("Search only 搜索").getByRole("link").first().click();
    await page.getByRole("link", { name: "Edit" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Search twice");
    const places = await watchDialogs();
    await page.getByRole("link", { name: "Devices" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Stay" }).click();
    // It does not grow out of the click: what is pressed on it is where it is seen.
    expect(await places.evaluate((seen) => [...seen])).toHaveLength(1);
    const job_id = /\/job\/([^/]+)\//.exec(page.url())![1]!;
    let job = await client.call(ENDPOINTS.jobGet, { params: { job_id }, query });
    for (const name of ["Changed once", "Changed twice"]) {
      const body = { name, config: job.config, revision: job.revision };
      job = await client.call(ENDPOINTS.jobUpdate, { params: { job_id }, query, body });
    }
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("dialog").getByText("Somebody was faster").last().waitFor();
    await page.getByRole("button", { name: "Go on with mine" }).click();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("heading", { name: "Search twice" }).waitFor();
  });

  it("keeps a trigger, and says when it fires next", async () => {
    await page.getByRole("link", { name: "Triggers" }).click();
    await page.getByRole("button", { name: "New trigger" }).click();
    const drawer = page.getByRole("dialog");
    await drawer.getByLabel("Name").fill("Every morning");
    await drawer.getByText("Crontab").click();
    await drawer.getByLabel("Cron expression").fill("61 10 * * *");
    await drawer.getByText(/not valid/).waitFor();
    await drawer.getByLabel("Cron expression").fill("0 10 * * 1-5");
    await expect.poll(() => drawer.locator("ol li").count()).toBe(5);
    await drawer.getByRole("button", { name: "Save", exact: true }).click();
    const trigger = page.getByRole("row").filter({ hasText: "Every morning" });
    await trigger.getByText("Started").waitFor();
    await trigger.getByText(/^by .*, changed /).waitFor();
    await trigger.getByRole("button", { name: "Stop" }).click();
    await trigger.getByText("Stopped").waitFor();
  });

  it("runs from the command line, by its name, and ends by the verdict", async () => {
    const { token } = await client.call(ENDPOINTS.tokenReset, {
      params: { project_id: "demo" },
      query,
      body: { confirm: "demo", password: udt.admin.password },
    });
    const junit = join(scratch, "TEST-udt.xml");
    const udtRun = (job: string) =>
      new Promise<{ code: number; said: string }>((resolve) => {
        const args = [
          udtCommand,
          "run",
          "--server",
          udt.url,
          "--project",
          "demo",
          "--job",
          job,
          "--wait",
          "--junit",
          junit,
        ];
        const env = { ...process.env, UDT_PROJECT_TOKEN: token };
        execFile(process.execPath, args, { env, timeout: 300_000 }, (error, stdout) =>
          resolve({ code: error ? Number(error.code) : 0, said: stdout }),
        );
      });
    const passed = await udtRun("Search twice");
    expect(passed, passed.said).toMatchObject({ code: 0 });
    expect(passed.said).toContain("passed: 2/2 cases, 2 passed, 0 failed");
    expect(readFileSync(junit, "utf8")).toMatch(/<testsuite[^>]* tests="2"[^>]* failures="0"/);
    const missing = await udtRun("no such job");
    expect(missing).toMatchObject({ code: 2, said: expect.stringContaining("has no job no such job") });
  });
});
