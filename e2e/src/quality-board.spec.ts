/** The quality board: what a lead looks at, on a desk, on a wall and on a phone. */
import { readFile } from "node:fs/promises";
import { createClient, type Client } from "@udt/client";
import { ENDPOINTS } from "@udt/contract";
import { makeRun, type MadeCase } from "@udt/server/testing";
import { openBrowser } from "@udt/testkit";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { enter } from "./console-pages.ts";
import { keepPicture, loadingEnds, look, looks, narrowLooks, visit } from "./look.ts";
import { startSeeded, type SeededReports } from "./seeded-reports.ts";

const DAY_MS = 86_400_000;
const DAYS = 18;
const CASES = 40;

let udt: SeededReports;
let client: Client;
let browser: BrowserContext;
let page: Page;

/** Most pass; some fail for a while, one now and then, and a device is lost. */
const casesOf = (run: number): MadeCase[] =>
  Array.from({ length: CASES }, (_, index): MadeCase => {
    const key = `tests/${["cart", "sign-in", "search", "offline"][index % 4]}.test.ts::case ${index} keeps its word`;
    const on = { key, device_seq: index % 4, cost: 900 + ((index * 37) % 90) * 120 };
    if (index === 5 && run > 20) return { ...on, state: "failed", error: `TimeoutError: no receipt after ${run} s` };
    if (index === 9 && run % 3 === 0) return { ...on, state: "failed", error: "AssertionError: expected 2, saw 3" };
    if ((index * 13 + run * 7) % 61 === 0) return { ...on, state: "failed", error: "Error: socket hang up" };
    if (index === 17 && run % 9 === 0) return { ...on, state: "distribution_failed", cause: "device_lost" };
    return on;
  });

beforeAll(async () => {
  udt = await startSeeded();
  browser = await openBrowser({ acceptDownloads: true });
  page = browser.pages()[0] ?? (await browser.newPage());
  await enter(page, udt);
  const cookies = await browser.cookies(udt.url);
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  client = createClient({ baseUrl: udt.url, headers: () => ({ cookie }) });
  await visit(page, looks[0]!, `${udt.url}/quality-signage`);
});
afterAll(async () => {
  await browser?.close();
  await udt?.stop();
});

/** Two runs a day, of which two of each three are at one commit. */
async function makeRuns(): Promise<void> {
  for (let run = 0; run < DAYS * 2; run++) {
    const at = Date.now() - DAYS * DAY_MS + run * (DAY_MS / 2) + 3_600_000;
    const commit_id = String(Math.floor(run / 3)).padStart(40, "0");
    const made = { project_id: "demo", user_id: udt.user_id, at, commit_id, devices: udt.devices };
    const config = { mode: "distributed" as const };
    await makeRun(udt.server.database.db, { ...made, config, cases: casesOf(run) });
  }
  await client.call(ENDPOINTS.qualityRecompute, { body: {} });
  await expect.poll(async () => (await client.call(ENDPOINTS.qualityBoard, { query: {} })).pending).toBe(0);
}

it("says what it is for before anything ran, and leads on", async () => {
  await page.locator(".quality-empty .udt-state-action a").waitFor();
  await look("quality-none", looks[0]!, page);
  await makeRuns();
});

describe.each(looks)("in $language", { timeout: 60_000 }, (at) => {
  it("is whole, with the list behind a figure", async () => {
    await visit(page, at, `${udt.url}/quality-signage?days=14`);
    await page.locator(".quality-lists li").first().waitFor();
    await look("quality", at, page);
    await visit(page, at, `${udt.url}/quality-signage?days=14&list=runs`);
    await page.locator(".quality-behind li").first().waitFor();
    await look("quality-behind", at, page);
  });
});

it.each(narrowLooks)("fits a phone in $language", async (at) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await visit(page, at, `${udt.url}/quality-signage?days=14`);
  await page.locator(".quality-lists li").first().waitFor();
  await loadingEnds(page);
  await keepPicture(page, `quality-phone-${at.language}`);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1280, height: 900 });
});

it("leads from the header to figures, from a figure to the list behind it, and from there to the failure", async () => {
  await visit(page, looks[0]!, `${udt.url}/home`);
  await page.getByRole("link", { name: "Quality board" }).click();
  await page.locator(".quality-tile").first().waitFor();
  const { totals } = await client.call(ENDPOINTS.qualityBoard, { query: { days: "14" } });
  await page.getByRole("button", { name: "14 days" }).click();
  const tile = page.locator(".quality-tile", { hasText: "New failures" });
  await expect.poll(() => tile.locator("b").textContent()).toBe(String(totals.new_failures));
  await tile.click();
  await expect.poll(() => new URL(page.url()).searchParams.get("list")).toBe("new_failure");
  await page.locator(".quality-behind li a").first().click();
  await page.waitForURL(/\/case\/\d+/);
  await page.goBack();
  await page.locator(".quality-behind li").first().waitFor();
  await page.keyboard.press("Escape");
  await page.locator(".quality-behind").waitFor({ state: "detached" });
  expect(new URL(page.url()).searchParams.get("days")).toBe("14");
});

