/** What people open on their own phone: signing in, home, which devices are free, and what came of a run. */
import { Readable } from "node:stream";
import { createClient, type Client } from "@udt/client";
import { ENDPOINTS, type ReportLanguage } from "@udt/contract";
import { addResource, makeRun } from "@udt/server/testing";
import { openBrowser } from "@udt/testkit";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { enter } from "./console-pages.ts";
import { findAxeFaults } from "./axe.ts";
import { keepPicture, load, loadingEnds, narrowLooks, visit } from "./look.ts";
import { findPageFaults } from "./page-checks.ts";
import { makeShopRuns, startSeeded, type SeededReports, type ShopRuns } from "./seeded-reports.ts";

const WIDTH = 390;

let udt: SeededReports;
let runs: ShopRuns;
let recorded: Recorded;
let client: Client;
let browser: BrowserContext;
let stranger: BrowserContext;
let page: Page;

beforeAll(async () => {
  udt = await startSeeded();
  runs = await makeShopRuns(udt);
  const viewport = { width: WIDTH, height: 844 };
  [browser, stranger] = await Promise.all([openBrowser({ viewport }), openBrowser({ viewport })]);
  page = browser.pages()[0] ?? (await browser.newPage());
  await enter(page, udt);
  const cookies = await browser.cookies(udt.url);
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  client = createClient({ baseUrl: udt.url, headers: () => ({ cookie }) });
  recorded = await makeRecorded();
});
afterAll(async () => {
  await Promise.all([browser, stranger].map((each) => each?.close()));
  await udt?.stop();
});

interface Recorded {
  test_id: string;
  passed: number;
  failed: number;
}
/** A run with a video, of which one case passed, and one failed with more words than a page has room for. */
async function makeRecorded(): Promise<Recorded> {
  const at = Date.now() - 600_000;
  const [device] = udt.devices;
  const message = `AssertionError: no receipt\n${"    at pay (tests/checkout.test.ts:48:10)\n".repeat(60)}`;
  const detail = { message, location: null, output: "tap id/pay\n".repeat(100), steps: [] };
  const { test_id, case_run_ids } = await makeRun(udt.server.database.db, {
    project_id: "demo",
    user_id: udt.user_id,
    at,
    job_id: "recorded",
    devices: [device!],
    cases: [
      { key: "a.ts::opens", started_at: at + 1_000 },
      { key: "a.ts::pays", state: "failed", error: "no receipt", started_at: at + 5_000, detail },
    ],
  });
  await addResource(
    udt.server,
    {
      test_id,
      device_id: device!.device_id,
      name: "screen.mp4",
      kind: "video",
      content_type: "video/mp4",
      started_at: at,
      duration_ms: 60_000,
    },
    Readable.from(["never read"]),
  );
  return { test_id, passed: case_run_ids[0]!, failed: case_run_ids[1]! };
}

/** How wide the page and what scrolls in it are where they are wider than the phone. */
const tooWide = (on: Page) =>
  on.evaluate(
    (width) =>
      [document.documentElement, ...document.querySelectorAll(".udt-content, .udt-header, .udt-card, .runs-head")]
        .filter((each) => each.scrollWidth > Math.min(each.clientWidth, width))
        .map((each) => `${each.tagName}.${each.className} is ${each.scrollWidth} of ${each.clientWidth}`),
    WIDTH,
  );
async function fits(name: string, language: string, on: Page): Promise<void> {
  await loadingEnds(on);
  await keepPicture(on, `phone-${name}-${language}`);
  expect(await tooWide(on), name).toEqual([]);
  expect(await findPageFaults(on), name).toEqual([]);
  // Once: how large the targets of thumbs are does not hang on the words.
  if (language === "en") expect(await findAxeFaults(on, "all", "target-size"), name).toEqual([]);
  if (language === "zh") expect(await findAxeFaults(on, "colors"), name).toEqual([]);
}

