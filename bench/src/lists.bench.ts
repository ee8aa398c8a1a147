import { delay } from "@udt/base";
import type { Client } from "@udt/client";
import { ENDPOINTS } from "@udt/contract";
import { DEVICE_SORTS } from "@udt/contract/endpoints/devices";
import type { Page } from "playwright-core";
import { signedInPage } from "./lib/browser.ts";
import { deviceReport } from "./lib/device-report.ts";
import type { Benchmark, Row } from "./lib/report.ts";
import { connectScriptedAgent } from "./lib/scripted-agent.ts";
import { percentile } from "./lib/stats.ts";
import { PROJECT, startMeasuredUdt } from "./lib/udt.ts";

const AGENTS = 10;
const DEVICES_EACH = 1_000;
const CALLS = 50;
const BUDGET_MS = 200;
const PAGE_RUNS = 20;
/** Between two searches: who goes on typing is waited for. */
const REST_MS = 500;
/** Devices that are given by name, by so many calls at once. */
const GIVEN = 1_000;
const AT_ONCE = 8;

const FILTERS = {
  "no filter": () => ({}),
  "keyword in the serial": (call: number) => ({ keyword: `bench-0${call % 10}` }),
  "keyword in the model": () => ({ keyword: "comet" }),
  "keyword that nothing has": () => ({ keyword: "nothing has this" }),
  "state idle": () => ({ state: "idle" as const }),
  "state and keyword": () => ({ state: "initialization_failed" as const, keyword: "fold" }),
  "sorted by names in Chinese": () => ({ language: "zh" as const, page_size: 100 }),
  "the last page": () => ({ page_num: 100, page_size: 100 }),
  ...Object.fromEntries(
    DEVICE_SORTS.map((sort) => [`sorted by ${sort}`, () => ({ sort, order: "desc" as const, page_size: 100 })]),
  ),
};

export default {
  title: `a list of ${AGENTS * DEVICES_EACH} devices; floor: the smallest call of the same server`,
  async run() {
    const udt = await startMeasuredUdt(1);
    const agents: { close(): void }[] = [];
    try {
      const client = await udt.signIn();
      const connecting: number[] = [];
      for (let agent = 0; agent < AGENTS; agent++) {
        const { token } = await client.call(ENDPOINTS.agentCreate, { body: { name: `bench ${agent}` } });
        const devices = Array.from({ length: DEVICES_EACH }, (_, index) => deviceReport(agent * DEVICES_EACH + index));
        const started = performance.now();
        agents.push(await connectScriptedAgent({ server_url: udt.url, token, devices, onStream: () => {} }));
        connecting.push(performance.now() - started);
      }
      await giveSome(client);
      const time = async (call: () => Promise<unknown>): Promise<number[]> => {
        const samples: number[] = [];
        for (let index = 0; index < CALLS; index++) {
          const started = performance.now();
          await call();
          samples.push(performance.now() - started);
        }
        return samples;
      };
      const floor = percentile(await time(() => client.call(ENDPOINTS.userInfo, {})), 0.95);
      const rows: Row[] = [];
      for (const [what, filter] of Object.entries(FILTERS)) {
        let call = 0;
        const samples = await time(() =>
          client.call(ENDPOINTS.deviceList, { query: { ...PROJECT, ...filter(call++) } }),
        );
        rows.push({
          what: `API, ${what}, p95`,
          unit: "ms",
          value: percentile(samples, 0.95),
          floor,
          budget: BUDGET_MS,
        });
      }

      const all = await time(() => client.call(ENDPOINTS.adminDeviceList, {}));
      rows.push({
        what: "API, the list of all for administrators, p95",
        unit: "ms",
        value: percentile(all, 0.95),
        floor,
        budget: BUDGET_MS,
      });

      const { context, page } = await signedInPage(udt);
      try {
        await page.goto(`${udt.url}/demo/remote/list`);
        await page.waitForSelector(".udt-table tbody tr");
        const chosen: number[] = [];
        for (let run = 0; run < PAGE_RUNS; run++) chosen.push(await chooseState(page, run % 2 === 0 ? "bad" : "good"));
        const typed: number[] = [];
        await page.goto(`${udt.url}/demo/remote/list`);
        await page.waitForSelector(".udt-table tbody tr");
        for (let run = 0; run < PAGE_RUNS; run++) {
          await delay(REST_MS);
          typed.push(await typeKeyword(page, `bench-0${1000 + run * 37}`));
        }
        const inPage = { unit: "ms" as const, floor, budget: BUDGET_MS };
        rows.push(
          { what: "page, state clicked to its rows shown, p95", value: percentile(chosen, 0.95), ...inPage },
          { what: "page, keyword typed to its row shown, p95", value: percentile(typed, 0.95), ...inPage },
        );
      } finally {
        await context.close();
      }
      rows.push({
        what: `hello of an agent with ${DEVICES_EACH} devices to its welcome, p50`,
        unit: "ms",
        value: percentile(connecting, 0.5),
      });
      return { rows, notes: [`${CALLS} calls of each filter, ${PAGE_RUNS} searches in the page`] };
    } finally {
      for (const agent of agents) agent.close();
      await udt.stop();
    }
  },
} satisfies Benchmark;

/** A tenth of them is given to the project by name. */
async function giveSome(client: Client): Promise<void> {
  const pages = Array.from({ length: GIVEN / 100 }, (_, index) => index + 1);
  const ids: string[] = [];
  for (const page_num of pages) {
    const { list } = await client.call(ENDPOINTS.adminDeviceList, { query: { page_num, page_size: 100 } });
    ids.push(...list.map(({ device_id }) => device_id));
  }
  const body = { given_to: "projects" as const, project_ids: [PROJECT.project] };
  const give = async () => {
    for (let device_id = ids.shift(); device_id; device_id = ids.shift())
      await client.call(ENDPOINTS.deviceGive, { params: { device_id }, body });
  };
  await Promise.all(Array.from({ length: AT_ONCE }, give));
}

/** Clicks a state's counter. Milliseconds in the page until the table shows rows of that state alone. */
async function chooseState(page: Page, tone: "good" | "bad"): Promise<number> {
  const shown = page.evaluate(async (wanted) => {
    let clickedAt = 0;
    window.addEventListener("click", () => (clickedAt = performance.now()), { capture: true, once: true });
    for (;;) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const rows = [...document.querySelectorAll<HTMLElement>(".udt-table tbody tr")];
      if (clickedAt > 0 && rows.length > 1 && rows.every((row) => row.querySelector(`.udt-pill[data-tone=${wanted}]`)))
        return performance.now() - clickedAt;
    }
  }, tone);
  await page.locator(`.devices-count[data-tone=${tone}]`).click();
  return shown;
}

/** Milliseconds in the page from the input event until the table has the wanted row and no other. */
async function typeKeyword(page: Page, keyword: string): Promise<number> {
  const shown = page.evaluate(async (wanted) => {
    let typedAt = 0;
    window.addEventListener("input", () => (typedAt = performance.now()), { capture: true, once: true });
    for (;;) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const rows = [...document.querySelectorAll<HTMLElement>(".udt-table tbody tr")];
      if (typedAt > 0 && rows.length === 1 && rows[0]!.textContent.includes(wanted)) return performance.now() - typedAt;
    }
  }, keyword);
  await page.locator(".udt-search input").fill(keyword);
  return shown;
}