it("has a list behind each number, of as many as it says", async () => {
  const tiles = page.locator(".quality-tile");
  await expect.poll(() => tiles.count()).toBe(11);
  const drawer = page.locator(".ant-drawer-section");
  for (let at = 0; at < 11; at++) {
    await tiles.nth(at).click();
    await drawer.locator(".quality-behind li, .udt-state").first().waitFor();
    await page.keyboard.press("Escape");
    await drawer.waitFor({ state: "hidden" });
  }
  const query = { days: "14" } as const;
  const { counts, total } = await client.call(ENDPOINTS.qualityHealth, { query });
  expect(total).toBe(CASES);
  expect(counts.flaky).toBeGreaterThan(0);
  await page.locator(".quality-health-counts button", { hasText: "Flaky" }).click();
  const { list } = await client.call(ENDPOINTS.qualityHealthCases, { query: { ...query, health: "flaky" } });
  expect(list).toHaveLength(counts.flaky);
  await expect
    .poll(() => drawer.locator(".quality-behind li a").allTextContents())
    .toEqual(list.map(({ name }) => name));
  await drawer.getByRole("searchbox").fill("case 9 ");
  await expect.poll(() => drawer.locator(".quality-behind li").count()).toBe(1);
  await keepPicture(page, "quality-health-list");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await drawer.waitFor({ state: "hidden" });
  const plot = page.getByRole("slider", { name: "Failed results" });
  await plot.focus();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await drawer.locator(".quality-narrowed").waitFor();
  const day = new URL(page.url()).searchParams.get("day") ?? "";
  const { by_day } = await client.call(ENDPOINTS.qualityBoard, { query });
  const failed = by_day.find((one) => one.day === day)?.failed;
  await expect.poll(() => drawer.locator(".quality-behind li").count()).toBe(failed);
  await drawer.getByRole("button", { name: "Show all" }).click();
  await drawer.locator(".quality-narrowed").waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
  await drawer.waitFor({ state: "hidden" });
});

it("turns its pages on a wall, rests when a key turned them, and is left by Escape", async () => {
  await page.getByRole("button", { name: "Wall" }).click();
  const title = () => page.locator(".quality-wall h1").textContent();
  await expect.poll(title).toBe("Figures");
  await page.mouse.move(5, 5);
  await keepPicture(page, "quality-wall-figures");
  await expect.poll(title, { timeout: 20_000, interval: 250 }).toBe("Trends");
  await keepPicture(page, "quality-wall-trends");
  await page.keyboard.press("ArrowRight");
  await expect.poll(title).toBe("Cases to look at");
  await page.getByRole("button", { name: "Go on" }).waitFor();
  await keepPicture(page, "quality-wall-cases");
  await page.keyboard.press("Escape");
  await page.locator(".quality-wall").waitFor({ state: "detached" });
  expect(new URL(page.url()).searchParams.get("wall")).toBeNull();
});

it("is a picture for pages elsewhere, until that is revoked", async () => {
  await page.getByRole("button", { name: "Image" }).click();
  const dialog = page.getByRole("dialog", { name: "Images of this board" });
  await dialog.getByLabel("Name").fill("Demo <nightly>");
  await dialog.getByRole("button", { name: "Make" }).click();
  const shown = dialog.locator("img");
  const isDrawn = () => shown.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth);
  await shown.waitFor();
  await expect.poll(isDrawn).toBe(640);
  await keepPicture(page, "quality-image-light");
  await dialog.getByText("Dark", { exact: true }).click();
  await expect.poll(isDrawn).toBe(640);
  await keepPicture(page, "quality-image-dark");
  const address = await dialog.locator(".quality-image-made .udt-input").inputValue();
  expect(address).toContain("theme=dark");
  // Nobody's session: as a page elsewhere asks for it.
  const answer = await fetch(address);
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining("Demo &lt;nightly&gt;")]);
  await dialog.getByRole("button", { name: "Revoke Demo <nightly>" }).click();
  await dialog.getByText("None of yours works now.").waitFor();
  expect((await fetch(address)).status).toBe(404);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
});

it("gives its days and its cases as tables", async () => {
  const table = async (name: string) => {
    await page.getByRole("button", { name: "CSV" }).click();
    const item = page.getByRole("menuitem", { name, exact: true });
    const [file] = await Promise.all([page.waitForEvent("download"), item.click()]);
    return (await readFile(await file.path(), "utf8")).trim().split("\r\n");
  };
  expect(await table("Days")).toHaveLength(15);
  const health = await table("Case health");
  expect(health).toHaveLength(CASES + 1);
  expect(health[0]).toMatch(/^health,runs,failed,/);
});
