import { readFileSync } from "node:fs";
import type { Client } from "@udt/client";
import { ENDPOINTS } from "@udt/contract";
import { javaHeapBytes, shopFiles } from "@udt/memory/testing";
import { openBrowser, startUdt, type Udt } from "@udt/testkit";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { enter } from "./console-pages.ts";
import { look, looks, narrowed, visit } from "./look.ts";
import { colorAt, filesOf, leaks, memoryPages } from "./memory-files.ts";

const project = "demo";
const query = { project };
let page: Page;
let browser: BrowserContext;
let client: Client;
let udt: Udt;

beforeAll(async () => {
  udt = await startUdt({ phones: 0 });
  browser = await openBrowser();
  page = browser.pages()[0] ?? (await browser.newPage());
  await enter(page, udt);
  client = await udt.signIn();
});
afterAll(async () => {
  await browser?.close();
  await udt?.stop();
});

const { strip, report, tab, way, dialog, addSample } = memoryPages(() => page);

describe("a memory trace", { timeout: 180_000 }, () => {
  it("is begun, and its samples are uploaded, read and reported", async () => {
    await page.goto(`${udt.url}/${project}/remote/list`);
    await page.getByRole("link", { name: "Memory traces", exact: true }).click();
    await page.getByText("No memory traces yet").waitFor();
    await page.getByRole("button", { name: "New trace" }).first().click();
    await dialog().getByRole("button", { name: "Save" }).click();
    await dialog().getByText("Fill this in.").waitFor();
    await dialog().getByLabel("Name", { exact: true }).fill("Leak in the list 泄漏");
    await dialog().getByLabel("App", { exact: true }).fill("Shop");
    await dialog().getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { name: "Leak in the list 泄漏" }).waitFor();
    await page.getByText("No samples yet").waitFor();

    await addSample(shopFiles(100), "Start");
    await strip().getByRole("button", { name: "100.00 MB" }).waitFor();
    await report().getByText("the kernel’s own").waitFor();
    await report().getByText("Performance tool data left out: 30.00 MB", { exact: false }).waitFor();
    await page.getByRole("cell", { name: "MALLOC_LARGE" }).waitFor();
    expect(await page.getByRole("cell", { name: "Performance tool data" }).count()).toBe(0);
    await tab("Zones").click();
    await page.getByRole("row", { name: /DefaultMallocZone.*60%\s*severe/ }).waitFor();
    await tab("Stacks of malloc").click();
    await page.getByText("ImageCache.load", { exact: true }).click();
    await page.getByText("main (Shop)").waitFor();
    const coming = page.waitForEvent("download");
    await page.getByRole("button", { name: "CSV" }).click();
    const file = await coming;
    expect(file.suggestedFilename()).toBe("memory-1-malloc.csv");
    expect(readFileSync(await file.path(), "utf8")).toContain("ImageCache.load");
  });

  it("says of a file that cannot be read where and why, and keeps nothing of it", async () => {
    await addSample({ "broken.txt": (shopFiles(9)["vmmap.txt"] ?? "").replace("18432K", "18432Q") }, "Broken");
    await report()
      .getByText(/broken\.txt, line \d+: expected TYPE VIRTUAL/)
      .waitFor();
    await report().getByRole("button", { name: "Delete" }).click();
    await dialog().getByRole("button", { name: "Delete" }).click();
    await strip().getByRole("button", { name: "Broken" }).waitFor({ state: "detached" });
  });

  it("tells what became of the memory between two samples, by an address that holds the view", async () => {
    await addSample(shopFiles(138), "List scrolled");
    await strip().getByRole("button", { name: "138.00 MB" }).waitFor();
    await page.locator(".udt-page-header").getByRole("link", { name: "Compare" }).click();
    await page.getByRole("heading", { name: "+38.0 MB, 38.0 MB of it in ImageCache.load" }).waitFor();
    await page.getByText("Footprint 100.00 MB → 138.00 MB").waitFor();
    await page.getByRole("row", { name: /^Footprint 100\.00 MB 138\.00 MB \+38\.00 MB$/ }).waitFor();
    await way("Composition").click();
    await page.getByRole("row").filter({ hasText: "With a stack (malloc)" }).filter({ hasText: "138.00 MB" }).waitFor();
    await way("Partitions").click();
    await page.getByText("Not known of both samples").waitFor();
    await way("Call tree").click();
    const row = page.getByRole("row").filter({ hasText: "ImageCache.load" });
    await row.filter({ hasText: "grown" }).filter({ hasText: "+38.00 MB" }).waitFor();
    await page.getByRole("link", { name: "Flame graph" }).click();
    await page.getByText("Red has grown, blue has shrunk.", { exact: false }).waitFor();
    await page.goBack();
    await page.getByLabel("Noise below").fill("64");
    await page.getByLabel("Noise below").press("Enter");
    await page.getByRole("heading", { name: "+38.0 MB, which is within the noise of 64.0 MB" }).waitFor();
    await page.goto(page.url());
    await page.getByRole("heading", { name: "+38.0 MB, which is within the noise of 64.0 MB" }).waitFor();
    expect(await way("Call tree").getAttribute("aria-current")).toBe("page");
  });

  it("draws who allocated as a flame graph, by an address that holds the view", async () => {
    const [trace] = (await client.call(ENDPOINTS.memoryTraceList, { query })).list;
    await page.goto(`${udt.url}/${project}/memory-graph/report/${trace?.trace_id}?view=malloc`);
    await page.getByText("ImageCache.load", { exact: true }).click();
    await page.getByRole("cell").getByRole("link", { name: "Flame graph" }).click();
    const graph = (of: string) => page.getByRole("application", { name: `Flame graph of ${of}`, exact: true });
    const told = (...texts: string[]) =>
      texts.reduce((at, hasText) => at.filter({ hasText }), page.getByRole("status", { name: "Call" })).waitFor();
    await told("ImageCache.load", "Shop", "138.00 MB", "100% of all");
    // By keys.
    await graph("calls").focus();
    await page.keyboard.press("Escape");
    await page.waitForURL((url) => !url.searchParams.has("at"));
    await told("All", "138.00 MB");
    await page.keyboard.press("ArrowDown");
    await told("main", "1 call deep");
    await page.keyboard.press("Enter");
    await page.waitForURL((url) => url.searchParams.has("at"));
    await page.keyboard.press("+");
    await page.waitForURL((url) => url.searchParams.has("range") && !url.searchParams.has("at"));
    // By the pointer: each level is 18 pixels high.
    await graph("calls").click({ position: { x: 300, y: 2 * 18 + 9 } });
    await told("ImageCache.load", "138.00 MB");
    const search = page.getByLabel("Function, image or /expression/");
    await search.fill("/^main(/");
    await page.getByText("Not a regular expression: /^main(/").waitFor();
    await search.fill("/^imagecache/i");
    await page.getByText("1 call found, 138.00 MB (100%)").waitFor();
    await page.getByLabel("Compare with").click();
    await page.getByRole("option", { name: "Start" }).waitFor({ state: "attached" });
    await page.keyboard.press("Enter");
    await told("ImageCache.load", "100.00 MB → 138.00 MB");
    await page.getByText("Red has grown, blue has shrunk.", { exact: false }).waitFor();
    expect(await colorAt(graph("calls"), 500, 2 * 18 + 3)).toMatchObject({ isRed: true });
    await page.getByRole("button", { name: "Callers and calls of it" }).click();
    await graph("who calls it").focus();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    await told("main", "2 calls deep");
    await page.goto(page.url());
    await graph("what it calls").waitFor();
    await graph("who calls it").waitFor();
    await page.getByText("1 call found", { exact: false }).waitFor();
    await page.getByRole("link", { name: "Report", exact: true }).click();
    await report().waitFor();
  });

  it("is parted by rules, which are tried on a sample before they are saved as a version", async () => {
    const [trace] = (await client.call(ENDPOINTS.memoryTraceList, { query })).list;
    const params = { trace_id: trace?.trace_id ?? "" };
    const { samples } = await client.call(ENDPOINTS.memoryTraceGet, { query, params });
    const sample_id = samples.at(-1)?.sample_id ?? "";
    const field = (name: string, rule: number) => page.getByLabel(`${name} of rule ${rule}`, { exact: true });
    const preview = page.getByRole("region", { name: "Preview" });
    const images = page.getByRole("row").filter({ hasText: "Images" });
    await page.getByRole("link", { name: "Partition rules", exact: true }).click();
    await page.getByText("No partition rules yet").waitFor();
    await page.goto(`${udt.url}/${project}/memory-graph/region-manage?trace=${params.trace_id}&sample=${sample_id}`);
    const rest = preview.getByRole("row").filter({ hasText: "Unexplained" });
    await rest.filter({ hasText: "138.00 MB" }).filter({ hasText: "100%" }).waitFor();
    await rest.getByText("ImageCache.load", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Add a rule" }).click();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("alert").filter({ hasText: "Fill this in." }).waitFor();
    await field("Module", 1).fill("Images");
    await page.getByRole("alert").filter({ hasText: "Give at least one pattern." }).waitFor();
    await field("Symbol", 1).fill("ImageCache.*");
    await field("Owner", 1).fill("Team List");
    await field("Budget", 1).fill("64");
    await images
      .filter({ hasText: "138.00 MB" })
      .filter({ hasText: "over budget" })
      .filter({ hasText: "above 25%" })
      .waitFor();
    await preview.getByText("100% of the footprint has a stack.").waitFor();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Version 1 was saved").waitFor();

    // Somebody else saves while this page is being changed: it is told, and neither is lost.
    await page.getByRole("button", { name: "Add a rule" }).click();
    await field("Module", 2).fill("Program");
    await field("Symbol", 2).fill("main");
    await page.getByRole("button", { name: "Move rule 2 up" }).click();
    await images.filter({ hasText: "0 B" }).waitFor();
    await client.call(ENDPOINTS.memoryPartitionsSave, { query, body: { base_version: 1, rules: [] } });
    await page.getByText(/saved version 2 meanwhile/).waitFor();
    expect(await page.getByRole("button", { name: "Save", exact: true }).isDisabled()).toBe(true);
    await page.getByRole("button", { name: "Save mine after version 2" }).click();
    await page.getByText("Version 3 was saved").waitFor();
    await page.getByRole("combobox", { name: "Versions of the rules" }).click();
    await page.getByTitle(/^Version 1 ·/).click();
    await images.filter({ hasText: "over budget" }).waitFor();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Version 4 was saved").waitFor();

    const coming = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export" }).click();
    const text = readFileSync(await (await coming).path(), "utf8");
    const take = (content: string) => page.getByLabel("Import").setInputFiles(filesOf({ "rules.json": content }));
    await take(text.replace("ImageCache.*", ""));
    await page.getByText("rules.json has no partition rules. rules.0.symbol: Give at least one pattern.").waitFor();
    await take(text.replace("Images", "Pictures"));
    await page.getByRole("row").filter({ hasText: "Pictures" }).filter({ hasText: "over budget" }).waitFor();
    await page.getByRole("button", { name: "Discard changes" }).click();

    await page.goto(`${udt.url}/${project}/memory-graph/report/${params.trace_id}?sample=${sample_id}`);
    await tab("Partitions").click();
    await page.getByText("By version 4 of the partition rules.").waitFor();
    await images.getByText("Images", { exact: true }).click();
    await images.getByText("ImageCache.load", { exact: true }).click();
    await images.getByText("main (Shop)").waitFor();
    await images.getByRole("link", { name: "Flame graph" }).waitFor();

    await page.goto(`${udt.url}/${project}/memory-graph/report/${params.trace_id}/flamegraph?sample=${sample_id}`);
    await page.getByRole("button", { name: "By module" }).click();
    await page.getByRole("list", { name: "Colour" }).getByText("138.00 MB").waitFor();
    await page.goBack();
    await page.goBack();
    await tab("Partitions").waitFor();

    await strip().getByRole("button", { name: "Start" }).click();
    await report().getByRole("button", { name: "Use as baseline" }).click();
    await dialog().getByRole("button", { name: "Save" }).click();
    await page.getByText("Shop has a new baseline for main").waitFor();
    const against = page.getByRole("region", { name: "Against the baseline" });
    await against.getByText("This sample").waitFor();
    await strip().getByRole("button", { name: "List scrolled" }).click();
    await against.getByText("+38.00 MB").waitFor();
    await against.getByRole("link", { name: "Compare", exact: true }).click();
    await page.getByRole("heading", { name: "+38.0 MB, 38.0 MB of it in ImageCache.load (module Images)" }).waitFor();
    await way("Partitions").click();
    await images.filter({ hasText: "+38.00 MB" }).filter({ hasText: "over budget" }).waitFor();

    await page.goto(`${udt.url}/${project}/memory-graph/record`);
    await page.getByRole("link", { name: "Baselines", exact: true }).click();
    await page.getByRole("status").getByText("1 baseline", { exact: true }).waitFor();
    const baseline = page.getByRole("row", { name: /Shop main/ });
    await baseline.getByText("100.00 MB").waitFor();
    await baseline.getByRole("button", { name: "Remove the baseline for main" }).waitFor();
    await page.getByPlaceholder("App, branch, sample or person").fill("nobody’s");
    await page.getByText("No baseline fits this search.").waitFor();
    await page.getByRole("button", { name: "Clear the search" }).click();
    await baseline.getByRole("link").click();
    await against.getByText("This sample").waitFor();
  });

  it("is compared with another version scene by scene, each with the way to its comparison", async () => {
    const { trace_id: old } = await client.call(ENDPOINTS.memoryTraceCreate, {
      query,
      body: { name: "Before it", app_name: "Shop", app_version: "1.0" },
    });
    const { trace_id } = await client.call(ENDPOINTS.memoryTraceCreate, {
      query,
      body: { name: "After it", app_name: "Shop", app_version: "1.1" },
    });
    for (const [trace, mb] of [
      [old, 100],
      [trace_id, 138],
    ] as const) {
      await page.goto(`${udt.url}/${project}/memory-graph/report/${trace}`);
      await addSample(shopFiles(mb), "List");
      await strip()
        .getByRole("button", { name: `${mb}.00 MB` })
        .waitFor();
    }
    await page.goto(`${udt.url}/${project}/memory-graph/compare-analysis`);
    await page.getByText("Versions", { exact: true }).click();
    for (const [label, value] of [
      ["App", "Shop"],
      ["Before: version", "1.0"],
      ["After: version", "1.1"],
    ] as const) {
      await page.getByLabel(label, { exact: true }).click();
      await page.getByTitle(value, { exact: true }).last().click();
    }
    await page.getByRole("link", { name: "Before it" }).waitFor();
    const row = page.getByRole("row").filter({ has: page.getByRole("link", { name: "Compare List" }) });
    await row.filter({ hasText: "+38.00 MB" }).waitFor();
    await page.goto(page.url());
    await row.getByRole("link", { name: "Compare List" }).click();
    await page.getByRole("heading", { name: "+38.0 MB, 38.0 MB of it in ImageCache.load (module Images)" }).waitFor();
    await way("Call tree").click();
    await page.getByRole("link", { name: "Flame graph" }).click();
    await page.getByTitle("Before it · List · 100.00 MB").waitFor();
    await page.getByRole("status", { name: "Call" }).filter({ hasText: "100.00 MB → 138.00 MB" }).waitFor();
    for (const params of [{ trace_id: old }, { trace_id }])
      await client.call(ENDPOINTS.memoryTraceDelete, { query, params });
  });

  it("is shown to whoever has it open as others change it, and deleted by its name", async () => {
    const [trace] = (await client.call(ENDPOINTS.memoryTraceList, { query })).list;
    const params = { trace_id: trace?.trace_id ?? "" };
    await page.goto(`${udt.url}/${project}/memory-graph/report/${params.trace_id}`);
    await strip().getByRole("button", { name: "List scrolled" }).waitFor();
    const { samples } = await client.call(ENDPOINTS.memoryTraceGet, { query, params });
    const sample_id = samples.at(-1)?.sample_id ?? "";
    await client.call(ENDPOINTS.memorySampleDelete, { query, params: { sample_id } });
    await strip().getByRole("button", { name: "List scrolled" }).waitFor({ state: "detached" });
    // A baseline stays until it is none any more.
    await report().getByRole("button", { name: "Delete", exact: true }).click();
    await dialog().getByRole("button", { name: "Delete" }).click();
    await page.getByText("Sample 1 is the baseline of Shop, branch main.", { exact: false }).waitFor();
    await page.getByRole("button", { name: "Remove the baseline for main" }).click();
    await dialog().getByRole("button", { name: "Remove" }).click();
    await page.getByRole("region", { name: "Against the baseline" }).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Delete", exact: true }).last().click();
    await dialog().getByLabel("Type Leak in the list 泄漏 to confirm").fill("Leak in the list 泄漏");
    await dialog().getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByText("No memory traces yet").waitFor();
  });
});

