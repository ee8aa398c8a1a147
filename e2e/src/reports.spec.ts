import { noteLine } from "@udt/base";
import { say } from "@udt/contract";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pathToFileURL } from "node:url";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addResource, makeRun } from "@udt/server/testing";
import { openBrowser } from "@udt/testkit";
import { enter } from "./console-pages.ts";
import { makeShopRuns, startSeeded, type SeededReports, type ShopRuns } from "./seeded-reports.ts";

let udt: SeededReports;
let runs: ShopRuns;
let browser: BrowserContext;
let page: Page;
const folder = mkdtempSync(join(tmpdir(), "udt-exports-"));
const report = (test_id: string, rest = "") => page.goto(`${udt.url}/demo/auto/records/${test_id}${rest}`);
const rows = () => page.locator(".runs-cases tbody tr");

beforeAll(async () => {
  udt = await startSeeded();
  runs = await makeShopRuns(udt);
  browser = await openBrowser({ acceptDownloads: true });
  page = browser.pages()[0] ?? (await browser.newPage());
  await enter(page, udt);
});
afterAll(async () => {
  await browser?.close();
  await udt?.stop();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => browser.addCookies([{ name: "udt_lang", value: "en", url: udt.url }]));

describe("the list of reports", () => {
  it("is filtered by state and result in its address, and leads to a report", async () => {
    await page.goto(`${udt.url}/demo/auto/records/list`);
    await expect.poll(() => page.locator(".udt-table tbody tr").count()).toBe(5);
    await page.goto(`${udt.url}/demo/auto/records/list?execution=testing`);
    await expect.poll(() => page.locator(".udt-table tbody tr").count()).toBe(1);
    await page.goto(`${udt.url}/demo/auto/records/list?keyword=nothing-has-this-name`);
    await page.getByText("No report matches").waitFor();
    await page.getByRole("button", { name: "Clear the filters" }).click();
    await page.getByRole("link", { name: "Nightly smoke" }).nth(1).click();
    await page.waitForURL(`**/auto/job/${runs.job_id}/test/${runs.failed.test_id}`);
  });

  it("is where older addresses lead", async () => {
    await page.goto(`${udt.url}/demo/auto/job/record/${runs.failed.test_id}/case/${runs.failed.failed_case}`);
    await page.waitForURL(`**/auto/records/${runs.failed.test_id}/case/${runs.failed.failed_case}`);
    await page.getByText("What went wrong").first().waitFor();
  });
});

describe("a run's number", () => {
  it("finds its report, by the search and by its address, and any other to compare it with", async () => {
    await report(runs.failed.test_id);
    const title = await page.locator("h1", { hasText: "#" }).innerText();
    const number = Number(/#(\d+)/.exec(title)?.[1]);
    await page.goto(`${udt.url}/demo/auto/records/list?keyword=%23${number}`);
    await expect.poll(() => page.locator(".udt-table tbody tr").count()).toBe(1);
    await page.getByRole("link", { name: `#${number}` }).waitFor();
    await page.goto(`${udt.url}/demo/run/${number}`);
    await page.waitForURL(`**/auto/job/${runs.job_id}/test/${runs.failed.test_id}`);
    const against = page.getByRole("combobox", { name: "Compare with another run" });
    const tile = page.locator(".runs-tile").filter({ has: against });
    const chosen = tile.locator(".ant-select-content");
    const usual = await chosen.innerText();
    await against.fill("1");
    await page.locator(".ant-select-item-option").filter({ hasText: "#1 ·" }).click();
    await page.waitForURL((url) => url.searchParams.get("against") === "1");
    await chosen.filter({ hasText: "against #1" }).waitFor();
    await tile.hover();
    await tile.locator(".ant-select-clear").click();
    await page.waitForURL((url) => !url.searchParams.has("against"));
    await expect.poll(() => chosen.innerText()).toBe(usual);
  });
});

describe("a report", () => {
  it("tells its figures and what changed since the run before, and a click shows those cases", async () => {
    await report(runs.failed.test_id);
    // One was skipped: it is neither among those that passed nor among those that were to.
    await page.getByText("121 / 123").waitFor();
    await page.getByText("98.4%, was 98.4%").waitFor();
    await page.getByText("1 skipped").waitFor();
    await page.getByRole("button", { name: "2 new failures" }).click();
    await expect.poll(() => rows().count()).toBe(2);
    await expect
      .poll(() => rows().allInnerTexts())
      .toEqual([expect.stringContaining("new failure"), expect.stringContaining("new failure")]);
    await page.getByRole("button", { name: "2 fixed" }).click();
    await expect.poll(() => rows().first().innerText()).toContain("fixed");
    await page.getByRole("button", { name: "1 flaky" }).click();
    await expect.poll(() => rows().count()).toBe(1);
    expect(await rows().first().innerText()).toContain("flaky · attempt 2");
    expect(new URL(page.url()).searchParams.get("compared")).toBe("flaky");
  });

  it("has its cases searched and filtered by the server, in the address", async () => {
    await report(runs.failed.test_id);
    await page.getByRole("button", { name: /^Failed 2/ }).click();
    await expect.poll(() => rows().count()).toBe(2);
    await page.getByPlaceholder("Name, file or error").fill("id/receipt");
    await expect.poll(() => rows().count()).toBe(1);
    expect(await rows().first().innerText()).toContain("timed out");
    expect(page.url()).toContain("state=failed");
    await page.reload();
    await expect.poll(() => rows().count()).toBe(1);
    await report(runs.failed.test_id);
    await page.getByRole("button", { name: /^Skipped 1/ }).click();
    await expect.poll(() => rows().count()).toBe(1);
    await page.getByRole("button", { name: /^Passed 121/ }).waitFor();
  });

  it("shows all that came of a case, and its place in the list whichever way one came", async () => {
    await report(runs.failed.test_id);
    await expect.poll(() => rows().count()).toBe(25);
    const cut = (cells: Element[]) =>
      cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent);
    expect(await rows().locator("td:nth-child(2)").evaluateAll(cut)).toEqual([]);
    const place = page.getByRole("navigation", { name: "Cases of the list" });
    await rows().nth(1).getByRole("link").first().click();
    await place.getByText("2 / 124").waitFor();
    await page.goto(page.url().split("?")[0]!);
    await place.getByText("2 / 124").waitFor();
  });

  it("says in which order its cases are, and how many are shown", async () => {
    await report(runs.failed.test_id, "?page_size=30");
    await page.getByRole("button", { name: "Rows 30" }).waitFor();
    await page.getByRole("button", { name: "Order Failed first" }).click();
    const items = page.getByRole("menuitem");
    await items.first().waitFor();
    expect(await items.allInnerTexts()).toEqual(["Library's order", "Slowest first", "Failed first"]);
    await page.getByRole("menuitem", { name: "Slowest first" }).click();
    await page.getByRole("button", { name: "Order Slowest first" }).waitFor();
    expect(new URL(page.url()).searchParams.get("sort")).toBe("cost");
    await page.getByRole("button", { name: "Order Slowest first" }).click();
    await page.getByRole("menuitem", { name: "Failed first" }).click();
    await page.getByRole("button", { name: "Order Failed first" }).waitFor();
    expect(new URL(page.url()).searchParams.get("sort")).toBeNull();
  });

  it("leads from case to case of the list that one came from, and shows the whole device besides the case", async () => {
    await report(runs.failed.test_id, "?state=failed");
    await expect.poll(() => rows().count()).toBe(2);
    const names = await rows().locator(".runs-case").allInnerTexts();
    await rows().first().getByRole("link").first().click();
    await page.getByRole("heading", { name: names[0]! }).waitFor();
    const around = page.getByRole("navigation", { name: "Cases of the list" });
    await around.getByText("1 / 2").waitFor();
    expect(await around.getByRole("link", { name: "Previous case" }).getAttribute("aria-disabled")).toBe("true");
    await around.getByRole("link", { name: "Next case" }).click();
    await page.getByRole("heading", { name: names[1]! }).waitFor();
    await around.getByText("2 / 2").waitFor();
    await around.getByRole("link", { name: "Previous case" }).click();
    await page.getByRole("heading", { name: names[0]! }).waitFor();
    const length = () =>
      page.getByLabel("Position").evaluate((input: HTMLInputElement) => Number(input.max) - Number(input.min));
    const alone = await length();
    await page.getByText("The whole device", { exact: true }).click();
    await expect.poll(length).toBeGreaterThan(alone);
    const whole = await length();
    expect(new URL(page.url()).searchParams.get("range")).toBe("device");
    await page.reload();
    await expect.poll(length).toBe(whole);
    await page.getByText("This case", { exact: true }).click();
    await expect.poll(length).toBe(alone);
  });

  it("narrows its devices to a result, in the address", async () => {
    await report(runs.failed.test_id, "?tab=devices");
    await expect.poll(() => page.locator(".runs-device").count()).toBe(4);
    await page.getByRole("button", { name: /^Result/ }).click();
    await page.getByRole("menuitem", { name: "Some cases failed" }).click();
    await expect.poll(() => page.locator(".runs-device").count()).toBe(1);
    expect(new URL(page.url()).searchParams.get("result")).toBe("partly_passed");
    await report(runs.failed.test_id, "?tab=devices&result=cancelled");
    await page.getByText("No device of this test has this result.").waitFor();
    await page.getByRole("button", { name: "Clear the filters" }).click();
    await expect.poll(() => page.locator(".runs-device").count()).toBe(4);
  });

  it("shows a device whose place another took, with its cases and its files", async () => {
    const [before, after] = [udt.devices[2]!, udt.devices[3]!];
    const { test_id } = await makeRun(udt.server.database.db, {
      project_id: "demo",
      user_id: udt.user_id,
      at: Date.now(),
      job_id: "replaced",
      devices: [after],
      lost: [{ device: before, error: say("device_connection_lost") }],
      slots: [{ lost_device_ids: [before.device_id] }],
      phases: [{ name: "run", cost: 31_000 }],
      cases: [{ key: "a.test.ts::began early", device_id: before.device_id }, { key: "a.test.ts::came later" }],
    });
    const at = { test_id, device_id: before.device_id, case_run_id: null, duration_ms: null, started_at: null };
    await addResource(
      udt.server,
      { ...at, name: "left.txt", kind: "file", content_type: "text/plain" },
      Readable.from([Buffer.from("left")]),
    );
    await report(test_id);
    await page.locator(".runs-lane").getByRole("link", { name: before.model }).waitFor();
    await page.getByRole("link", { name: "began early" }).click();
    await page.locator(".udt-facts").getByRole("link", { name: before.model }).click();
    await page.getByRole("heading", { name: before.model }).getByText("Lost").waitFor();
    await page.getByText("the connection to the device was lost").first().waitFor();
    await expect.poll(() => rows().allInnerTexts()).toEqual([expect.stringContaining("began early")]);
    await page.getByRole("link", { name: "Download left.txt" }).waitFor();
    await page.getByText("Its place was taken by").getByRole("link", { name: after.model }).click();
    await page.getByText("It took the place of").waitFor();
    await expect.poll(() => rows().allInnerTexts()).toEqual([expect.stringContaining("came later")]);
    await report(test_id, "?tab=files");
    await page.getByRole("button", { name: new RegExp(`${before.model}.*Lost`) }).click();
    await page.getByRole("link", { name: "Download left.txt" }).waitFor();
    await report(test_id, "?tab=devices");
    await page.getByText("Lost before:").getByRole("link", { name: before.model }).waitFor();
  });

  it("tells the agent's notes in a script log in the reader's language, and what scripts printed as it is", async () => {
    const [device] = udt.devices;
    const { test_id } = await makeRun(udt.server.database.db, {
      project_id: "demo",
      user_id: udt.user_id,
      at: Date.now(),
      job_id: "noted",
      devices: [device!],
      phases: [{ name: "run", cost: 31_000 }],
    });
    const about = { test_id, device_id: device!.device_id, case_run_id: null, duration_ms: null, started_at: null };
    const note = noteLine(new Date(0), say("app_started", { package_name: "shop.udt" }));
    await addResource(
      udt.server,
      { ...about, name: "script.log", kind: "script_log", content_type: "text/plain" },
      Readable.from([Buffer.from(`${note}\nok 1 - 演示\n`)]),
    );
    await browser.addCookies([{ name: "udt_lang", value: "zh", url: udt.url }]);
    await report(test_id, "?tab=files");
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "script.log" }).click(),
    ]);
    expect(file.suggestedFilename()).toBe("script.log");
    expect(readFileSync(await file.path(), "utf8")).toBe("[1970-01-01T00:00:00.000Z] 已启动 shop.udt\nok 1 - 演示\n");
  });

  it("says why a file could not be downloaded", async () => {
    const { db } = udt.server.database;
    const [device] = udt.devices;
    const { test_id } = await makeRun(db, {
      project_id: "demo",
      user_id: udt.user_id,
      at: Date.now(),
      job_id: "files",
      devices: [device!],
      phases: [{ name: "run", cost: 31_000 }],
    });
    const at = { test_id, device_id: device!.device_id, case_run_id: null, duration_ms: null, started_at: null };
    const add = (name: string, kind: "file" | "screenshot", content_type: string) =>
      addResource(udt.server, { ...at, name, kind, content_type }, Readable.from([Buffer.from("x")]));
    for (const resource_id of [
      await add("gone.txt", "file", "text/plain"),
      await add("gone.png", "screenshot", "image/png"),
    ])
      await udt.server.blobs.delete(`tests/${test_id}/${resource_id}`);
    await add("here.txt", "file", "text/plain");
    await report(test_id, "?tab=files");
    await page.getByText("This file could not be read. This file does not exist.").waitFor();
    await page.getByRole("link", { name: "Download gone.txt" }).click();
    await page.getByText("gone.txt could not be downloaded. This file does not exist.").waitFor();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Download here.txt" }).click(),
    ]);
    expect(file.suggestedFilename()).toBe("here.txt");
    await page.route("**/run/export?*", (route) => route.abort());
    await page.getByRole("button", { name: "Export" }).click();
    await page.getByRole("menuitem", { name: "CSV" }).click();
    await page.getByText("CSV could not be downloaded.").waitFor();
    await page.unroute("**/run/export?*");
  });

  it("shows a case: why it failed, where, its steps, and one moment in log, charts and playhead", async () => {
    await report(runs.failed.test_id, `/case/${runs.failed.failed_case}`);
    await page.getByText('saw "Payment failed"').first().waitFor();
    expect(await page.locator('.runs-source tr[aria-current="true"]').innerText()).toContain("assert.equal(title");
    await page.locator(".runs-steps img").waitFor();
    await page.locator(".udt-chart canvas").nth(3).waitFor();
    const position = page.getByLabel("Position");
    const before = Number(await position.inputValue());
    // At first stands what was shown when it failed; what lies around the case is shaded.
    const marked = await page.locator(".tl-marks").evaluate((track) => {
      const place = (element: Element) => element.getBoundingClientRect();
      const rest = [...track.querySelectorAll("s")].map(place);
      return { failed: place(track.querySelector("b")!).left, shaded: rest.map(({ left, right }) => [left, right]) };
    });
    expect(marked.shaded).toHaveLength(2);
    expect(marked.shaded[1]![0]).toBeCloseTo(marked.failed, -1);
    await page.getByText("Shaded: before and after the case.").waitFor();
    // A step says when in the case it began, and leads there.
    const step = page.locator(".runs-steps li", { hasText: "Pay" });
    await step.getByText("+0:03.9", { exact: false }).waitFor();
    await step.getByRole("button", { name: "Pay", exact: true }).click();
    await expect.poll(async () => before - Number(await position.inputValue())).toBeCloseTo(8_200 - 3_900, -2);
    const early = Number(await position.inputValue());
    // A line of the log leads to its moment.
    await page.locator(".tl-lines button").last().click();
    await expect.poll(async () => Number(await position.inputValue())).toBeGreaterThan(early);
    await expect.poll(() => page.locator('.tl-lines [aria-current="true"]').count()).toBe(1);
    const shown = () =>
      page
        .locator(".udt-chart-mark")
        .first()
        .evaluate((mark) => getComputedStyle(mark).transform);
    const drawn = await shown();
    // So does a place in a chart, and the log follows.
    const plot = page.locator(".udt-chart .u-over").first();
    const box = (await plot.boundingBox())!;
    await plot.click({ position: { x: box.width * 0.8, y: box.height / 2 } });
    await expect.poll(shown).not.toBe(drawn);
    const { from, to, at } = await position.evaluate((input: HTMLInputElement) => ({
      from: Number(input.min),
      to: Number(input.max),
      at: input.valueAsNumber,
    }));
    expect((at - from) / (to - from)).toBeCloseTo(0.8, 1);
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await expect.poll(async () => Number(await position.inputValue())).toBeGreaterThan(at);
  });

  it("shows attempts and history of a case that passed at last", async () => {
    await report(runs.failed.test_id, `/case/${runs.failed.flaky_case}`);
    await page.locator(".runs-attempts li").nth(1).waitFor();
    await page.locator(".runs-attempts").getByRole("link", { name: "Attempt 1" }).click();
    await page.getByText("expected 2 items, saw 1").first().waitFor();
    await expect.poll(() => page.locator(".runs-history a").count()).toBe(4);
  });

  it("shows a device: its phases, charts, cases and files", async () => {
    await report(runs.failed.test_id, `/device/${udt.devices[0]!.device_id}`);
    await page.getByText("Some cases failed").first().waitFor();
    await expect.poll(() => page.locator(".runs-phases li").count()).toBe(5);
    await page.locator(".udt-chart canvas").first().waitFor();
    await page.getByRole("link", { name: "Download device.log" }).waitFor();
    await expect.poll(() => rows().count()).toBe(25);
    const gaps = await page
      .locator("main > section.udt-card")
      .evaluateAll((cards) =>
        cards
          .slice(1)
          .map((card, index) => card.getBoundingClientRect().top - cards[index]!.getBoundingClientRect().bottom),
      );
    expect(gaps.length).toBeGreaterThan(2);
    expect(gaps.filter((gap) => gap < 8)).toEqual([]);
  });

  it("says that a test below 30 seconds has no performance data", async () => {
    const { test_id } = await makeRun(udt.server.database.db, {
      project_id: "demo",
      user_id: udt.user_id,
      at: Date.now(),
      job_id: "short",
      devices: [udt.devices[0]!],
      phases: [{ name: "run", cost: 29_999 }],
      cases: [{ key: "a.test.ts::is quick" }],
    });
    await report(test_id, `/device/${udt.devices[0]!.device_id}`);
    await page.getByText("This test is shorter than 30 seconds, so it has no performance data.").waitFor();
    await report(runs.failed.test_id, `/device/${udt.devices[1]!.device_id}`);
    await page.getByText("No video, log or performance data was recorded on this device.").waitFor();
  });
});

