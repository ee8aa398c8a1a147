import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { ENDPOINTS } from "@udt/contract";
import { openBrowser, startUdt, until, type Udt } from "@udt/testkit";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DebugPage, enter } from "./console-pages.ts";
import { look, looks, visit } from "./look.ts";

const SHOP = "dev.udt.shop";
const query = { project: "demo" };
const udtCommand = fileURLToPath(new URL("../../apps/cli/src/main.ts", import.meta.url));
const MB = 1024 ** 2;
/** What a run does: pages of the shop, whose leak it turns on, and a sample that it asks for. */
const CASES = `import { test } from "node:test";
import { shell } from "../lib/adb.ts";
import { memorySample } from "../lib/memory.ts";
const open = (sku: string) => shell("am", "start", "-n", "dev.udt.shop/.CatalogueActivity", "--es", "sku", sku);
test("opens a page", async () => {
  await shell("udt-fault", "leak", "on");
  await open("HP-100");
  memorySample("First page");
});
test("opens many pages", async () => {
  for (let round = 0; round < 4; round += 1) for (const sku of ["WT-210", "LP-031", "HP-100"]) await open(sku);
});
`;
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
    expect(read.trace).toMatchObject({ app_name: "Shop", app_version: expect.stringMatching(/^\d+\.\d/) });
    await page.getByRole("button", { name: "Change name, app and version" }).click();
    const edit = page.getByRole("dialog", { name: "Change the trace" });
    await edit.getByLabel("Version", { exact: true }).fill("2.0-rc1");
    await edit.getByRole("button", { name: "Save" }).click();
    await page.getByText("Shop 2.0-rc1", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Name the scene" }).click();
    const scene = page.getByRole("dialog", { name: /^Scene of sample \d+$/ });
    await scene.getByLabel("Scene", { exact: true }).fill("Eight pages shown");
    await scene.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { name: "Eight pages shown" }).waitFor();
    await recorded.getByRole("link", { name: "Session" }).click();
    await page.waitForURL(address);
    await bar().getByRole("button", { name: "Stop" }).click();
    await page.getByText("stopped it", { exact: false }).waitFor();
    await page.getByRole("form", { name: "Start recording" }).waitFor();
  });

  it("leads from a sample to its moment in the session's record, and back", async () => {
    const client = await udt.signIn();
    const [trace] = (await client.call(ENDPOINTS.memoryTraceList, { query })).list;
    const { trace_id = "", recording } = trace ?? {};
    const { samples: all } = await client.call(ENDPOINTS.memoryTraceGet, { query, params: { trace_id } });
    await page.goto(`${udt.url}/demo/memory-graph/report/${trace_id}?sample=${all[1]?.sample_id}`);
    await page.getByRole("link", { name: "Session at this moment" }).click();
    await page.waitForURL((url) => url.searchParams.get("at") === String(all[1]?.taken_at));
    expect(new URL(page.url()).searchParams.get("test_id")).toBe(recording?.test_id);
    // Nobody recorded the screen.
    await page.getByText("Screenshots and recordings of the session are kept here.").waitFor();
    await page.getByRole("link", { name: "Report of the recorded memory" }).click();
    await page.getByRole("heading", { name: "Pages of the shop 商店" }).waitFor();
  });

  const recorded = async () => {
    const client = await udt.signIn();
    const traces = (await client.call(ENDPOINTS.memoryTraceList, { query })).list;
    const trace_id = traces.find(({ name }) => name === "Pages of the shop 商店")?.trace_id ?? "";
    const { samples: list } = await client.call(ENDPOINTS.memoryTraceGet, { query, params: { trace_id } });
    return { client, trace_id, list };
  };

  it("is compared, and has a module whose budget its first sample keeps and its last does not", async () => {
    const { client, trace_id, list } = await recorded();
    const [first, last] = [list[0]?.sample_id ?? "", list.at(-1)?.sample_id ?? ""];
    const sides = `before_trace=${trace_id}&before=${first}&after_trace=${trace_id}&after=${last}`;
    await page.goto(`${udt.url}/demo/memory-graph/compare-analysis?${sides}`);
    await page
      .getByText(/^\+\d.* MB/)
      .first()
      .waitFor();
    const before = await client.call(ENDPOINTS.memorySampleGet, { query, params: { sample_id: first } });
    const heap = before.regions.list.find(({ type }) => type === "Native Heap")?.footprint ?? 0;
    const budget = Math.ceil(heap / MB) + 4;
    await page.goto(`${udt.url}/demo/memory-graph/region-manage?trace=${trace_id}&sample=${last}`);
    await page.getByRole("button", { name: "Add a rule" }).click();
    const field = (name: string) => page.getByLabel(`${name} of rule 1`, { exact: true });
    await field("Module").fill("Pictures");
    await field("Type of region").fill("Native Heap");
    await field("Budget").fill(String(budget));
    await page.getByRole("row").filter({ hasText: "Pictures" }).filter({ hasText: "over budget" }).waitFor();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Version 1 was saved").waitFor();
  });

  it("fails a job by that budget, which the command line and the report say", async () => {
    const { client } = await recorded();
    const body = { name: "Pages", template: "typescript" } as const;
    const { repo_id } = await client.call(ENDPOINTS.scriptCreate, { query, body });
    const at = { params: { repo_id }, query };
    const { commit_id } = await client.call(ENDPOINTS.scriptTree, at);
    const changes = [{ change: "write" as const, path: "tests/device.test.ts", text: CASES }];
    const save = { branch: "", base_commit_id: commit_id, message: "Open pages", changes };
    await client.call(ENDPOINTS.scriptSave, { ...at, body: save });
    const { clone_url } = await client.call(ENDPOINTS.scriptGet, at);
    const library = { name: "Pages", url: clone_url, framework: "node_test" } as const;
    const { library_id } = await client.call(ENDPOINTS.libraryCreate, { query, body: library });
    await until("the library's cases", async () => {
      const { parse_state } = await client.call(ENDPOINTS.libraryGet, { params: { library_id }, query });
      return parse_state === "parsed" || undefined;
    });
    const [shop] = (await client.call(ENDPOINTS.appList, { query })).list;
    const config = {
      app_id: shop?.app_id ?? "",
      framework: "node_test" as const,
      library_id,
      devices: { kind: "rule" as const, rules: [], count: 1 },
      video: false,
    };
    const job = await client.call(ENDPOINTS.jobCreate, { query, body: { name: "Pages of the shop", config } });
    // The form sets what is recorded, and that the run fails by it.
    await page.goto(`${udt.url}/demo/auto/job/${job.job_id}/edit`);
    for (const step of ["Next", "Next"]) await page.getByRole("button", { name: step, exact: true }).click();
    await page.getByText("Advanced").first().click();
    await page.getByRole("checkbox", { name: "Record the memory of the application under test" }).check();
    await page.getByLabel("Samples in time").fill("60");
    await page.getByRole("checkbox", { name: "The run fails where a module is over its budget" }).check();
    await page.getByRole("button", { name: "Next", exact: true }).click();
    await page.getByText("every 60 s · at the end of each case · fails over budget").waitFor();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.waitForURL((url) => !url.pathname.endsWith("/edit"));
    // A person's session has the phone until it is ended.
    const own = await client.call(ENDPOINTS.testList, { query });
    for (const { test_id, kind, state } of own.list)
      if (kind === "debug" && state !== "ended")
        await client.call(ENDPOINTS.testCancel, { query, params: { test_id } });
    const { token } = await client.call(ENDPOINTS.tokenReset, {
      params: { project_id: "demo" },
      query,
      body: { confirm: "demo", password: udt.admin.password },
    });
    const { code, said } = await new Promise<{ code: number; said: string }>((resolve) => {
      const args = [udtCommand, "run", "--server", udt.url, "--project", "demo", "--job", job.job_id, "--wait"];
      const env = { ...process.env, UDT_PROJECT_TOKEN: token };
      execFile(process.execPath, args, { env, timeout: 200_000 }, (error, stdout) =>
        resolve({ code: error ? Number(error.code) : 0, said: stdout }),
      );
    });
    expect(said).toMatch(/Pictures has .* MB of memory, and its budget is/);
    expect(code).toBe(1);
    const [run] = (await client.call(ENDPOINTS.runList, { query: { ...query, job_id: job.job_id } })).list;
    const { test_id } = run ?? expect.fail("no run");
    expect(run?.totals).toMatchObject({ success: 2, failed: 0 });
    await page.goto(`${udt.url}/demo/auto/records/${test_id}?tab=devices`);
    await page
      .getByRole("note")
      .getByText(/Pictures has .* MB of memory/)
      .waitFor();
    await page.getByRole("tabpanel").getByRole("link").first().click();
    await page.getByRole("region", { name: "Memory of the app" }).getByRole("link").click();
    await page.getByRole("heading", { name: /^Pages of the shop #\d+/ }).waitFor();
    const trace_id = page.url().split("/report/")[1]?.split("?")[0] ?? "";
    const { samples: list } = await client.call(ENDPOINTS.memoryTraceGet, { query, params: { trace_id } });
    const scenes = list.map(({ label }) => label);
    expect(scenes).toContain("First page");
    expect(scenes).toContain("opens many pages");
    await page.getByRole("region", { name: "Recorded on" }).getByRole("link", { name: "Run report" }).click();
    await page.getByRole("region", { name: "Memory of the app" }).waitFor();
  });

  it.each(looks)("is looked at in $language", async (dress) => {
    const client = await udt.signIn();
    const { list } = await client.call(ENDPOINTS.memoryTraceList, { query });
    const trace = list.find(({ recording }) => recording?.test_kind === "debug");
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
