import { readFileSync } from "node:fs";
import type { BrowserContext, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Client } from "@udt/client";
import { ENDPOINTS, SERIES, SERIES_NAMES, type Resource, type Series } from "@udt/contract";
import { openBrowser, startUdt, until, type Udt } from "@udt/testkit";
import { DebugPage, enter } from "./console-pages.ts";

const SHOP = "dev.udt.shop";
/** What the device calls it. */
const NAME = "Shop";
const query = { project: "demo" };

let udt: Udt;
let client: Client;
let browser: BrowserContext;
let page: Page;
let debug: DebugPage;
let params: { test_id: string; device_id: string };

beforeAll(async () => {
  udt = await startUdt({ phones: 1 });
  client = await udt.signIn();
  browser = await openBrowser({ acceptDownloads: true });
  page = browser.pages()[0] ?? (await browser.newPage());
  await enter(page, udt);
  debug = await DebugPage.start(page, udt, "Virtual One");
  params = { test_id: debug.test_id, device_id: new URL(page.url()).searchParams.get("device_id")! };
});
afterAll(async () => {
  await browser?.close();
  await udt?.stop();
});

const panel = () => page.locator(".dbg-tabpanel:not([hidden])");
const FIGURES = ["now", "average", "peak"] as const;
/** What the page says of a line: now or at the moment that is pointed at, on average, at most. */
const figure = async (series: Series, which: (typeof FIGURES)[number] = "now"): Promise<number> => {
  const cells = panel().locator(`tr[data-series="${series}"] td`);
  const text = await cells.nth(FIGURES.indexOf(which)).innerText({ timeout: 10_000 });
  return text === "–" ? Number.NaN : Number(text.replaceAll(",", ""));
};
const recordings = async (): Promise<Resource[]> =>
  (await client.call(ENDPOINTS.resourceList, { params, query: { ...query, kind: "performance" } })).resource_list;
const button = (name: string | RegExp): Locator => panel().getByRole("button", { name });

/** Drags through the list until the page has seen what is wanted of it. */
async function scrollUntil(seen: () => Promise<boolean>): Promise<void> {
  const box = (await debug.canvas.boundingBox())!;
  const x = box.x + box.width / 2;
  for (let turn = 0; !(await seen()); turn++) {
    const [from, to] = turn % 2 === 0 ? [0.75, 0.35] : [0.35, 0.75];
    await page.mouse.move(x, box.y + box.height * from);
    await page.mouse.down();
    await page.mouse.move(x, box.y + box.height * to, { steps: 15 });
    await page.mouse.up();
  }
}

/** Whether columns of a chart's canvas are painted in its first line's colour, by their share of the plot's width. */
const painted = (chart: Locator): Promise<boolean[]> =>
  chart.evaluate((figure) => {
    const canvas = figure.querySelector("canvas")!;
    const over = figure.querySelector<HTMLElement>(".u-over")!;
    const ratio = canvas.width / canvas.clientWidth;
    const colour = getComputedStyle(document.documentElement).getPropertyValue("--udt-chart-2").trim();
    const wanted = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
    const [left, width] = [over.offsetLeft * ratio, over.offsetWidth * ratio].map(Math.round) as [number, number];
    const { data } = canvas.getContext("2d")!.getImageData(left, 0, width, canvas.height);
    return Array.from({ length: width }, (_, x) => {
      for (let y = 0; y < canvas.height; y++) {
        const at = 4 * (y * width + x);
        if (data[at + 3]! > 60 && wanted.every((part, index) => Math.abs(part - data[at + index]!) < 24)) return true;
      }
      return false;
    });
  });