describe("a test that runs", () => {
  it("shows its devices, what each does and why one waits", async () => {
    await report(runs.running.test_id);
    await page.getByText("Running").first().waitFor();
    await page.getByText("Every device that fits is offline.").waitFor();
    await page.getByText("20 of the run's 64 done here").first().waitFor();
    await page.getByRole("button", { name: "Cancel test" }).waitFor();
    // The run before is over: its share says nothing of one that goes on.
    expect(await page.locator(".runs-tile").first().innerText()).not.toContain("was");
    const watch = page.getByRole("link", { name: `Watch: ${udt.devices[0]!.model}` });
    const debug = { test_id: runs.running.test_id, device_id: udt.devices[0]!.device_id };
    expect(await watch.getAttribute("href")).toBe(`/demo/remote/debug?${new URLSearchParams(debug)}`);
    await page.getByRole("tab", { name: /Cases/ }).click();
    await page.getByRole("button", { name: /^Running 2/ }).click();
    await expect.poll(() => rows().count()).toBe(2);
  });

  it("is cut short by a case, by a device and as a whole", async () => {
    await report(runs.running.test_id);
    await page.getByRole("tab", { name: /Cases/ }).click();
    await page.getByRole("button", { name: /^Waiting/ }).click();
    await expect.poll(() => rows().count()).toBe(22);
    const first = rows().first();
    const name = await first.getByRole("link").innerText();
    await first.getByRole("button", { name: `Cancel ${name}` }).click();
    await rows().getByText(name, { exact: true }).waitFor({ state: "hidden" });
    await page.locator("[data-tab=devices]").click();
    const waiting = page.locator(".runs-device").filter({ has: page.locator(".runs-waiting") });
    await waiting.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    await page.locator('.runs-device[data-result="cancelled"]').waitFor();
    await page.getByRole("button", { name: "Cancel test" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel test" }).click();
    await page.getByText("Cancelled by its owner").waitFor();
    // What was cancelled is not done.
    await page.getByRole("tab", { name: /Devices/ }).click();
    await page.getByText("20 of 21 cases").first().waitFor();
    await expect.poll(() => page.getByRole("link", { name: /^Watch/ }).count()).toBe(0);
    await report(runs.running.test_id, `?tab=cases&keyword=${encodeURIComponent(name)}`);
    await page.getByRole("link", { name, exact: true }).click();
    await page.getByText("This case never began.").waitFor();
    await page.getByText("Cause: by a user").waitFor();
    expect(await page.getByRole("heading", { name: /^(Steps|Output)$/ }).count()).toBe(0);
  });
});

describe("outside of the platform", () => {
  const download = async (format: string) => {
    await report(runs.failed.test_id);
    await page.getByRole("button", { name: "Export" }).click();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name: format }).click(),
    ]);
    // By its ending a browser knows what a file is.
    const path = join(folder, `report.${format.split(" ")[0]!.toLowerCase()}`);
    await file.saveAs(path);
    return { name: file.suggestedFilename(), path };
  };

  it("the HTML file opens without a network and filters its cases", async () => {
    const { name, path } = await download("HTML");
    expect(name).toMatch(/^Nightly smoke #\d+ \d{4}-\d\d-\d\d\.html$/);
    const offline = await openBrowser({ offline: true });
    try {
      const reader = offline.pages()[0] ?? (await offline.newPage());
      const asked: string[] = [];
      const complaints: string[] = [];
      reader.on("request", (request) => asked.push(request.url()));
      reader.on("console", (message) => complaints.push(message.text()));
      await reader.goto(pathToFileURL(path).href);
      await reader.getByText("121 / 123").waitFor();
      // What failed comes first, and what was skipped before what passed.
      const first = reader.locator("#rows .grid");
      await expect
        .poll(async () => (await first.locator(".pill").allInnerTexts()).slice(0, 4))
        .toEqual(["Failed", "Failed", "Skipped", "Passed"]);
      await reader.getByRole("button", { name: /^Failed/ }).click();
      await expect.poll(() => reader.locator("#rows .grid").count()).toBe(2);
      await reader.locator("#rows .grid").first().click();
      await reader.getByText("tests/checkout.test.ts:48").first().waitFor();
      const picture = reader.getByRole("img", { name: "The last picture that the script kept" });
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalHeight)).toBe(400);
      expect(asked.filter((url) => !url.startsWith("file:") && !url.startsWith("data:"))).toEqual([]);
      expect(complaints).toEqual([]);
    } finally {
      await offline.close();
    }
  });

  it("JUnit XML and CSV are whole files", async () => {
    const junit = await download("JUnit XML");
    expect(readFileSync(junit.path, "utf8").match(/<testcase /g)).toHaveLength(124);
    const csv = await download("CSV");
    expect(readFileSync(csv.path, "utf8").trim().split("\r\n")).toHaveLength(125);
  });

  it("a link shows the report to somebody without an account, until it is revoked", async () => {
    await report(runs.failed.test_id);
    await page.getByRole("button", { name: "Share" }).click();
    await page.getByRole("button", { name: "Make a link" }).click();
    const link = await page.locator(".runs-share-made input").inputValue();
    const stranger = await openBrowser();
    try {
      const reader = stranger.pages()[0] ?? (await stranger.newPage());
      await reader.goto(link);
      await reader.getByText("Nightly smoke").first().waitFor();
      await reader.locator("#rows .grid", { hasText: "Failed" }).first().click();
      await reader.getByRole("img", { name: "The last picture that the script kept" }).waitFor();
      // A page in a sandbox is nobody's session.
      expect(await reader.evaluate(() => self.origin)).toBe("null");
      await page.getByRole("button", { name: /^Revoke the link/ }).click();
      await page.getByText("Nobody has shared this report.").waitFor();
      await reader.reload();
      await reader.getByText("This link does not open a report").waitFor();
    } finally {
      await stranger.close();
    }
  });
});
