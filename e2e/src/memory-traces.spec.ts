import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ENDPOINTS } from "@udt/contract";
import type { Client } from "@udt/client";
import { shopFiles } from "@udt/memory/testing";
import { openBrowser, startUdt, until, type Udt } from "@udt/testkit";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { enter } from "./console-pages.ts";
import { keepPicture } from "./look.ts";
import { leaks, memoryPages } from "./memory-files.ts";

let udt: Udt;
let client: Client;
let browser: BrowserContext;
let page: Page;
const project = "demo";
const query = { project };
const folder = mkdtempSync(join(tmpdir(), "udt-traces-"));

beforeAll(async () => {
  udt = await startUdt({ phones: 0 });
  browser = await openBrowser();
  page = browser.pages()[0] ?? (await browser.newPage());
  client = await udt.signIn();
  await enter(page, udt);
});
afterAll(async () => {
  await browser?.close();
  await udt?.stop();
  rmSync(folder, { recursive: true });
});

const { strip, tab, dialog, addSample } = memoryPages(() => page);

describe("memory traces", { timeout: 180_000 }, () => {
  it("tells how fast the footprint grew, and how near it is to where the device ends the app", async () => {
    await page.goto(`${udt.url}/${project}/memory-graph/record`);
    await page.getByRole("button", { name: "New trace" }).first().click();
    await dialog().getByLabel("Name", { exact: true }).fill("Growing");
    await dialog().getByRole("button", { name: "Save" }).click();
    const chosen = (name: string) => strip().locator("[aria-current=true]").filter({ hasText: name });
    const growth = page.getByRole("region", { name: "Growth of the footprint" });
    await addSample(shopFiles(100, "12:23:00"), "Start");
    await strip().getByRole("button", { name: "100.00 MB" }).waitFor();
    expect(await growth.count()).toBe(0);
    await addSample(shopFiles(112, "12:24:00"), "List");
    await growth.getByText("It is graded from three samples on.", { exact: false }).waitFor();
    await addSample({ ...shopFiles(124, "12:25:00"), "leaks.txt": leaks() }, "List again");
    await growth.getByText("critical", { exact: true }).waitFor();
    expect(await growth.innerText()).toContain("+12.00 MB a minute");
    // The chart is by time: a click chooses the sample that is the nearest, the keys go from one to the next.
    const chart = growth.getByRole("slider", { name: "Footprint of the samples, by time" });
    await chart.click({ position: { x: 30, y: 20 } });
    await chosen("Start").waitFor();
    await chart.press("End");
    await chart.press("Enter");
    await chosen("List again").waitFor();
    await growth.getByRole("cell", { name: /^List again .* 124\.00 MB$/ }).waitFor({ state: "attached" });
    await growth.getByLabel("Memory of the device").click();
    await page.getByTitle("2 GB").click();
    await growth.getByText("iOS ends an app at 1.42 GB there; the largest sample comes to 8.6% of it.").waitFor();
    await tab("Leaks").click();
    await page.getByText("5 blocks leaked, 15.09 KB in all.").waitFor();
    await page.getByText("The cycle", { exact: true }).click();
    await page.getByText("__strong self --> CYCLE BACK TO <Cart> [64]").waitFor();
    const [trace] = (await client.call(ENDPOINTS.memoryTraceList, { query: { ...query, keyword: "Growing" } })).list;
    expect(trace).toMatchObject({ device_memory_gb: 2 });
    await client.call(ENDPOINTS.memoryTraceDelete, { query, params: { trace_id: trace?.trace_id ?? "" } });
  });

  it("gives a comparison as a file, the Markdown as the command line writes it", async () => {
    const { trace_id } = await client.call(ENDPOINTS.memoryTraceCreate, { query, body: { name: "Two" } });
    await page.goto(`${udt.url}/${project}/memory-graph/report/${trace_id}`);
    await addSample(shopFiles(100, "12:23:00"), "Start");
    await strip().getByRole("button", { name: "100.00 MB" }).waitFor();
    await addSample(shopFiles(138, "12:24:00"), "List");
    await page.locator(".udt-page-header").getByRole("link", { name: "Compare" }).click();
    const given = async (format: string) => {
      const coming = page.waitForEvent("download");
      await page.getByRole("button", { name: format, exact: true }).click();
      const file = await coming;
      return { name: file.suggestedFilename(), text: readFileSync(await file.path(), "utf8") };
    };
    const markdown = await given("Markdown");
    expect(markdown.name).toBe("memory-1-2.md");
    expect(markdown.text).toContain(
      "| +38.0 MB | 100.0 MB | 138.0 MB | grown | `ImageCache.load (Shop) ← main (Shop)` |",
    );
    expect((await given("CSV")).text).toContain("footprint,,phys_footprint,,,,104857600,144703488,39845888,");
    expect(JSON.parse((await given("JSON")).text)).toMatchObject({ footprint: { delta: 38 * 1024 ** 2 } });
    await client.call(ENDPOINTS.memoryTraceDelete, { query, params: { trace_id } });
  });

  it("deletes several at once, and says which of them it left and why", async () => {
    const made = async (name: string) =>
      (await client.call(ENDPOINTS.memoryTraceCreate, { query, body: { name } })).trace_id;
    for (const name of ["Old 1", "Old 2"]) await made(name);
    const kept = await made("Kept");
    await client.call(ENDPOINTS.memoryTraceUpdate, { query, params: { trace_id: kept }, body: { is_kept: true } });
    await page.goto(`${udt.url}/${project}/memory-graph/record`);
    await page.getByRole("checkbox", { name: "Select all that you may delete" }).check();
    await page.getByText("3 selected").waitFor();
    await keepPicture(page, "memory-ticked");
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await dialog().getByText("Delete 3 memory traces?").waitFor();
    await keepPicture(page, "memory-ticked-asked");
    await dialog().getByRole("button", { name: "Delete", exact: true }).click();
    await dialog().getByText("2 traces deleted · 1 left").waitFor();
    await dialog().getByText("The memory trace “Kept” is kept", { exact: false }).waitFor();
    await keepPicture(page, "memory-ticked-left");
    await dialog().locator(".ant-modal-footer").getByRole("button", { name: "Close" }).click();
    await page.getByRole("link", { name: "Kept" }).waitFor();
    await page.getByRole("link", { name: "Old 1" }).waitFor({ state: "detached" });
    await client.call(ENDPOINTS.memoryTraceDelete, { query, params: { trace_id: kept } });
  });

  it("goes on with an upload whose page was loaded anew, from where it stopped, or gives it up", async () => {
    const { trace_id } = await client.call(ENDPOINTS.memoryTraceCreate, { query, body: { name: "Large" } });
    await page.goto(`${udt.url}/${project}/memory-graph/report/${trace_id}`);
    // Three pieces, of which the first alone comes through.
    const text = "main;load 4096\n".repeat(600_000);
    const path = join(folder, "stacks.txt");
    writeFileSync(path, text);
    const sent: string[] = [];
    let isCut = true;
    await page.route("**/v1/api/upload/*/chunk/*", (route) => {
      const chunk = new URL(route.request().url()).pathname.split("/").at(-1) ?? "";
      if (isCut && chunk !== "1") return undefined;
      sent.push(chunk);
      return route.continue();
    });
    const choose = async () => {
      await dialog().locator("input[type=file]").setInputFiles(path);
      await dialog().getByRole("button", { name: "Upload" }).click();
    };
    const first = () => dialog().getByRole("progressbar", { name: "stacks.txt" });
    await page.getByRole("button", { name: "Add a sample" }).first().click();
    await dialog().getByLabel("Scene").fill("Long 列表");
    await choose();
    await until("the first piece", async () => Number(await first().getAttribute("aria-valuenow")) > 40 || undefined);
    const asked: string[] = [];
    page.once("dialog", (question) => {
      asked.push(question.type());
      void question.accept();
    });
    await page.reload();
    expect(asked).toEqual(["beforeunload"]);
    await page.getByText("The sample “Long 列表” was not uploaded to its end").waitFor();
    await keepPicture(page, "memory-unfinished");
    isCut = false;
    await page.getByRole("button", { name: "Go on" }).click();
    await dialog().getByText("Choose these files again, to go on: stacks.txt", { exact: false }).waitFor();
    expect(await dialog().getByLabel("Scene").inputValue()).toBe("Long 列表");
    await choose();
    await dialog().waitFor({ state: "detached" });
    await strip().getByRole("button", { name: "Long 列表" }).waitFor();
    expect(sent.toSorted()).toEqual(["1", "2", "3"]);
    expect(await page.getByText("was not uploaded to its end", { exact: false }).count()).toBe(0);

    isCut = true;
    writeFileSync(path, `${text}other 1\n`);
    await page.getByRole("button", { name: "Add a sample" }).first().click();
    await choose();
    await until("the first piece", async () => Number(await first().getAttribute("aria-valuenow")) > 40 || undefined);
    page.once("dialog", (question) => void question.accept());
    await page.reload();
    await page.getByRole("button", { name: "Give up" }).click();
    await page.getByText("was not uploaded to its end", { exact: false }).waitFor({ state: "detached" });
    await page.reload();
    await strip().getByRole("button", { name: "Long 列表" }).waitFor();
    expect(await page.getByText("was not uploaded to its end", { exact: false }).count()).toBe(0);
    await page.unroute("**/v1/api/upload/*/chunk/*");
    await client.call(ENDPOINTS.memoryTraceDelete, { query, params: { trace_id } });
  });
});
