import type { Client } from "@udt/client";
import { ENDPOINTS, fillPath } from "@udt/contract";
import type { Page } from "playwright-core";
import { signedInPage } from "./lib/browser.ts";
import { collapsedStacks, uploadedSample } from "./lib/memory-samples.ts";
import type { Benchmark, Row } from "./lib/report.ts";
import { percentile } from "./lib/stats.ts";
import { PROJECT, startMeasuredUdt } from "./lib/udt.ts";

const CALLS = 600_000;
const FRAMES = 240;
const query = PROJECT;

/** Milliseconds until a tree is there. */
async function treeTime(client: Client, sample_id: string, before?: string): Promise<number> {
  const from = performance.now();
  const call = { params: { sample_id }, query: { ...query, before } };
  await (await client.raw(ENDPOINTS.memorySampleTree, call)).arrayBuffer();
  return performance.now() - from;
}

/** Milliseconds from the tree's arrival to the first picture: to the frame after the one in which the graph is there. */
const firstPicture = (page: Page, path: string): Promise<number> =>
  page.evaluate(async (tree) => {
    const canvas = () => document.querySelector(".flame-canvas");
    while (!canvas()) await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    const [entry] = performance
      .getEntriesByType("resource")
      .filter(({ name }) => new URL(name).pathname.endsWith(tree));
    return performance.now() - ((entry as PerformanceResourceTiming | undefined)?.responseEnd ?? 0);
  }, path);

/** Zooms in and out with each frame: milliseconds between frames, and those that each took to draw. */
const zooming = (page: Page): Promise<{ gaps: number[]; draws: number[] }> =>
  page.evaluate(async (count) => {
    const canvas = document.querySelector<HTMLCanvasElement>(".flame-canvas");
    const box = canvas?.getBoundingClientRect() ?? new DOMRect();
    const draws: number[] = [];
    const ask = requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (act) =>
      ask((now) => {
        const from = performance.now();
        act(now);
        draws.push(performance.now() - from);
      });
    const gaps: number[] = [];
    let before = await new Promise<number>(ask);
    for (let frame = 0; frame < count; frame += 1) {
      const deltaY = frame % 120 < 60 ? -40 : 40;
      const at = { clientX: box.left + box.width * 0.3, clientY: box.top + 100 };
      canvas?.dispatchEvent(new WheelEvent("wheel", { deltaY, ctrlKey: true, cancelable: true, ...at }));
      const now = await new Promise<number>(ask);
      gaps.push(now - before);
      before = now;
    }
    window.requestAnimationFrame = ask;
    return { gaps, draws };
  }, FRAMES);

/** How many frames a second the browser shows of a page with nothing in it. */
const emptyFps = async (page: Page): Promise<number> => {
  await page.goto("about:blank");
  return page.evaluate(async (count) => {
    const from = await new Promise<number>(requestAnimationFrame);
    let now = from;
    for (let frame = 0; frame < count; frame += 1) now = await new Promise<number>(requestAnimationFrame);
    return (count * 1_000) / (now - from);
  }, FRAMES);
};

export default {
  title: `flame graph of ${CALLS} calls`,
  async run() {
    const udt = await startMeasuredUdt(0);
    const { context, page } = await signedInPage(udt);
    try {
      const client = await udt.signIn();
      const body = { name: "Large" };
      const { trace_id } = await client.call(ENDPOINTS.memoryTraceCreate, { query, body });
      const before = await uploadedSample(client, trace_id, collapsedStacks(CALLS, 1));
      const after = await uploadedSample(client, trace_id, collapsedStacks(CALLS, 3));
      const rows: Row[] = [
        { what: "tree of a sample, answered", unit: "ms", value: await treeTime(client, after) },
        { what: "tree beside another's, answered", unit: "ms", value: await treeTime(client, after, before) },
      ];
      await page.goto(`${udt.url}/demo/memory-graph/report/${trace_id}/flamegraph?sample=${after}`);
      const path = fillPath(ENDPOINTS.memorySampleTree.path, { sample_id: after });
      rows.push({
        what: "first picture, once it is there",
        unit: "ms",
        value: await firstPicture(page, path),
        budget: 1_000,
      });
      const { gaps, draws } = await zooming(page);
      const fps = (gaps.length * 1_000) / gaps.reduce((sum, gap) => sum + gap, 0);
      rows.push(
        { what: "frames while zooming", unit: "fps", value: fps, floor: await emptyFps(page), at_least: 58 },
        { what: "to draw one frame, median", unit: "ms", value: percentile(draws, 0.5), budget: 16 },
        { what: "to draw one frame, slowest of a hundred", unit: "ms", value: percentile(draws, 0.99) },
      );
      return { rows, notes: ["a browser without a graphics card: it draws with the processor"] };
    } finally {
      await context.close();
      await udt.stop();
    }
  },
} satisfies Benchmark;