/** Makes by the API what the screens are looked at with. */
async function seeded(app_name = "Gem Drift"): Promise<{ trace_id: string; sample_ids: string[] }> {
  const call = client.call(ENDPOINTS.memoryTraceList, { query: { ...query, keyword: app_name } });
  const known = (await call).list[0];
  const body = { name: `${app_name} 画面`, app_name, app_version: "2.4.1" };
  const { trace_id } = known ?? (await client.call(ENDPOINTS.memoryTraceCreate, { query, body }));
  const { samples } = await client.call(ENDPOINTS.memoryTraceGet, { query, params: { trace_id } });
  return { trace_id, sample_ids: samples.map(({ sample_id }) => sample_id) };
}

/** Rules that leave something unexplained, and a module over its budget. */
async function seededRules(): Promise<void> {
  const { version } = await client.call(ENDPOINTS.memoryPartitionsGet, { query });
  const body = {
    base_version: version,
    rules: [
      { module: "Images 画像", symbol: "ImageCache.*", owner: "Team List 列表组", budget_bytes: 64 * 1024 ** 2 },
      { module: "Textures", image: "libtextures.dylib", region: "IOSurface", owner: "Engine" },
      { module: "Heap", region: "MALLOC_*" },
    ],
  };
  await client.call(ENDPOINTS.memoryPartitionsSave, { query, body });
}

