import { once } from "node:events";
import { Agent, get } from "node:http";
import { ENDPOINTS, fillPath, SOCKETS, XHR_HEADER } from "@udt/contract";
import { WebSocket } from "ws";
import { deviceReport } from "./lib/device-report.ts";
import type { Benchmark } from "./lib/report.ts";
import { connectScriptedAgent } from "./lib/scripted-agent.ts";
import { percentile } from "./lib/stats.ts";
import { PROJECT, startMeasuredUdt } from "./lib/udt.ts";

const SOCKETS_OPEN = 200;
const DEVICES = 100;
const PER_SECOND = 500;
const SECONDS = 15;
const WARM_SECONDS = 3;
const BUDGET_P99_MS = 150;

export default {
  title: `${PER_SECOND} calls/s of the device list with ${SOCKETS_OPEN} event sockets open; floor: the health check at the same rate`,
  async run() {
    const udt = await startMeasuredUdt(1);
    const sockets: WebSocket[] = [];
    let agent: { close(): void } | undefined;
    try {
      const client = await udt.signIn();
      const { token } = await client.call(ENDPOINTS.agentCreate, { body: { name: "bench" } });
      const devices = Array.from({ length: DEVICES }, (_, index) => deviceReport(index));
      agent = await connectScriptedAgent({ server_url: udt.url, token, devices, onStream: () => {} });
      const cookie = await cookieOf(udt);
      const query = String(new URLSearchParams(PROJECT));
      for (let index = 0; index < SOCKETS_OPEN; index++) {
        const address = `${udt.url.replace(/^http/, "ws")}${SOCKETS.events.path}?${query}`;
        const socket = new WebSocket(address, { headers: { cookie, origin: udt.url } });
        sockets.push(socket);
        await once(socket, "message");
      }
      const list = `${udt.url}${fillPath(ENDPOINTS.deviceList.path)}?${query}`;
      const health = `${udt.url}/healthz`;
      await callAt(health, cookie, WARM_SECONDS);
      const floor = await callAt(health, cookie, SECONDS);
      await callAt(list, cookie, WARM_SECONDS);
      const calls = await callAt(list, cookie, SECONDS);
      const rows = [
        { what: "p50", unit: "ms", value: percentile(calls.ms, 0.5), floor: percentile(floor.ms, 0.5) },
        {
          what: "p99",
          unit: "ms",
          value: percentile(calls.ms, 0.99),
          floor: percentile(floor.ms, 0.99),
          budget: BUDGET_P99_MS,
        },
        { what: "answered", unit: "/s", value: calls.perSecond, floor: floor.perSecond, at_least: 0.98 * PER_SECOND },
      ] as const;
      return {
        rows: [...rows],
        notes: ["each call is timed from when it was due, so that one that waits behind others counts its wait"],
      };
    } finally {
      for (const socket of sockets) socket.terminate();
      agent?.close();
      await udt.stop();
    }
  },
} satisfies Benchmark;

async function cookieOf({ url, admin }: { url: string; admin: { email: string; password: string } }): Promise<string> {
  const response = await fetch(`${url}${ENDPOINTS.userLogin.path}`, {
    method: "POST",
    headers: { ...XHR_HEADER, "content-type": "application/json" },
    body: JSON.stringify(admin),
  });
  return response.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
}

/** Calls at a steady rate, whether earlier calls were answered or not, until all are. */
async function callAt(url: string, cookie: string, seconds: number): Promise<{ ms: number[]; perSecond: number }> {
  const keepAlive = new Agent({ keepAlive: true, maxSockets: 64 });
  const ms: number[] = [];
  const begun = performance.now();
  const total = PER_SECOND * seconds;
  const open: Promise<void>[] = [];
  for (let sent = 0; sent < total;) {
    const due = Math.min(total, Math.floor(((performance.now() - begun) / 1000) * PER_SECOND) + 1);
    for (; sent < due; sent++) open.push(call(url, cookie, keepAlive, begun + (sent / PER_SECOND) * 1000, ms));
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await Promise.all(open);
  const perSecond = total / ((performance.now() - begun) / 1000);
  keepAlive.destroy();
  return { ms, perSecond };
}

function call(url: string, cookie: string, agent: Agent, due: number, ms: number[]): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { cookie, ...XHR_HEADER } }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${url} answered ${answer.statusCode}`));
      answer.resume().on("end", () => {
        ms.push(performance.now() - due);
        resolve();
      });
    }).on("error", reject);
  });
}
