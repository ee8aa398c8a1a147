import { backoffMs, delay } from "@udt/base";
import { ApiError, createClient, type Client } from "@udt/client";
import {
  ENDPOINTS,
  LIMITS,
  type DeviceRule,
  type JobConfigInput,
  type RunCaseResult,
  type RunCaseTask,
  type ServerToAgent,
} from "@udt/contract";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { deviceReport } from "./lib/device-report.ts";
import type { Benchmark } from "./lib/report.ts";
import { connectScriptedAgent } from "./lib/scripted-agent.ts";
import { percentile } from "./lib/stats.ts";
import { PROJECT, startMeasuredUdt } from "./lib/udt.ts";

const AGENTS = 4;
const DEVICES = 200;
const RUNS = 10;
const DEVICES_EACH_RUN = 100;
const TOTAL_BUDGET_MS = 10_000;
const DISPATCH_BUDGET_MS = 250;
const CASES = 100_000;
/** How often an agent asks again that was faster than its own report, and after at most how long: as the real one does. */
const EARLY_MAX = 100;
const EARLY_CAP_MS = 5_000;

type Start = Extract<ServerToAgent, { type: "session_start" }>;
interface Phone {
  start: Start;
  token: string;
}

/** UDT's own virtual phone would really run what it is given. */
const SIMULATED: DeviceRule[] = [{ attribute: "is_virtual", operator: "equals", values: ["false"] }];

const config: JobConfigInput = {
  app_id: null,
  framework: "monkey",
  library_id: null,
  monkey: { minutes: 5, seed: 1, throttle_ms: 0, events: null, packages: ["dev.udt.shop"] },
  devices: { kind: "rule", rules: SIMULATED, count: DEVICES_EACH_RUN },
};

async function makeJob(client: Client, change: Partial<JobConfigInput> = {}): Promise<string> {
  const body = { name: "Bench", config: { ...config, ...change } };
  return (await client.call(ENDPOINTS.jobCreate, { query: PROJECT, body })).job_id;
}
const run = (client: Client, job_id: string) =>
  client.call(ENDPOINTS.jobRun, { params: { job_id }, query: PROJECT, body: {} });

const agentClient = (baseUrl: string, token: string) =>
  createClient({ baseUrl, headers: () => ({ authorization: `Bearer ${token}` }) });

async function ended(client: Client, test_id: string): Promise<void> {
  for (;;) {
    const { test } = await client.call(ENDPOINTS.runGet, { params: { test_id }, query: PROJECT });
    if (test.state === "ended") return;
    await delay(200);
  }
}

/** Posts the same bytes to a process' own server that does no more than read them as JSON. */
async function parseOnly(pages: readonly string[]): Promise<number> {
  const server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
    request.on("end", () =>
      response.end(JSON.stringify({ read: (JSON.parse(text) as { results: [] }).results.length })),
    );
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const started = performance.now();
  for (const body of pages) await (await fetch(url, { method: "POST", body })).text();
  const took = performance.now() - started;
  server.close();
  server.closeAllConnections();
  return took;
}

/** Everything that one device says of a run with many cases; answers how long naming, taking and telling took. */
async function ingest(baseUrl: string, { start, token }: Phone) {
  const client = agentClient(baseUrl, token);
  const { test_id, device_id, lease_token } = start;
  const params = { test_id, device_id };
  const timed = async (work: () => Promise<void>) => {
    const started = performance.now();
    await work();
    return performance.now() - started;
  };
  const discover = await timed(async () => {
    for (let first = 0; first < CASES; first += LIMITS.case_page_max) {
      const cases = Array.from({ length: LIMITS.case_page_max }, (_, index) => {
        const name = `case ${first + index}`;
        return { case_key: `tests/file_${(first + index) % 500}.py::${name}`, name, file: "tests", function: name };
      });
      await client.call(ENDPOINTS.agentRunDiscover, { params, body: { lease_token, cases } });
    }
  });
  const pages: RunCaseResult[][] = [];
  let claim = 0;
  let results = 0;
  for (;;) {
    const body = { lease_token, max: LIMITS.case_page_max };
    let cases: RunCaseTask[] = [];
    claim += await timed(async () => {
      ({ cases } = await client.call(ENDPOINTS.agentRunClaim, { params, body }));
    });
    if (cases.length === 0) break;
    const page = cases.map(({ case_run_id }) => resultOf(case_run_id));
    results += await timed(async () => {
      await client.call(ENDPOINTS.agentRunResults, { params, body: { lease_token, results: page } });
    });
    pages.push(page);
  }
  const floor = await parseOnly(pages.map((page) => JSON.stringify({ lease_token, results: page })));
  await client.call(ENDPOINTS.agentRunFinish, { params, body: { lease_token, outcome: "done" } });
  return { discover, claim, results, floor, count: pages.flat().length };
}

