import { ENDPOINTS, type ServerToAgent } from "@udt/contract";
import { deviceReport } from "./lib/device-report.ts";
import type { Benchmark } from "./lib/report.ts";
import { connectScriptedAgent } from "./lib/scripted-agent.ts";
import { percentile } from "./lib/stats.ts";
import { PROJECT, startMeasuredUdt } from "./lib/udt.ts";

const DEVICES = 50;
const BUDGET_MS = 250;

type Start = Extract<ServerToAgent, { type: "session_start" }>;

export default {
  title: `from asking for a checkup to the device's session, on ${DEVICES} simulated devices one after another`,
  async run() {
    const udt = await startMeasuredUdt(1);
    let link: { close(): void } | undefined;
    try {
      const client = await udt.signIn();
      const { token } = await client.call(ENDPOINTS.agentCreate, { body: { name: "bench" } });
      const devices = Array.from({ length: DEVICES }, (_, index) => ({
        ...deviceReport(index),
        readiness: "ready" as const,
      }));
      let onSession: (start: Start) => void = () => undefined;
      link = await connectScriptedAgent({
        server_url: udt.url,
        token,
        devices,
        onStream: () => undefined,
        onSession: (start) => onSession(start),
      });
      const serials = new Set(devices.map(({ serial }) => serial));
      const { list } = await client.call(ENDPOINTS.deviceList, { query: { ...PROJECT, page_size: 100 } });
      const samples: number[] = [];
      for (const { device_id } of list.filter(({ serial }) => serials.has(serial))) {
        const given = Promise.withResolvers<Start>();
        onSession = given.resolve;
        const started = performance.now();
        await client.call(ENDPOINTS.checkupStart, { query: PROJECT, body: { device_id } });
        await given.promise;
        samples.push(performance.now() - started);
      }
      const value = percentile(samples, 95);
      return { rows: [{ what: "checkup to session, 95th of a hundred", unit: "ms", value, budget: BUDGET_MS }] };
    } finally {
      link?.close();
      await udt.stop();
    }
  },
} satisfies Benchmark;