describe("performance on the debug page", () => {
  it("begins with the app in front, says that it is simulated, and moves with what the app does", async () => {
    await debug.startApp(SHOP);
    await debug.tab("Performance").click();
    await panel().locator(".ant-select", { hasText: "Shop" }).waitFor();
    await panel().getByText("Measuring", { exact: true }).waitFor();
    await panel()
      .getByText(/^Simulated: this device is a virtual phone/)
      .waitFor();
    for (const chart of ["CPU", "Memory", "Frame rate", "Traffic", "Temperature", "Battery"])
      await panel().locator("figcaption").getByText(chart, { exact: true }).waitFor();
    // Nothing on it moves.
    await expect.poll(() => figure("fps")).toBe(0);
    expect(await figure("mem_graphics")).toBeGreaterThan(0);
    await scrollUntil(async () => (await figure("fps", "peak")) > 5 && (await figure("cpu_app", "peak")) > 0);
    await expect.poll(() => figure("fps")).toBe(0);
    const parts = await Promise.all(
      (["mem_java", "mem_native", "mem_graphics", "mem_code", "mem_stack"] as const).map((name) => figure(name)),
    );
    expect(Math.abs(parts.reduce((sum, part) => sum + part, 0) - (await figure("mem_pss")))).toBeLessThan(1);
    expect(await figure("fps", "average")).toBeLessThan(await figure("fps", "peak"));
  });

  it("reads all charts at the moment that is pointed at", async () => {
    const plots = panel().locator(".u-over");
    const box = (await plots.first().boundingBox())!;
    const heads = panel().locator('.dbg-perf-figures th[scope="col"]:nth-child(2)');
    expect(new Set(await heads.allInnerTexts())).toEqual(new Set(["Now"]));
    await page.mouse.move(box.x + box.width - 20, box.y + box.height / 2);
    await expect.poll(async () => new Set(await heads.allInnerTexts()).size).toBe(1);
    expect((await heads.allInnerTexts())[0]).toMatch(/^\d{2}:\d{2}:\d{2}$/);
    expect(await panel().locator(".udt-chart-mark:visible").count()).toBe(await plots.count());
    await page.mouse.move(0, 0);
    await expect.poll(async () => new Set(await heads.allInnerTexts())).toEqual(new Set(["Now"]));
  });

  it("marks what was done with the device", async () => {
    await client.call(ENDPOINTS.screenCapture, { params, query });
    await debug.tab("Captures").click();
    await button("Take a screenshot").click();
    await debug.tab("Performance").click();
    await panel()
      .locator(".dbg-perf-marks")
      .getByText(/Screenshot$/)
      .first()
      .waitFor();
  });

  it("records until it is told to stop, and is kept with the test", async () => {
    expect(await recordings()).toEqual([]);
    await button("Start recording").click();
    await panel().getByText(`Recording ${NAME}`).waitFor();
    await expect.poll(async () => (await recordings())[0]?.state).toBe("growing");
    const { size_bytes } = (await recordings())[0]!;
    await scrollUntil(async () => ((await recordings())[0]?.size_bytes ?? 0) > size_bytes + 1_500);
    await button("Stop recording").click();
    await panel().locator('.dbg-perf-recordings li[data-state="complete"]').waitFor();
    expect(await recordings()).toMatchObject([
      { kind: "performance", name: `performance-${SHOP}.jsonl`, state: "complete" },
    ]);
    await button("Start recording").waitFor();
  });

  it("opens a recording in the same charts, and goes back to live", async () => {
    await button(`Open the recording of ${NAME}`).click();
    await panel().getByRole("heading", { name: NAME, exact: true }).waitFor();
    await panel().locator(".udt-chart canvas").nth(3).waitFor();
    const heads = panel().locator('.dbg-perf-figures th[scope="col"]:nth-child(2)');
    expect(await heads.first().innerText()).toBe("Last");
    await button("Back to live").click();
    await panel().getByText("Measuring", { exact: true }).waitFor();
  });

  it("exports it as CSV, row by row what the resource has", async () => {
    const [recording] = await recordings();
    const lines = await client.raw(ENDPOINTS.resourceGet, {
      params: { ...params, resource_id: recording!.resource_id },
      query,
    });
    const samples = (await lines.text())
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    for (const tab of ["Performance", "Captures"]) {
      await debug.tab(tab).click();
      // Until they are here, what lies below them moves.
      if (tab === "Captures") await page.getByRole("heading", { name: /^\d+ screenshots?$/ }).waitFor();
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        button(new RegExp(`^Download the recording of ${NAME}.*as CSV$`)).click(),
      ]);
      expect(download.suggestedFilename()).toMatch(/^performance-dev\.udt\.shop.*\.csv$/);
      const text = readFileSync(await download.path(), "utf8").replace(/^\uFEFF/, "");
      // No cell of it has a comma.
      const [head, ...rows] = text
        .trimEnd()
        .split("\r\n")
        .map((line) => line.split(","));
      const data = rows.map((row) => Object.fromEntries(head!.map((name, index) => [name, row[index]])));
      expect(data.map((row) => row["timestamp (ms)"])).toEqual(samples.map(({ timestamp }) => String(timestamp)));
      for (const [index, row] of data.entries())
        for (const name of SERIES_NAMES) {
          const value = samples[index]![name];
          expect(row[`${name} (${SERIES[name].unit})`], name).toBe(
            value === null || value === undefined ? "" : String(value),
          );
        }
    }
    expect(samples.some(({ fps }) => Number(fps) > 0)).toBe(true);
  });

  it("measures what is chosen, whatever is in front", async () => {
    await debug.startApp("dev.udt.notes");
    await debug.tab("Performance").click();
    const choice = panel().locator(".dbg-perf-app");
    await choice.click();
    await page
      .locator(".ant-select-dropdown")
      .getByText(/In front$/)
      .waitFor();
    expect(await choice.innerText()).toContain("Shop");
    // The phone itself says what it is called, and one sees which package that is.
    await page.locator(".ant-select-dropdown").getByText("Notes", { exact: true }).waitFor();
    await page.locator(".ant-select-dropdown").getByText("dev.udt.notes · In front").waitFor();
    await page.locator(".ant-select-dropdown").getByText("Whole device", { exact: true }).click();
    await panel().getByText("Measuring", { exact: true }).waitFor();
    // Nothing of it is any app's.
    expect(await panel().locator('tr[data-series="cpu_app"], tr[data-series="mem_pss"]').count()).toBe(0);
    await expect.poll(() => figure("cpu_total")).toBeGreaterThanOrEqual(0);
    await choice.click();
    await page.keyboard.type(SHOP);
    await page.keyboard.press("Enter");
    await panel().locator('tr[data-series="mem_pss"]').waitFor();
  });

  it("pauses while the page is hidden, and draws no line over that", async () => {
    await debug.tab("Performance").click();
    const chart = panel().locator(".udt-chart").first();
    await chart.locator("canvas").waitFor();
    // There is a line to break off: three samples at least.
    await expect.poll(async () => (await painted(chart)).filter((column) => column).length).toBeGreaterThan(6);
    const hide = (hidden: boolean) =>
      page.evaluate((isHidden) => {
        Object.defineProperty(document, "hidden", { value: isHidden, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
      }, hidden);
    await hide(true);
    await panel().getByText("Paused: this page is hidden").waitFor();
    const began = Date.now();
    // The charts' window is two minutes: six seconds of it are seen as a gap.
    await until("six seconds of a hidden page", async () => Date.now() - began > 6_000 || undefined);
    await hide(false);
    await panel().getByText("Measuring", { exact: true }).waitFor();
    const gaps = async () => {
      const columns = await painted(chart);
      const first = columns.indexOf(true);
      const last = columns.lastIndexOf(true);
      const inside = columns.slice(first, last + 1);
      let longest = 0;
      let run = 0;
      for (const column of inside) longest = Math.max(longest, (run = column ? 0 : run + 1));
      return { share: longest / columns.length, drawn: last - first };
    };
    // Two samples at least make a line behind the gap.
    await expect.poll(async () => (await gaps()).share).toBeGreaterThan(4 / 120);
    expect((await gaps()).share).toBeLessThan(20 / 120);
  });
});
