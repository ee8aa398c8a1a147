import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@udt/client";
import { ENDPOINTS } from "@udt/contract";
import {
  DEMO_ADMIN,
  makeDevices,
  makeRun,
  startDemoServer,
  untidyTables,
  userIdOf,
  type MadeDevice,
} from "@udt/server/testing";
import type { Benchmark, Row } from "./lib/report.ts";
import { sessionCookie } from "./lib/sign-in.ts";
import { percentile, round } from "./lib/stats.ts";

const RUNS = 500;
const CASES = 2_000;
const DEVICES = 4;
const DAYS = 90;
const DAY_MS = 86_400_000;
/** Of which code a run is: a commit each, but every fifth is of the one before, so that cases can be flaky. */
const commitOf = (run: number) => String(run % 5 === 4 ? run - 1 : run).padStart(40, "0");
/** A version of the app a week. */
const versionOf = (run: number) => `2.${Math.floor((run * DAYS) / RUNS / 7)}.0`;
const CALLS = 10;
const FIRST_MS = 1_000;
const LATER_MS = 300;
const LOOK_MS = 500;
/** A run is brought into the figures by one transaction, for which everything else waits on the embedded database. */
const ROLLED_UP_MS = 250;

export default {
  title: `the quality board over ${(RUNS * CASES).toLocaleString("en")} case results of ${DAYS} days on the embedded database; floor: the smallest call of the same server`,
  async run() {
    const folder = mkdtempSync(join(tmpdir(), "udt-bench-quality-"));
    const server = await startDemoServer(folder);
    try {
      const { db } = server.database;
      const cookie = await sessionCookie({ url: server.url, admin: DEMO_ADMIN });
      const client = createClient({ baseUrl: server.url, headers: () => ({ cookie }) });
      const user_id = await userIdOf(db, DEMO_ADMIN.email);
      const devices = await makeDevices(db, DEVICES, Date.now());
      for (let run = 0; run < RUNS; run++) await addRun(server, { user_id, devices, run });
      const began = performance.now();
      await client.call(ENDPOINTS.qualityRecompute, { body: {} });
      while ((await client.call(ENDPOINTS.qualityBoard, { query: { days: "90" } })).pending > 0)
        await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      const rolled = performance.now() - began;
      await untilTidied(server);
      const floor = percentile(await time(CALLS * 5, () => client.call(ENDPOINTS.userInfo, {})), 0.95);
      const brand = devices[0]!.brand;
      const rows: Row[] = [];
      for (const [what, query] of [
        ["90 days", { days: "90" }],
        ["7 days", { days: "7" }],
        ["90 days of one brand", { days: "90", brand }],
      ] as const) {
        // What a page asks for as it opens, at once.
        const view = () =>
          Promise.all([
            client.call(ENDPOINTS.qualityBoard, { query }),
            client.call(ENDPOINTS.qualityDevices, { query }),
            client.call(ENDPOINTS.qualityCases, { query }),
            client.call(ENDPOINTS.qualityClusters, { query }),
            client.call(ENDPOINTS.qualityHealth, { query }),
          ]);
        const [first = 0, ...later] = await time(CALLS + 1, view);
        const value = percentile(later, 0.95);
        rows.push({ what: `${what}, first view`, unit: "ms", value: first, floor, budget: FIRST_MS });
        rows.push({ what: `${what}, later views, p95`, unit: "ms", value, floor, budget: LATER_MS });
      }
      const took = await time(CALLS, () => client.call(ENDPOINTS.qualityBoard, { query: { days: "90" } }));
      rows.push({
        what: "90 days, figures alone, p95",
        unit: "ms",
        value: percentile(took, 0.95),
        floor,
        budget: LATER_MS,
      });
      rows.push({ what: "a run of 2,000 cases, rolled up", unit: "ms", value: rolled / RUNS, budget: ROLLED_UP_MS });
      return { rows, notes: [`all counted anew in ${round(rolled / 1_000)} s; ${CALLS} views of each`] };
    } finally {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
} satisfies Benchmark;

type Server = Awaited<ReturnType<typeof startDemoServer>>;

/** As on a server that did not begin just now: the upkeep of the embedded database comes round once a minute. */
async function untilTidied({ database }: Server): Promise<void> {
  while ((await untidyTables(database)).length > 0) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
}

/** A run that is over, whose cases the database makes itself: one in thirty fails, for one of fifty reasons. */
async function addRun(server: Server, of: { user_id: string; devices: MadeDevice[]; run: number }): Promise<void> {
  const { db } = server.database;
  const { user_id, devices, run } = of;
  const at = Date.now() - DAYS * DAY_MS + Math.floor((run * DAYS * DAY_MS) / RUNS) + 60_000;
  const { test_id } = await makeRun(db, {
    project_id: "demo",
    user_id,
    at,
    devices,
    commit_id: commitOf(run),
    app_version: versionOf(run),
    config: { mode: "distributed" },
    verdict: "failed",
  });
  const ids = `'{${devices.map(({ device_id }) => device_id).join(",")}}'::text[]`;
  await db.execute(`
    insert into case_runs (test_id, case_key, name, file, function, position, attempt, device_seq, device_id, state, cause,
      started_at, ended_at, error)
    select '${test_id}', 'suite_' || n % 50 || '.ts::case ' || n, 'case ' || n, 'suite_' || n % 50 || '.ts', '', n, 1,
      n % ${DEVICES}, (${ids})[1 + n % ${DEVICES}], case when fails then 'failed' else 'success' end,
      case when fails then 'assertion' else 'none' end, ${at} + n * 10, ${at} + n * 10 + 500 + n * 37 % 9000,
      case when fails then 'AssertionError: reason ' || chr(65 + n % 26) || ', saw ' || n else '' end
    from generate_series(0, ${CASES - 1}) as n cross join lateral (select (n * 7919 + ${run} * 104729) % 30 = 0 as fails) as f`);
  await db.execute(`update runs set case_count = ${CASES} where test_id = '${test_id}'`);
}

/** Milliseconds of one call after the other. */
async function time(count: number, call: () => Promise<unknown>): Promise<number[]> {
  const took: number[] = [];
  while (took.length < count) {
    const since = performance.now();
    await call();
    took.push(performance.now() - since);
  }
  return took;
}
