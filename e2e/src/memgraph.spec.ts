/** A memory graph of Apple's: it waits for an agent on a Mac, is read by one, and by another where that is lost. */
import type { ChildProcess } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Client } from "@udt/client";
import { ENDPOINTS } from "@udt/contract";
import { memgraphBytes } from "@udt/memory/testing";
import { openBrowser, startUdt, type Udt } from "@udt/testkit";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { enter } from "./console-pages.ts";
import { look, looks, narrowed, visit } from "./look.ts";
import { appleTools, ended, macAgent, shopTexts } from "./mac-agent.ts";
import { filesOf } from "./memory-files.ts";

const query = { project: "demo" };
const folder = mkdtempSync(join(tmpdir(), "udt-memgraph-"));
const bin = join(folder, "bin");
/** Resolves once what is asked holds. */
const seen = <T>(ask: () => T | Promise<T>): Promise<T> => vi.waitFor(ask, { timeout: 120_000, interval: 100 });
let udt: Udt;
let client: Client;
let browser: BrowserContext;
let page: Page;
let report: string;
let trace_id: string;
const macs: ChildProcess[] = [];

beforeAll(async () => {
  udt = await startUdt({ phones: 0 });
  client = await udt.signIn();
  browser = await openBrowser();
  page = browser.pages()[0] ?? (await browser.newPage());
  await enter(page, udt);
  const body = { name: "Graphs of the list", app_name: "Shop" };
  ({ trace_id } = await client.call(ENDPOINTS.memoryTraceCreate, { query, body }));
  report = `${udt.url}/demo/memory-graph/report/${trace_id}`;
});
afterAll(async () => {
  await Promise.all(macs.map((mac) => ended(mac)));
  await browser?.close();
  await udt?.stop();
  rmSync(folder, { recursive: true });
});

const shown = () => page.getByRole("region", { name: "Report of the sample" });
const column = (name: string) => page.getByRole("region", { name: "Footprint of the samples" }).getByText(name);
const dataOf = (name: string) => join(folder, name);
/** The files of tasks that an agent works on. */
const under = (name: string) => readdirSync(join(dataOf(name), "tasks"), { recursive: true }).map(String);

async function mac(name: string): Promise<ChildProcess> {
  const body = { name, project_ids: ["demo"] };
  const { token } = await client.call(ENDPOINTS.agentCreate, { body });
  const child = await macAgent({ url: udt.url, token, bin, data_dir: dataOf(name) });
  macs.push(child);
  return child;
}

async function addGraph(label: string): Promise<void> {
  await page.getByRole("button", { name: "Add a sample" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.locator("input[type=file]").setInputFiles(filesOf({ "shop.memgraph": memgraphBytes() }));
  await dialog.getByLabel("Scene").fill(label);
  await dialog.getByRole("button", { name: "Upload" }).click();
  await dialog.waitFor({ state: "detached" });
}

describe("a memory graph", { timeout: 240_000 }, () => {
  it("is taken, and waits for an agent on a Mac while there is none", async () => {
    await page.goto(report);
    await addGraph("List");
    await shown().getByRole("heading", { name: "Waits for a Mac agent" }).waitFor();
    await shown().getByText("No agent that could read it is there", { exact: false }).waitFor();
    await shown()
      .getByRole("row", { name: /shop\.memgraph.*memgraph/ })
      .waitFor();
    await column("waits for a Mac").waitFor();
  });

  it("goes to another agent where the one that reads it is killed, and is reported as it read it", async () => {
    appleTools(bin, "hangs");
    const first = await mac("first mac");
    await shown().getByText("first mac has Apple’s tools read it.", { exact: false }).waitFor();
    await seen(() => expect(under("first mac").join("\n")).toContain("graph.memgraph"));
    await ended(first, "SIGKILL");
    appleTools(bin, shopTexts(100));
    await mac("second mac");
    await column("100.00 MB").waitFor({ timeout: 120_000 });
    await shown().getByText("footprint failed with exit code 3", { exact: false }).first().waitFor();
    await page.getByRole("cell", { name: "MALLOC_LARGE" }).waitFor();
    for (const name of ["Zones", "Classes", "Leaks", "Stacks of malloc", "Files"])
      await page
        .getByRole("navigation", { name: "Parts of the report" })
        .getByRole("link", { name, exact: true })
        .waitFor();
    const { samples } = await client.call(ENDPOINTS.memoryTraceGet, { params: { trace_id }, query });
    expect(samples).toMatchObject([
      {
        state: "read",
        facts: { process: "Shop", footprint_bytes: 100 * 1024 ** 2, malloc_bytes: 100 * 1024 ** 2 },
        notes: [{ code: "memgraph_tool_failed", evidence: "footprint: no such data in this graph" }],
      },
    ]);
  });

  it("is kept where no tool tells anything, and read again when somebody asks", async () => {
    appleTools(bin, {});
    await addGraph("Cart");
    await shown().getByRole("heading", { name: "The memory graph could not be read" }).waitFor();
    await shown().getByText("none of Apple's tools told anything", { exact: false }).waitFor();
    await shown().getByText("malloc_history gave no stacks", { exact: false }).waitFor();
    appleTools(bin, shopTexts(138));
    await shown().getByRole("button", { name: "Read again" }).click();
    await column("138.00 MB").waitFor({ timeout: 120_000 });
  });

  it("is called off at its agent where the sample is deleted meanwhile", async () => {
    appleTools(bin, "hangs");
    await addGraph("Gone");
    await shown().getByText("second mac has Apple’s tools read it.", { exact: false }).waitFor();
    await seen(() => expect(under("second mac").join("\n")).toContain("graph.memgraph"));
    await shown().getByRole("button", { name: "Stop reading" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Stop reading" }).click();
    await seen(() => expect(under("second mac")).toEqual([]));
    expect((await client.call(ENDPOINTS.memoryTraceGet, { params: { trace_id }, query })).samples).toHaveLength(2);
  });

  it("is read by an agent that says so where agents are shown", async () => {
    const { list } = await client.call(ENDPOINTS.agentList, { query: {} });
    expect(list.filter(({ online }) => online)).toMatchObject([{ name: "second mac", reads_memgraphs: true }]);
    await page.goto(`${udt.url}/admin/agents`);
    await page.getByText("Reads memory graphs (.memgraph)").first().waitFor();
  });
});

describe("a memory graph that waits", { timeout: 240_000 }, () => {
  beforeAll(async () => {
    for (const one of macs) await ended(one);
    await page.goto(report);
    await addGraph("Waiting");
    await column("waits for a Mac").waitFor();
  }, 120_000);

  it.each(looks.map(narrowed))("looks right in $language", async (at) => {
    await visit(page, at, report);
    const waits = { en: "waits for a Mac", zh: "等待 Mac", ja: "Mac 待ち" }[at.language] ?? "";
    await page.locator(".memory-strip").getByText(waits, { exact: true }).waitFor();
    await look("memory-waiting", at, page);
  });
});