describe.each(narrowLooks)("in $language", (at) => {
  beforeAll(() =>
    Promise.all(
      [browser, stranger].map((each) =>
        each.addInitScript((mode) => localStorage.setItem("theme-mode", mode), at.ways[0]!.theme),
      ),
    ),
  );
  const show = (path: string) => visit(page, at, `${udt.url}/${path}`);

  it("signing in fits a phone", async () => {
    const login = stranger.pages()[0] ?? (await stranger.newPage());
    await load(login, at, `${udt.url}/login`);
    await login.locator("input[type=password]").waitFor();
    await fits("login", at.language, login);
  });

  it("home and the devices fit a phone", async () => {
    await show("home");
    await page.locator(".home-figures b").first().waitFor();
    await fits("home", at.language, page);
    // What is under way has its name in words, and what it is, its state and the way to it beside one another.
    const row = page.locator(".home-running").filter({ has: page.locator(".udt-pill") });
    const [name, ...rest] = await row.first().evaluate((one) =>
      [".home-name", ".udt-pill", ".home-acts > :last-child"].map((part) => {
        const { left, right, top, bottom } = one.querySelector(part)!.getBoundingClientRect();
        return { left, right, top, bottom };
      }),
    );
    expect(name!.right - name!.left).toBeGreaterThanOrEqual(160);
    for (const one of rest) expect(one.top >= name!.bottom || one.left >= name!.right).toBe(true);
    expect(rest[1]!.left).toBeGreaterThanOrEqual(rest[0]!.right);
    await show("demo/remote/list");
    await page.locator(".udt-table tbody tr").first().waitFor();
    await fits("devices", at.language, page);
  });

  it("the reports, one device of one, and an address that leads nowhere fit a phone", async () => {
    await show("demo/auto/records/list");
    await page.locator(".udt-table tbody tr").first().waitFor();
    await fits("reports", at.language, page);
    await show(`demo/auto/records/${runs.failed.test_id}/device/${udt.devices[0]!.device_id}`);
    await page.locator(".udt-chart canvas").first().waitFor();
    await fits("report-device", at.language, page);
    await page.locator(".runs-actions .anticon-tool").click();
    await page.getByRole("dialog").locator("textarea").waitFor();
    await fits("report-broken", at.language, page);
    await load(page, at, `${udt.url}/demo/nowhere`);
    await page.getByRole("timer").waitFor();
    await fits("missing", at.language, page);
  });

  it("a report with its parts, and one case of it, fit a phone", async () => {
    await show(`demo/auto/records/${runs.failed.test_id}`);
    await page.locator(".runs-cases tbody tr").first().waitFor();
    const cut = await page
      .locator(".runs-tile, .runs-tile b, .runs-chips, .runs-where header")
      .evaluateAll((all) => all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length);
    expect(cut).toBe(0);
    // What failed comes right below the figures.
    expect(await page.locator(".runs-summary + section .runs-failures li").count()).toBe(2);
    for (const tab of ["cases", "devices", "files", "environment"]) {
      await page.locator(`[data-tab=${tab}]`).click();
      await fits(`report-${tab}`, at.language, page);
    }
    await show(`demo/auto/records/${runs.failed.test_id}/case/${runs.failed.failed_case}`);
    await page.locator(".udt-chart canvas").first().waitFor();
    await fits("case", at.language, page);
  });

  it("a case with its video and more than there is room for fits a phone", async () => {
    // Of a video whose beginning is on its way the picture has its first size, which is wider than the column.
    await page.route(/\/resources\/[^/]+$/, () => undefined);
    try {
      for (const one of [recorded.passed, recorded.failed]) {
        await show(`demo/auto/records/${recorded.test_id}/case/${one}`);
        const [part, whole] = await page
          .locator("video")
          .evaluate((video: HTMLVideoElement) => [
            video.offsetWidth,
            video.closest<HTMLElement>(".tl-video")!.clientWidth,
          ]);
        expect(part).toBeLessThanOrEqual(whole!);
        await fits(`case-${one === recorded.passed ? "passed" : "failed"}`, at.language, page);
      }
    } finally {
      await page.unroute(/\/resources\/[^/]+$/);
    }
  });

  it("a report that was shared fits a phone, and what failed comes before all but the figures", async () => {
    const { test_id } = runs.failed;
    const params = { test_id };
    const body = { days: 1, language: at.language as ReportLanguage };
    const { path } = await client.call(ENDPOINTS.shareCreate, { params, query: { project: "demo" }, body });
    const reader = stranger.pages()[0] ?? (await stranger.newPage());
    await reader.goto(`${udt.url}${path}`);
    await reader.locator("#rows .bad").first().waitFor();
    await fits("shared", at.language, reader);
    expect(await reader.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(WIDTH);
    const narrow = await reader.locator("dd").evaluateAll((all) => all.filter((one) => one.clientWidth < 120).length);
    expect(narrow).toBe(0);
    const cut = await reader
      .locator("#rows .small")
      .evaluateAll((all) =>
        all.filter((one) => one.scrollHeight > one.clientHeight || one.scrollWidth > one.clientWidth),
      );
    expect(cut).toEqual([]);
    // Why it failed, where, and after how long.
    const failure = await reader.locator("#rows .grid", { hasText: "offline > works in dark mode" }).innerText();
    for (const told of ["Timed out after 20 s waiting for id/receipt", "Pixel 9 Pro", "21"])
      expect(failure).toContain(told);
    const top = (of: string) =>
      reader
        .locator(of)
        .first()
        .evaluate((one) => one.getBoundingClientRect().top);
    expect(await top("#rows .bad")).toBeLessThan(await top("dl"));
    // What is said beside a result is what the console says there, and no line ends in a mark between words.
    if (at.language === "en")
      expect((await reader.locator("#rows .bad + .small").allInnerTexts()).slice(0, 2)).toEqual([
        "new failure",
        "timed out · new failure",
      ]);
    expect(await reader.locator(".tiles .small").filter({ hasText: "·" }).count()).toBe(0);
  });
});

it("home leads to the project's places by the menu below it, which shows where one is", async () => {
  await load(page, narrowLooks[0]!, `${udt.url}/home`);
  const menu = page.getByRole("navigation", { name: "Main menu" });
  const placeOf = async (name: string) => (await menu.getByRole("link", { name }).boundingBox())!;
  const home = await placeOf("Home");
  expect(home.y).toBeGreaterThan(844 - 64);
  await menu.getByRole("link", { name: "Project settings" }).click();
  await page.waitForURL(`${udt.url}/demo/project/edit`);
  // What is laid out for a phone again has the place that one is at in sight.
  await load(page, narrowLooks[0]!, `${udt.url}/demo/auto/records/list`);
  const reports = await placeOf("Reports");
  expect(reports.x).toBeGreaterThanOrEqual(0);
  expect(reports.x + reports.width).toBeLessThanOrEqual(WIDTH);
});

it("what is not laid out for a phone says so", async () => {
  const told = page.getByText("This page is laid out for a window of 1280 pixels and more.");
  await load(page, narrowLooks[0]!, `${udt.url}/demo/remote/record`);
  await told.waitFor();
  // What is said outside every part of the page is not found by who goes from part to part.
  expect(await findAxeFaults(page, "all")).toEqual([]);
  await load(page, narrowLooks[0]!, `${udt.url}/demo/remote/list`);
  await page.locator(".udt-table tbody tr").first().waitFor();
  expect(await told.isVisible()).toBe(false);
});
