import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@udt/client";
import { ENDPOINTS } from "@udt/contract";
import {
  DEMO_ADMIN,
  makeDevices,
  makeRun,
  MONKEY_JOB,
  startDemoServer,
  userIdOf,
  type MadeCase,
} from "@udt/server/testing";
import { until } from "@udt/testkit";
import type { Page } from "playwright-core";
import { signedInPage } from "./lib/browser.ts";
import type { Benchmark, Row } from "./lib/report.ts";
import { sessionCookie } from "./lib/sign-in.ts";
import { percentile, round } from "./lib/stats.ts";
import { PROJECT } from "./lib/udt.ts";

const RUNS = 1_000;
const CASES = 100;
const JOBS = 20;
const DEVICES = 40;
const FAILED = 0.03;
const OPENINGS = 10;
const BUDGET_MS = 1_000;
/** The server looks once a minute for runs that ended elsewhere, and brings them into the quality board's figures. */
const COUNTED_WITHIN_MS = 300_000;
/** What home shows of runs: the line of days, and of what needs somebody the tasks that failed and the cases that became flakier. */
const FULL = ":has(.home-trend figure):has(.home-needs [data-tone=bad]):has(.home-needs [data-tone=warning])";
/** Between two runs: all of them lie within the days that home draws, and before. */
const APART_MS = 20 * 60_000;

const casesOf = (run: number): MadeCase[] =>
  Array.from({ length: CASES }, (_, index) => {
    // The first case of each job comes and goes in the second half of its runs, about a week: a riser.
    const isRiser = index === 0 && run >= RUNS / 2 && Math.floor(run / JOBS) % 2 === 0;
    const failed = isRiser || ((index * 2_654_435_761 + run * 7_919) % 10_007) / 10_007 < FAILED;
    return {
      key: `suite_${index % 10}/test.py::case number ${index}`,
      cost: 500 + ((index * 37) % 9_000),
      ...(failed && { state: "failed" as const, error: "AssertionError: expected a, saw b" }),
    };
  });

export default {
  title: `home of a project with ${RUNS} runs of ${CASES} cases on the embedded database; floor: the same home before there are any`,
  async run() {
    const folder = mkdtempSync(join(tmpdir(), "udt-bench-home-"));
    const server = await startDemoServer(folder);
    try {
      const { db } = server.database;
      const at = { url: server.url, admin: DEMO_ADMIN };
      const cookie = await sessionCookie(at);
      const client = createClient({ baseUrl: server.url, headers: () => ({ cookie }) });
      const user_id = await userIdOf(db, DEMO_ADMIN.email);
      const devices = await makeDevices(db, DEVICES, Date.now());
      const { context, page } = await signedInPage(at);
      try {
        const empty = await openings(page, server.url, ":has(.home-trend p)");
        const jobs: { job_id: string; job_name: string }[] = [];
        for (let job = 0; job < JOBS; job++) {
          const job_name = `Nightly ${job}`;
          const { job_id } = await client.call(ENDPOINTS.jobCreate, {
            query: PROJECT,
            body: { name: job_name, config: MONKEY_JOB },
          });
          jobs.push({ job_id, job_name });
        }
        for (let run = 0; run < RUNS; run++) {
          const made = { project_id: "demo", user_id, at: Date.now() - (RUNS - run) * APART_MS };
          const phases = [{ name: "run" as const, cost: 300_000 }];
          const on = [devices[run % DEVICES]!];
          await makeRun(db, { ...made, ...jobs[run % JOBS], devices: on, phases, cases: casesOf(run) });
        }
        const begun = performance.now();
        const counted = async () => (await client.call(ENDPOINTS.systemHealth, {})).queues.roll_ups_waiting === 0;
        await until("all runs counted", async () => (await counted()) || undefined, COUNTED_WITHIN_MS);
        const seconds = Math.round((performance.now() - begun) / 1000);
        // These runs never ended as runs do: what the server keeps of a minute ago, when there were none, goes by itself.
        await page.goto(`${server.url}/home`, { waitUntil: "commit" });
        await page.evaluate(shown, FULL);
        const full = await openings(page, server.url, FULL);
        const row = (what: string, of: "first" | "whole", share: number): Row => ({
          what: `page, opened to ${what}, p${share * 100}`,
          unit: "ms",
          value: percentile(
            full.map((each) => each[of]),
            share,
          ),
          floor: percentile(
            empty.map((each) => each[of]),
            share,
          ),
          budget: BUDGET_MS,
        });
        const rows = [
          row("its first content", "first", 0.5),
          row("its first content", "first", 0.95),
          row("all that it shows", "whole", 0.5),
          row("all that it shows", "whole", 0.95),
        ];
        return {
          rows,
          notes: [
            `${OPENINGS} openings of each, once all runs were counted, ${seconds} s after the last; the slowest reads: ${await slowest(page)}`,
          ],
        };
      } finally {
        await context.close();
      }
    } finally {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
} satisfies Benchmark;

/** Loads home anew each time; the browser has its scripts, as of everybody who was there yesterday. */
async function openings(page: Page, url: string, all_of: string): Promise<{ first: number; whole: number }[]> {
  const all: { first: number; whole: number }[] = [];
  for (let opening = 0; opening < OPENINGS; opening++) {
    await page.goto(`${url}/home`, { waitUntil: "commit" });
    all.push(await page.evaluate(shown, all_of));
  }
  return all;
}

/**
 * Milliseconds from the navigation's begin until a figure of the devices or a line of what somebody did or is to do stands, and
 * until what is looked for is there and nothing is to come any more.
 */
async function shown(all_of: string): Promise<{ first: number; whole: number }> {
  let first = 0;
  for (;;) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const figure = document.querySelector(".home-figures b")?.textContent ?? "–";
    if (first === 0 && (figure !== "–" || document.querySelector(".home .udt-panel li"))) first = performance.now();
    const isWhole = figure !== "–" && document.querySelector(`.home${all_of}`);
    if (first > 0 && isWhole && !document.querySelector(".udt-skeleton, .udt-skeleton-bar"))
      return { first, whole: performance.now() };
  }
}

/** What the page waited for the longest when it was opened last. */
const slowest = async (page: Page): Promise<string> => {
  const reads = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter(({ name }) => name.includes("/v1/"))
      .map(({ name, duration }) => ({ path: new URL(name).pathname, duration })),
  );
  return reads
    .toSorted((a, b) => b.duration - a.duration)
    .slice(0, 4)
    .map(({ path, duration }) => `${path} ${round(duration)} ms`)
    .join(", ");
};
