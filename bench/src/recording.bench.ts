import type { Client } from "@udt/client";
import { ENDPOINTS } from "@udt/contract";
import { until } from "@udt/testkit";
import { cpuPercent } from "./lib/process-facts.ts";
import type { Benchmark, Row } from "./lib/report.ts";
import { round } from "./lib/stats.ts";
import { processesOf, PROJECT, startMeasuredUdt } from "./lib/udt.ts";

const GAME = "dev.udt.game";
const SECONDS = 20;

/** A monkey that pokes a game of 60 frames a second, until it is cancelled. */
async function startRun(client: Client, device_id: string, isRecorded: boolean): Promise<string> {
  const { job_id } = await client.call(ENDPOINTS.jobCreate, {
    query: PROJECT,
    body: {
      name: isRecorded ? "recorded" : "not recorded",
      config: {
        app_id: null,
        library_id: null,
        framework: "monkey",
        monkey: { minutes: 10, seed: 1, throttle_ms: 200, events: null, packages: [GAME] },
        devices: { kind: "devices", device_ids: [device_id] },
        video: isRecorded,
        log: isRecorded,
        performance: isRecorded,
      },
    },
  });
  const { test_id } = await client.call(ENDPOINTS.jobRun, { params: { job_id }, query: PROJECT, body: {} });
  await until(
    "the case to run",
    async () => {
      const { executing } = (await client.call(ENDPOINTS.runGet, { params: { test_id }, query: PROJECT })).totals;
      return executing > 0 ? true : undefined;
    },
    120_000,
  );
  return test_id;
}

export default {
  title: "a run on one device with video, log and performance recorded, and without",
  async run() {
    const udt = await startMeasuredUdt(1);
    try {
      const { roles, pids } = processesOf(udt);
      const client = await udt.signIn();
      const cpu: Record<"without" | "with", number[]> = { without: [], with: [] };
      const notes: string[] = [];
      const rows: Row[] = [];
      for (const how of ["without", "with"] as const) {
        const [device] = await udt.idleDevices(1);
        const { device_id } = device!;
        const test_id = await startRun(client, device_id, how === "with");
        const files = async () => {
          const params = { test_id, device_id };
          const { resource_list } = await client.call(ENDPOINTS.resourceList, { params, query: PROJECT });
          return new Map(resource_list.map((one) => [one.kind, one.size_bytes]));
        };
        const [before, from] = [await files(), performance.now()];
        cpu[how] = await cpuPercent(pids, SECONDS);
        const [after, seconds] = [await files(), (performance.now() - from) / 1000];
        for (const [kind, bytes] of after) {
          if (kind === "script_log") continue;
          const kilobytes = ((bytes - (before.get(kind) ?? 0)) / 1024 / seconds) * 60;
          rows.push({ what: `${kind} in a minute`, unit: "KB", value: kilobytes });
        }
        await client.call(ENDPOINTS.testCancel, { params: { test_id }, query: PROJECT });
      }
      for (const [index, role] of roles.entries()) {
        rows.push({ what: `${role} CPU with recording`, unit: "%", value: cpu.with[index]! });
        rows.push({ what: `${role} CPU without`, unit: "%", value: cpu.without[index]! });
        notes.push(`${role}: recording costs ${round(cpu.with[index]! - cpu.without[index]!)} % of one processor`);
      }
      return { rows, notes };
    } finally {
      await udt.stop();
    }
  },
} satisfies Benchmark;