/** One in twenty fails, with what a failure says. */
function resultOf(case_run_id: number): RunCaseResult {
  const failed = case_run_id % 20 === 0;
  const message = "AssertionError: expected 3 to be 4\n    at tests/file.py:17\n".repeat(5);
  return {
    case_run_id,
    state: failed ? "failed" : "success",
    cause: failed ? "assertion" : "none",
    started_at: 1_000,
    ended_at: 1_000 + (case_run_id % 5_000),
    error: failed ? "expected 3 to be 4" : "",
    reason: null,
    detail: failed ? { message, location: null, output: "", steps: [] } : null,
  };
}

export default {
  title: `${RUNS * DEVICES_EACH_RUN} device runs over ${DEVICES} simulated devices; ${CASES} case results; floors: the smallest call, and reading the same bytes as JSON`,
  async run() {
    const udt = await startMeasuredUdt(1);
    const closers: { close(): void }[] = [];
    try {
      const client = await udt.signIn();
      let onStart: (phone: Phone) => void = () => {};
      for (let agent = 0; agent < AGENTS; agent++) {
        const { token } = await client.call(ENDPOINTS.agentCreate, { body: { name: `bench ${agent}` } });
        const each = DEVICES / AGENTS;
        const devices = Array.from({ length: each }, (_, index) => ({
          ...deviceReport(agent * each + index),
          readiness: "ready" as const,
          reason: null,
        }));
        const onSession = (start: Start) => onStart({ start, token });
        closers.push(
          await connectScriptedAgent({ server_url: udt.url, token, devices, onStream: () => {}, onSession }),
        );
      }
      const floors: number[] = [];
      for (let call = 0; call < 50; call++) {
        const started = performance.now();
        await client.call(ENDPOINTS.userInfo, {});
        floors.push(performance.now() - started);
      }

      const single = await makeJob(client, { devices: { kind: "rule", rules: SIMULATED, count: 1 } });
      const samples: number[] = [];
      for (let sample = 0; sample < 20; sample++) {
        const given = Promise.withResolvers<Phone>();
        onStart = given.resolve;
        const started = performance.now();
        const { test_id } = await run(client, single);
        const phone = await given.promise;
        samples.push(performance.now() - started);
        await finish(udt.url, phone);
        await ended(client, test_id);
      }

      const job_id = await makeJob(client);
      let given = 0;
      let last = 0;
      const all = Promise.withResolvers<void>();
      onStart = (phone) => {
        last = performance.now();
        if (++given === RUNS * DEVICES_EACH_RUN) all.resolve();
        void finish(udt.url, phone).catch(all.reject);
      };
      const started = performance.now();
      const tests = await Promise.all(Array.from({ length: RUNS }, () => run(client, job_id)));
      await all.promise;
      const total = last - started;
      for (const { test_id } of tests) await ended(client, test_id);

      const many = Promise.withResolvers<Phone>();
      onStart = many.resolve;
      await run(client, single);
      const bulk = await ingest(udt.url, await many.promise);
      const rows = [
        {
          what: "run asked for to device given, p95",
          unit: "ms" as const,
          value: percentile(samples, 0.95),
          budget: DISPATCH_BUDGET_MS,
          floor: percentile(floors, 0.95),
        },
        {
          what: `${RUNS * DEVICES_EACH_RUN} device runs dispatched`,
          unit: "ms" as const,
          value: total,
          budget: TOTAL_BUDGET_MS,
        },
        { what: `${bulk.count} cases named`, unit: "ms" as const, value: bulk.discover },
        { what: `${bulk.count} cases taken`, unit: "ms" as const, value: bulk.claim },
        { what: `${bulk.count} case results taken in`, unit: "ms" as const, value: bulk.results, floor: bulk.floor },
      ];
      return { rows, notes: ["embedded database; each device run ends at once and its device is handed on"] };
    } finally {
      for (const each of closers) each.close();
      await udt.stop();
    }
  },
} satisfies Benchmark;

async function finish(baseUrl: string, { start, token }: Phone): Promise<void> {
  const { test_id, device_id, lease_token } = start;
  const client = agentClient(baseUrl, token);
  // The report that the device runs comes by another way and may be behind.
  for (let tries = 0; ; tries++) {
    try {
      const body = { lease_token, outcome: "done" as const };
      await client.call(ENDPOINTS.agentRunFinish, { params: { test_id, device_id }, body });
      return;
    } catch (error) {
      const isEarly = error instanceof ApiError && error.code === "agent_stale_lease" && tries < EARLY_MAX;
      if (!isEarly) throw error;
      await delay(backoffMs(tries, 50, EARLY_CAP_MS));
    }
  }
}
