import type { LogLine } from "@udt/contract";
import { until } from "@udt/testkit";
import type { Page } from "playwright-core";
import { openDebugPage, signedInPage } from "./lib/browser.ts";
import type { Benchmark } from "./lib/report.ts";
import { percentile } from "./lib/stats.ts";
import { endSession, startMeasuredUdt, startSession } from "./lib/udt.ts";

const LINES_PER_SECOND = 10_000;
const BATCH_MS = 50;
const SECONDS = 15;
/** Whether a frame is late is seen at half of a display's sixty. */
const LEAST_FPS = 30;

/** The page's own frames for so long, by the milliseconds between them. */
const frameGaps = (page: Page): Promise<number[]> =>
  page.evaluate(async (ms) => {
    const gaps: number[] = [];
    let before = await new Promise<number>(requestAnimationFrame);
    for (const end = before + ms; before < end;) {
      const now = await new Promise<number>(requestAnimationFrame);
      gaps.push(now - before);
      before = now;
    }
    return gaps;
  }, SECONDS * 1_000);
const fpsOf = (gaps: readonly number[]) => (gaps.length * 1_000) / gaps.reduce((sum, gap) => sum + gap, 0);

/** Lines as an app says them, of every level; each is told by its number. */
const batch = (from: number, count: number): LogLine[] =>
  Array.from({ length: count }, (_, at) => {
    const level = "VDIWE"[(from + at) % 5] as LogLine[1];
    return [Date.now(), level, `Bench${at % 7}`, 1_000, 1_001, `line ${from + at}: something happened in the app`];
  });

/** Answers the page's `log` stream from here: what device, agent and server can do is measured elsewhere. */
async function feedLog(page: Page): Promise<{ sent(): number; start(): void; stop(): void }> {
  let sent = 0;
  let timer: NodeJS.Timeout | undefined;
  let say: ((text: string) => void) | undefined;
  await page.routeWebSocket(/\/streams\/log\?/, (socket) => {
    say = (text) => socket.send(text);
  });
  return {
    sent: () => sent,
    start() {
      const from = performance.now();
      timer = setInterval(() => {
        // A timer that is late makes up for it: the rate is what is promised.
        const due = Math.floor(((performance.now() - from) / 1_000) * LINES_PER_SECOND);
        if (due > sent) say?.(JSON.stringify({ type: "lines", lines: batch(sent, due - sent) }));
        sent = Math.max(sent, due);
      }, BATCH_MS);
    },
    stop: () => clearInterval(timer),
  };
}

/** The number of the last line that shows. */
const lastShown = async (page: Page): Promise<number> => {
  const text = await page.locator(".dbg-log-list .dbg-line").last().innerText();
  return Number(/line (\d+):/.exec(text)?.[1] ?? -1);
};

export default {
  title: `a log of ${LINES_PER_SECOND.toLocaleString("en")} lines a second into the page; floor: the same page with none`,
  async run() {
    const udt = await startMeasuredUdt(1);
    try {
      const client = await udt.signIn();
      const device_id = (await udt.idleDevices(1))[0]!.device_id;
      const test_id = await startSession(client, device_id);
      const { context, page } = await signedInPage(udt);
      try {
        const log = await feedLog(page);
        await openDebugPage(page, udt, test_id, device_id);
        const quiet = await frameGaps(page);
        log.start();
        await until(
          "the first lines",
          async () => (await page.locator(".dbg-log-list .dbg-line").count()) > 0 || undefined,
        );
        const gaps = await frameGaps(page);
        const behind = log.sent() - (await lastShown(page));
        log.stop();
        return {
          rows: [
            {
              what: "frames of the page",
              unit: "fps" as const,
              value: fpsOf(gaps),
              floor: fpsOf(quiet),
              at_least: LEAST_FPS,
            },
            {
              what: "between two frames, p95",
              unit: "ms" as const,
              value: percentile(gaps, 0.95),
              floor: percentile(quiet, 0.95),
            },
            {
              what: "between two frames, max",
              unit: "ms" as const,
              value: Math.max(...gaps),
              floor: Math.max(...quiet),
            },
            {
              what: "what shows is behind by",
              unit: "ms" as const,
              value: (behind / LINES_PER_SECOND) * 1_000,
              budget: 1_000,
            },
          ],
          notes: [`${log.sent()} lines in ${SECONDS} s and more, the phone's screen live beside them`],
        };
      } finally {
        await context.close();
        await endSession(client, test_id, device_id);
      }
    } finally {
      await udt.stop();
    }
  },
} satisfies Benchmark;
