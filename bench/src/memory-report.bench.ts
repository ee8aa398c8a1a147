import { ENDPOINTS } from "@udt/contract";
import { vmmapText } from "@udt/memory/testing";
import type { Page } from "playwright-core";
import { signedInPage } from "./lib/browser.ts";
import { collapsedStacks, uploadedSample } from "./lib/memory-samples.ts";
import { cpuSeconds } from "./lib/process-facts.ts";
import type { Benchmark, Row } from "./lib/report.ts";
import { percentile } from "./lib/stats.ts";
import { PROJECT, startMeasuredUdt } from "./lib/udt.ts";

const SAMPLES = 20;
/** Each of a type of its own: then none is told together with another. */
const REGIONS = 50_000;
const CALLS = 600_000;
const TIMES = 10;
const OPENINGS = 5;
const BUDGET_MS = 1_000;
const query = PROJECT;

/** One in ten grows from sample to sample. */
function regionsText(sample: number): Buffer {
  const rows = Array.from({ length: REGIONS }, (_, index) => {
    const kb = 16 * (1 + (index % 500)) + (index % 10 === 0 ? 6_144 * sample : 0);
    return { type: `Region ${index}`, sizes: [kb, kb, kb, 0, 0, 0, 0] as VmSizes, count: 1 };
  });
  return Buffer.from(vmmapText(rows, []));
}
type VmSizes = Parameters<typeof vmmapText>[0][number]["sizes"];

async function times(count: number, call: () => Promise<unknown>): Promise<number[]> {
  const samples: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const from = performance.now();
    await call();
    samples.push(performance.now() - from);
  }
  return samples;
}

/** Milliseconds in the page from the click on a trace in the list until its footprints and regions are drawn. */
async function opening(page: Page, url: string, trace_id: string): Promise<number> {
  await page.goto(`${url}/demo/memory-graph/record`);
  const link = page.locator(`.udt-table a[href*="${trace_id}"]`);
  await link.waitFor();
  const shown = page.evaluate(async (samples) => {
    let clickedAt = 0;
    window.addEventListener("click", () => (clickedAt = performance.now()), { capture: true, once: true });
    for (;;) {
      await new Promise(requestAnimationFrame);
      const rows = document.querySelectorAll(".memory-table tbody tr").length;
      const columns = document.querySelectorAll(".memory-strip button").length;
      if (clickedAt > 0 && rows > 1 && columns >= samples) return performance.now() - clickedAt;
    }
  }, SAMPLES);
  await link.click();
  return shown;
}

export default {
  title: `a report of ${SAMPLES} samples of ${REGIONS} regions, and comparisons; floor: the smallest call of the same server`,
  async run() {
    const udt = await startMeasuredUdt(0);
    const { context, page } = await signedInPage(udt);
    try {
      const client = await udt.signIn();
      const traceOf = async (name: string) =>
        (await client.call(ENDPOINTS.memoryTraceCreate, { query, body: { name } })).trace_id;
      const trace_id = await traceOf("Regions");
      const regions: string[] = [];
      for (let sample = 0; sample < SAMPLES; sample += 1)
        regions.push(await uploadedSample(client, trace_id, regionsText(sample), { file_name: "vmmap.txt" }));
      const calls = await traceOf("Calls");
      const before = await uploadedSample(client, calls, collapsedStacks(CALLS, 1));
      const after = await uploadedSample(client, calls, collapsedStacks(CALLS, 3));
      const floor = percentile(await times(TIMES * 5, () => client.call(ENDPOINTS.userInfo, {})), 0.5);
      const facts = { unit: "ms" as const, floor, budget: BUDGET_MS };
      const rows: Row[] = [];
      const add = async (what: string, call: () => Promise<unknown>) => {
        const before = cpuSeconds(udt.server.pid);
        const took = await times(TIMES, call);
        const cpu_ms = ((cpuSeconds(udt.server.pid) - before) * 1_000) / TIMES;
        rows.push({ what: `${what}, p50`, value: percentile(took, 0.5), ...facts });
        rows.push({ what: `${what}, p95`, value: percentile(took, 0.95), ...facts });
        rows.push({ what: `${what}, the server's CPU for one`, unit: "ms", value: cpu_ms });
      };
      const params = { sample_id: regions.at(-1) ?? "" };
      await add("API, the trace with its samples", () =>
        client.call(ENDPOINTS.memoryTraceGet, { query, params: { trace_id } }),
      );
      await add("API, a sample's report", () => client.call(ENDPOINTS.memorySampleGet, { query, params }));
      const diff = (pair: { before: string; after: string }) => () =>
        client.call(ENDPOINTS.memoryCompare, { query: { ...query, ...pair } });
      const pair = { before: regions[0] ?? "", after: regions.at(-1) ?? "" };
      await add(`API, two samples of ${REGIONS} regions compared`, diff(pair));
      await add(`API, two samples of ${CALLS} calls compared`, diff({ before, after }));
      const opened: number[] = [];
      for (let turn = 0; turn < OPENINGS; turn += 1) opened.push(await opening(page, udt.url, trace_id));
      rows.push(
        { what: "page, report clicked to its regions shown, p50", value: percentile(opened, 0.5), ...facts },
        { what: "page, report clicked to its regions shown, p95", value: percentile(opened, 0.95), ...facts },
      );
      return { rows, notes: [`${TIMES} calls of each, ${OPENINGS} openings; the embedded database`] };
    } finally {
      await context.close();
      await udt.stop();
    }
  },
} satisfies Benchmark;
