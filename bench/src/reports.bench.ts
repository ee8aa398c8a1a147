import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient, type Client } from "@udt/client";
import { ENDPOINTS, type QueryInputOf } from "@udt/contract";
import { DEMO_ADMIN, makeDevices, makeRun, startDemoServer, userIdOf, type MadeCase } from "@udt/server/testing";
import type { Page } from "playwright-core";
import { signedInPage } from "./lib/browser.ts";
import type { Benchmark, Row } from "./lib/report.ts";
import { percentile } from "./lib/stats.ts";
import { PROJECT } from "./lib/udt.ts";

const CASES = 100_000;
/** One run to open and two before it to compare with. */
const RUNS = 3;
const DEVICES = 10;
const FAILED = 0.03;
const CALLS = 10;
const OPENINGS = 5;
const BUDGET_MS = 1_000;
/** A file is written while it is read: it may take its time. */
const EXPORT_MS = 600_000;

const FILTERS: Record<string, Partial<QueryInputOf<typeof ENDPOINTS.runCases>>> = {
  "the first page": {},
  "the last page": { page_num: CASES / 100, page_size: 100 },
  "failed cases": { state: "failed" },
  "one device": { device_seq: 3 },
  "a keyword": { keyword: "number 999" },
  "a keyword that nothing has": { keyword: "nothing has this" },
  "the slowest first": { sort: "cost" },
  "failed cases first": { sort: "state" },
  "new failures": { compared: "new_failure" },
  "flaky cases": { compared: "flaky" },
};

/** The same cases in every run; which of them fail moves on from run to run. */
const casesOf = (run: number): MadeCase[] =>
  Array.from({ length: CASES }, (_, index) => {
    const failed = ((index * 2_654_435_761 + run * 7_919) % 10_007) / 10_007 < FAILED;
    return {
      key: `suite_${index % 500}/test_${index % 97}.py::case number ${index}`,
      device_seq: index % DEVICES,
      cost: 500 + ((index * 37) % 9_000),
      ...(failed && { state: "failed" as const, error: "AssertionError: expected a, saw b" }),
    };
  });