describe.each(looks)("memory traces in $language", { timeout: 240_000 }, (dress) => {
  const narrow = narrowed(dress);
  const at = (path: string) => visit(page, dress, `${udt.url}/demo/memory-graph/${path}`);
  let trace_id: string;
  let sample_ids: string[];

  beforeAll(async () => {
    ({ trace_id, sample_ids } = await seeded());
    if (sample_ids.length > 0) return;
    await seededRules();
    await page.context().addCookies([{ name: "udt_lang", value: "en", url: udt.url }]);
    await page.goto(`${udt.url}/demo/memory-graph/report/${trace_id}`);
    for (const [mb, label, time] of [
      [96, "", "12:03:00"],
      [131, "Level 1", "12:23:00"],
      [184, "Level 2 的关卡", "12:33:00"],
    ] as const) {
      await addSample({ ...shopFiles(mb, time), ...(mb > 131 && { "leaks.txt": leaks() }) }, label);
      await strip()
        .getByRole("button", { name: `${mb}.00 MB` })
        .waitFor();
    }
    await addSample({ "broken.txt": "Dear Sir\n" }, "Broken");
    await report().getByRole("alert").waitFor();
    ({ sample_ids } = await seeded());
    await client.call(ENDPOINTS.memoryBaselineSet, { query, body: { sample_id: sample_ids[0] ?? "" } });
    const other = { sample_id: sample_ids[1] ?? "", branch: "release/2.4 发布" };
    await client.call(ENDPOINTS.memoryBaselineSet, { query, body: other });
    const body = { device_memory_gb: 2 as const };
    await client.call(ENDPOINTS.memoryTraceUpdate, { query, params: { trace_id }, body });
  });

  it("are whole: the list, the report with each table, what is refused, and a comparison", async () => {
    await at("record");
    await page.locator(".udt-table tbody tr").first().waitFor();
    await look("memory-traces", dress, page);
    await at("record?tab=baselines");
    await page.locator(".udt-table tbody tr").first().waitFor();
    await look("memory-baselines", dress, page);
    await at(`report/${trace_id}?sample=${sample_ids[2]}`);
    await page.locator(".memory-facts").waitFor();
    await look("memory-report", dress, page);
    for (const view of ["zones", "leaks", "malloc", "partitions", "files"]) {
      await at(`report/${trace_id}?sample=${sample_ids[2]}&view=${view}`);
      await page.locator(".memory-table tbody tr").first().waitFor();
      await look(`memory-${view}`, narrow, page);
    }
    await at(`report/${trace_id}/flamegraph?sample=${sample_ids[2]}&before=${sample_ids[0]}`);
    await page.locator(".flame-facts").waitFor();
    await look("memory-flame", dress, page);
    await at(`report/${trace_id}/flamegraph?sample=${sample_ids[2]}&view=sandwich`);
    await page.locator(".flame-function").first().waitFor();
    await look("memory-flame-choose", narrow, page);
    await at(`report/${trace_id}?sample=${sample_ids[3]}`);
    await page.locator(".memory-refused").waitFor();
    await look("memory-refused", narrow, page);
    await page.locator(".udt-page-header .ant-btn-primary").click();
    await page
      .getByRole("dialog")
      .locator("input[type=file]")
      .setInputFiles(filesOf(shopFiles(3)));
    await look("memory-add", narrow, page);
    await page.keyboard.press("Escape");
    await at(`region-manage?trace=${trace_id}&sample=${sample_ids[2]}`);
    await page.locator(".partitions-rest").waitFor();
    await look("memory-partition-rules", dress, page);
    await at("compare-analysis");
    await page.locator(".memory-empty").waitFor();
    await look("memory-compare-none", narrow, page);
    const sides = `before_trace=${trace_id}&before=${sample_ids[0]}&after_trace=${trace_id}&after=${sample_ids[2]}`;
    await at(`compare-analysis?by=traces&before_trace=${trace_id}&after_trace=${trace_id}`);
    await page.locator(".memory-table tbody tr").first().waitFor();
    await look("memory-compare-traces", narrow, page);
    await at("compare-analysis?by=versions");
    await page.locator(".memory-empty").waitFor();
    await look("memory-compare-versions", narrow, page);
    for (const mode of ["footprint", "composition", "call_tree", "partitions"]) {
      await at(`compare-analysis?${sides}&mode=${mode}`);
      await page.locator(".memory-table tbody tr").first().waitFor();
      await look(`memory-compare-${mode}`, mode === "partitions" ? dress : narrow, page);
    }
  });
});

