/** Home on an ordinary day: two weeks of runs of several tasks, and what of them is told. */
import { createClient } from "@udt/client";
import { ENDPOINTS } from "@udt/contract";
import { openBrowser } from "@udt/testkit";
import { makeRun, MONKEY_JOB, rolledUp, type MadeCase } from "@udt/server/testing";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { enter } from "./console-pages.ts";
import { keepPicture, load, look, looks, visit } from "./look.ts";
import { shopCases, startSeeded, type SeededReports } from "./seeded-reports.ts";

const DAY = 86_400_000;

let udt: SeededReports;
let browser: BrowserContext;
let page: Page;
/** The places of the cases that failed in the newest run of the task with new failures. */
const FAILED = [3, 17, 40];
const FLAKY = 28;

beforeAll(async () => {
  udt = await startSeeded();
  browser = await openBrowser();
  page = browser.pages()[0] ?? (await browser.newPage());
  await enter(page, udt);
  const cookies = await browser.cookies(udt.url);
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  const client = createClient({ baseUrl: udt.url, headers: () => ({ cookie }) });
  const make = async (name: string) => {
    const { job_id } = await client.call(ENDPOINTS.jobCreate, {
      query: { project: "demo" },
      body: { name, config: MONKEY_JOB },
    });
    return { job_id, job_name: name };
  };
  const { db } = udt.server.database;
  const ran = (at: number, of: { job_id: string; job_name: string }, failed: readonly number[]) => {
    const cases = shopCases(64).map((one, index): MadeCase =>
      failed.includes(index) ? { ...one, state: "failed", error: "expected 2 items, saw 1" } : one,
    );
    return makeRun(db, { project_id: "demo", user_id: udt.user_id, at, cases, devices: [udt.devices[0]!], ...of });
  };
  const nightly = await make("Nightly regression");
  // Noon of days, so that no run lies on two of them; the fifth of the last days has none.
  const noon = new Date().setHours(12, 0, 0, 0);
  for (let day = 16; day >= 1; day--) {
    if (day === 5) continue;
    const isOdd = day <= 6 && day % 2 === 0;
    await ran(noon - day * DAY, nightly, [...(day % 3 === 0 ? [7, 8] : []), ...(isOdd ? [FLAKY] : [])]);
    if (isOdd) await ran(noon - day * DAY + 60_000, nightly, []);
  }
  const smoke = await make("Smoke");
  await ran(noon - 2 * DAY, smoke, [3]);
  await ran(noon - 1 * DAY, smoke, [3]);
  const payments = await make("Payments");
  await ran(noon - 3 * DAY, payments, [40]);
  await ran(Date.now(), payments, FAILED);
  await rolledUp(udt.server.database);
});
afterAll(async () => {
  await browser?.close();
  await udt?.stop();
});

const home = async () => {
  await load(page, looks[0]!, `${udt.url}/home`);
  await page.locator(".home-trend p").waitFor();
};
const line = (name: string) => page.locator(".home-needs li").filter({ hasText: name });

describe.each(looks)("in $language", { timeout: 60_000 }, (at) => {
  it("home is whole", async () => {
    await visit(page, at, `${udt.url}/home`);
    await page.locator(".home-needs li").nth(2).waitFor();
    await page.locator(".udt-line-dot").first().waitFor();
    await look("home-daily", at, page);
  });
});

it("ranks what failed by what is new of it, and leads to that", async () => {
  await home();
  const lines = page.locator(".home-needs li");
  await expect
    .poll(async () => (await lines.allInnerTexts()).slice(0, 2).map((text) => text.split("\n")[0]))
    .toEqual([expect.stringMatching(/^Payments #\d+$/), expect.stringMatching(/^Smoke #\d+$/)]);
  await line("Payments").getByText("2 new of 3 failures").waitFor();
  await line("Smoke").getByText("1 case failed, not new").waitFor();
  await line("Payments").getByRole("link").click();
  await expect.poll(() => page.locator(".runs-cases tbody tr").count()).toBe(2);
  expect(new URL(page.url()).searchParams.get("compared")).toBe("new_failure");
});

it("tells which case became flakier, and leads to its history", async () => {
  await home();
  const name = shopCases(64)[FLAKY]!.key.split("::")[1]!;
  await line(name)
    .getByText(/flaky in \d+ of \d+ runs in 7 days, in 0 of \d+ before/)
    .waitFor();
  await line(name).getByRole("link").click();
  await page.getByRole("heading", { name: "History" }).waitFor();
  await page.locator(".runs-history a").nth(5).waitFor();
});

it("draws two weeks of the pass rate, tells a day by mouse and keys, and leads to the overview", async () => {
  await home();
  const card = page.locator(".udt-panel").filter({ has: page.locator(".home-trend") });
  await card.getByText(/95\.3% of 64 cases passed today, [\d.]+ points less than in the two weeks before\./).waitFor();
  // The fifth day before today had no run: the line has two parts, and no point there.
  expect(await card.locator("polyline").count()).toBe(2);
  expect(await card.locator(".udt-line-dot").count()).toBe(13);
  await card.getByText("Today", { exact: true }).waitFor();
  const plot = card.getByRole("slider");
  const tip = card.locator(".udt-days-tip");
  const box = (await plot.boundingBox())!;
  await page.mouse.move(box.x + box.width - 4, box.y + 20);
  await tip.getByText("95.3% of 64 cases passed, 1 run").waitFor();
  await page.mouse.move(0, 0);
  await tip.waitFor({ state: "detached" });
  await plot.focus();
  for (let day = 0; day < 5; day++) await page.keyboard.press("ArrowLeft");
  await tip.getByText("no run").waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await plot.hover();
  await tip.waitFor();
  await keepPicture(page, "home-daily-phone");
  expect(await card.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await page.setViewportSize({ width: 1280, height: 900 });
  await card.getByRole("link", { name: "Overview" }).click();
  await page.getByRole("button", { name: "30 days", pressed: true }).waitFor();
});