export default {
  title: `a report of ${CASES} cases on the embedded database; floor: the smallest call of the same server`,
  async run() {
    const folder = mkdtempSync(join(tmpdir(), "udt-bench-reports-"));
    const server = await startDemoServer(folder);
    try {
      const { db } = server.database;
      const user_id = await userIdOf(db, DEMO_ADMIN.email);
      const devices = await makeDevices(db, DEVICES, Date.now());
      const test_ids: string[] = [];
      for (let run = 0; run < RUNS; run++) {
        const at = Date.now() - (RUNS - run) * 3_600_000;
        const made = { project_id: "demo", user_id, at, devices, config: { mode: "distributed" as const } };
        test_ids.push((await makeRun(db, { ...made, cases: casesOf(run) })).test_id);
      }
      const test_id = test_ids.at(-1)!;
      const client = await signIn(server.url);
      const floor = percentile(await time(CALLS * 5, () => client.call(ENDPOINTS.userInfo, {})), 0.95);
      const head = () => client.call(ENDPOINTS.runGet, { params: { test_id }, query: PROJECT });
      const devicesOf = () => client.call(ENDPOINTS.runDevices, { params: { test_id }, query: PROJECT });
      const facts = { unit: "ms" as const, floor, budget: BUDGET_MS };
      // What an ended run is compared with is found out once: the first who asks pays for it.
      const rows: Row[] = [
        { what: "API, head with comparison, the first time", value: (await time(1, head))[0]!, ...facts },
        { what: "API, head with comparison, then, p95", value: percentile(await time(CALLS, head), 0.95), ...facts },
        { what: "API, devices, the first time", value: (await time(1, devicesOf))[0]!, ...facts },
        { what: "API, devices, then, p95", value: percentile(await time(CALLS, devicesOf), 0.95), ...facts },
      ];
      for (const [what, filter] of Object.entries(FILTERS)) {
        const query = { ...PROJECT, ...filter };
        const samples = await time(CALLS, () => client.call(ENDPOINTS.runCases, { params: { test_id }, query }));
        rows.push({ what: `API, ${what}, p95`, value: percentile(samples, 0.95), ...facts });
      }
      for (const format of ["csv", "junit", "html"] as const) {
        const [took] = await time(1, async () => {
          const query = { ...PROJECT, format };
          const answer = await client.raw(ENDPOINTS.runExport, { params: { test_id }, query, timeoutMs: EXPORT_MS });
          await answer.arrayBuffer();
        });
        rows.push({ what: `export, ${format}, whole`, unit: "ms", value: took! });
      }
      rows.push(...(await inPage(server.url, test_id, test_ids[1]!, floor)));
      return { rows, notes: [`${CALLS} calls of each, ${OPENINGS} openings; ${FAILED * 100} % of the cases fail`] };
    } finally {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
} satisfies Benchmark;

async function time(count: number, call: () => Promise<unknown>): Promise<number[]> {
  const samples: number[] = [];
  for (let index = 0; index < count; index++) {
    const started = performance.now();
    await call();
    samples.push(performance.now() - started);
  }
  return samples;
}

async function signIn(baseUrl: string): Promise<Client> {
  let cookie = "";
  const client = createClient({
    baseUrl,
    headers: () => (cookie ? { cookie } : {}),
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      const set = response.headers.getSetCookie().find((line) => line.startsWith("udt_session_id="));
      if (set) cookie = set.split(";")[0]!;
      return response;
    },
  });
  await client.call(ENDPOINTS.userLogin, { body: DEMO_ADMIN });
  return client;
}

/** What a reader waits for: from the click on a report in the list, and on a filter, until its rows are drawn. */
async function inPage(url: string, test_id: string, unread_id: string, floor: number): Promise<Row[]> {
  const { context, page } = await signedInPage({ url, admin: DEMO_ADMIN });
  try {
    const open = async (id: string) => {
      await page.goto(`${url}/demo/auto/records/list`);
      const link = page.locator(`.udt-table a[href*="${id}"]`);
      await link.waitFor();
      return until(page, () => link.click(), ".runs-cases tbody tr");
    };
    const opened: number[] = [];
    const filtered: number[] = [];
    for (let opening = 0; opening < OPENINGS; opening++) {
      opened.push(await open(test_id));
      // An ended report begins with the failed ones: those that passed are others.
      const passed = page.locator(".runs-states button[data-tone=good]");
      filtered.push(await until(page, () => passed.click(), ".runs-cases[aria-busy=false] tbody tr", "success"));
    }
    const facts = { unit: "ms" as const, floor, budget: BUDGET_MS };
    return [
      {
        what: "page, a report that nobody has read yet, clicked to its cases shown",
        value: await open(unread_id),
        ...facts,
      },
      { what: "page, report clicked to its cases shown, p50", value: percentile(opened, 0.5), ...facts },
      { what: "page, report clicked to its cases shown, p95", value: percentile(opened, 0.95), ...facts },
      { what: "page, passed cases clicked to shown, p95", value: percentile(filtered, 0.95), ...facts },
    ];
  } finally {
    await context.close();
  }
}

/** Milliseconds in the page from the click until there are rows, all of them in `state` when it is given. */
async function until(page: Page, click: () => Promise<void>, rows: string, state?: string): Promise<number> {
  const shown = page.evaluate(
    async ([selector, wanted]) => {
      let clickedAt = 0;
      window.addEventListener("click", () => (clickedAt = performance.now()), { capture: true, once: true });
      for (;;) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
        const all = [...document.querySelectorAll<HTMLElement>(selector)];
        const isThere = all.length > 1 && all.every((row) => wanted === "" || row.dataset["state"] === wanted);
        if (clickedAt > 0 && isThere) return performance.now() - clickedAt;
      }
    },
    [rows, state ?? ""] as const,
  );
  await click();
  return shown;
}
