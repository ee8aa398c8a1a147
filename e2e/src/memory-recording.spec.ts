import { ENDPOINTS } from "@udt/contract";
import { openBrowser, startUdt, type Udt } from "@udt/testkit";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DebugPage, enter } from "./console-pages.ts";
import { look, looks, visit } from "./look.ts";

const SHOP = "dev.udt.shop";
const query = { project: "demo" };
let page: Page;
let browser: BrowserContext;
let udt: Udt;
let debug: DebugPage;

beforeAll(async () => {
  [udt, browser] = await Promise.all([startUdt({ phones: 1 }), openBrowser()]);
  page = browser.pages()[0] ?? (await browser.newPage());
  await enter(page, udt);
});
afterAll(async () => {
  await browser?.close();
  await udt?.stop();
});

const panel = () => page.getByRole("tabpanel").filter({ visible: true });
const bar = () => page.getByRole("region", { name: "Recording of memory" });
const samples = () => page.getByRole("region", { name: "Recorded memory" }).getByRole("listitem");

/** The shop shows pages of products, each of which leaves its picture behind. */
const browse = () =>
  debug.run(
    ["HP-100", "WT-210", "LP-031", "HP-100"]
      .map((sku) => `am start -n ${SHOP}/.CatalogueActivity --es sku ${sku} > /dev/null`)
      .join("; "),
  );

async function take(scene: string): Promise<void> {
  await page.getByRole("tab", { name: "Memory" }).click();
  await bar().getByLabel("Scene, such as the level or page").fill(scene);
  await bar().getByRole("button", { name: "Take sample" }).click();
  await samples().filter({ hasText: scene }).filter({ hasText: / MB/ }).waitFor();
}

describe("memory that is recorded from a phone", { timeout: 240_000 }, () => {
  it("leads from the traces to the debug page of a free device", async () => {
    await page.goto(`${udt.url}/demo/memory-graph/record`);
    await page.getByRole("button", { name: "Record", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Record on a device" });
    await dialog
      .getByRole("button", { name: /^Debug/ })
      .first()
      .click();
    await page.waitForURL((url) => url.searchParams.get("tab") === "memory");
    debug = new DebugPage(page);
    await debug.live();
    await panel().getByText("No memory recorded in this session").waitFor();
  });

  it("takes samples of an app by their scenes, over a reload of the page", async () => {
    await debug.run(`udt-fault leak on; am start -n ${SHOP}/.CatalogueActivity`);
    await page.getByRole("tab", { name: "Memory" }).click();
    const form = page.getByRole("form", { name: "Start recording" });
    await form.getByLabel("App or process").click();
    await page.getByRole("option", { name: "Shop" }).first().waitFor({ state: "attached" });
    await page.locator(".ant-select-item-option").filter({ hasText: "Shop" }).click();
    await form.getByLabel("Take samples").click();
    await page.locator(".ant-select-item-option").filter({ hasText: "by button only" }).click();
    await form.getByLabel("Name of the trace").fill("Pages of the shop 商店");
    await form.getByRole("button", { name: "Start recording" }).click();
    await bar().getByText("by button only").waitFor();
    await take("List");
    await browse();
    await take("Four pages");
    await page.reload();
    await debug.live();
    await bar().waitFor();
    await samples().nth(1).waitFor();
    await browse();
    await take("Eight pages");
  });

  it("is reported while it goes on, with its growth, and ends where it is stopped", async () => {
    await bar().waitFor();
    const address = page.url();
    await page.getByRole("link", { name: "Open the report" }).click();
    await page.getByRole("heading", { name: "Pages of the shop 商店" }).waitFor();
    const recorded = page.getByRole("region", { name: "Recorded on" });
    await recorded.getByText("Being recorded").waitFor();
    await page
      .getByRole("region", { name: "Growth" })
      .getByText(/^\+.* MB a minute$/)
      .waitFor();
    const client = await udt.signIn();
    const [trace] = (await client.call(ENDPOINTS.memoryTraceList, { query })).list;
    const params = { trace_id: trace?.trace_id ?? "" };
    const read = await client.call(ENDPOINTS.memoryTraceGet, { query, params });
    const footprints = read.samples.map(({ facts }) => facts?.footprint_bytes ?? 0);
    expect(footprints).toEqual(footprints.toSorted((a, b) => a - b));
    expect((footprints.at(-1) ?? 0) - (footprints[0] ?? 0)).toBeGreaterThan(4 * 1024 ** 2);
    expect(read.growth).toMatchObject({ rising: 3 });
    expect(read.samples[0]?.files.map(({ format }) => format).toSorted()).toEqual(["meminfo", "smaps"]);
    await recorded.getByRole("link", { name: "Session" }).click();
    await page.waitForURL(address);
    await bar().getByRole("button", { name: "Stop" }).click();
    await page.getByText("stopped it", { exact: false }).waitFor();
    await page.getByRole("form", { name: "Start recording" }).waitFor();
  });

  it.each(looks)("is looked at in $language", async (dress) => {
    const client = await udt.signIn();
    const [trace] = (await client.call(ENDPOINTS.memoryTraceList, { query })).list;
    const { test_id, device_id, trace_id } = trace?.recording ?? expect.fail("no recording");
    await visit(page, dress, `${udt.url}/demo/remote/debug?test_id=${test_id}&device_id=${device_id}&tab=memory`);
    await page.locator(".dbg-memory-samples li").nth(2).waitFor();
    await look("memory-recorded", dress, page);
    await visit(page, dress, `${udt.url}/demo/memory-graph/report/${trace_id}`);
    await page.locator(".memory-recorded").waitFor();
    await look("memory-recorded-report", dress, page);
    await visit(page, dress, `${udt.url}/demo/memory-graph/record`);
    await page.locator(".udt-page-header .ant-btn-primary").click();
    await page.getByRole("dialog").waitFor();
    await look("memory-record", dress, page);
    await page.keyboard.press("Escape");
  });
});