describe.each(looks)("Java's heap in $language", { timeout: 240_000 }, (dress) => {
  const narrow = narrowed(dress);
  const at = (path: string) => visit(page, dress, `${udt.url}/demo/memory-graph/${path}`);
  let trace_id: string;
  let sample_ids: string[];

  beforeAll(async () => {
    ({ trace_id, sample_ids } = await seeded("Picture shop"));
    if (sample_ids.length > 0) return;
    await page.context().addCookies([{ name: "udt_lang", value: "en", url: udt.url }]);
    await page.goto(`${udt.url}/demo/memory-graph/report/${trace_id}`);
    await addSample({ "before.hprof": javaHeapBytes(3, 0, "2026-09-05T03:23:00.508Z") }, "Start");
    await page.getByText("3.00 MB", { exact: true }).first().waitFor();
    await addSample({ "after.hprof": javaHeapBytes(12, 1, "2026-09-05T03:29:00.508Z") }, "List");
    await page.getByText("12.00 MB", { exact: true }).first().waitFor();
    ({ sample_ids } = await seeded("Picture shop"));
  });

  it("is whole: classes with what they retain, what holds what, and what became of it", async () => {
    const cache = page.getByRole("row").filter({ hasText: "com.shop.ImageCache" });
    const pictures = page.getByRole("row").filter({ hasText: "android.graphics.Bitmap" });
    await at(`report/${trace_id}?sample=${sample_ids[1]}&view=classes`);
    await cache.filter({ hasText: "12.00 MB" }).filter({ hasText: "16 B" }).waitFor();
    await look("memory-java-classes", narrow, page);
    await at(`report/${trace_id}?sample=${sample_ids[1]}&view=java`);
    await pictures.first().locator("summary").click();
    await page.getByText("[JNI global]", { exact: true }).first().waitFor();
    await look("memory-java", dress, page);
    await pictures.first().locator("a").click();
    await page.locator(".flame-facts").filter({ hasText: "byte[]" }).filter({ hasText: "12.00 MB" }).waitFor();
    await look("memory-java-flame", narrow, page);
    const sides = `before_trace=${trace_id}&before=${sample_ids[0]}&after_trace=${trace_id}&after=${sample_ids[1]}`;
    await at(`compare-analysis?${sides}&mode=call_tree`);
    await page.locator("h2[data-said=memory_grew_in]").filter({ hasText: "android.graphics.Bitmap" }).waitFor();
    await pictures.filter({ hasText: "+9.00 MB" }).waitFor();
    await look("memory-java-compare", narrow, page);
  });
});
