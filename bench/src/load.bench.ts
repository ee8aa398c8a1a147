import { once } from "node:events";
import { Agent, get } from "node:http";
import type { Client } from "@udt/client";
import { ENDPOINTS, fillPath, SOCKETS, XHR_HEADER } from "@udt/contract";
import { delay } from "@udt/base";
import type { Udt } from "@udt/testkit";
import { WebSocket } from "ws";
import { deviceReport } from "./lib/device-report.ts";
import type { Benchmark } from "./lib/report.ts";
import { connectScriptedAgent } from "./lib/scripted-agent.ts";
import { sessionCookie } from "./lib/sign-in.ts";
import { rssMb } from "./lib/process-facts.ts";
import { BUDGET_MB } from "./lib/server-memory.ts";
import { percentile } from "./lib/stats.ts";
import { PROJECT, startMeasuredUdt } from "./lib/udt.ts";

const SOCKETS_OPEN = 200;
const DEVICES = 100;
/** As many as one address may register. */
const PEOPLE = 10;
const PER_SECOND = 500;
const SECONDS = 15;
const WARM_SECONDS = 3;
const REST_SECONDS = 30;
const BUDGET_P99_MS = 150;

export default {
  title: `${PER_SECOND} calls/s of the device list by ${PEOPLE} people with ${SOCKETS_OPEN} event sockets open; floor: the health check at the same rate`,
  async run() {
    const udt = await startMeasuredUdt(1);
    const sockets: WebSocket[] = [];
    let agent: { close(): void } | undefined;
    try {
      const client = await udt.signIn();
      const { token } = await client.call(ENDPOINTS.agentCreate, { body: { name: "bench" } });
      const devices = Array.from({ length: DEVICES }, (_, index) => deviceReport(index));
      agent = await connectScriptedAgent({ server_url: udt.url, token, devices, onStream: () => {} });
      const cookies: string[] = [];
      for (let index = 0; index < PEOPLE; index++) cookies.push(await joined(udt, client, index));
      const query = String(new URLSearchParams(PROJECT));
      for (let index = 0; index < SOCKETS_OPEN; index++) {
        const address = `${udt.url.replace(/^http/, "ws")}${SOCKETS.events.path}?${query}`;
        const socket = new WebSocket(address, { headers: { cookie: cookies[index % PEOPLE], origin: udt.url } });
        sockets.push(socket);
        await once(socket, "message");
      }
      const list = `${udt.url}${fillPath(ENDPOINTS.deviceList.path)}?${query}`;
      const health = `${udt.url}/healthz`;
      await callAt(health, cookies, WARM_SECONDS);
      const floor = await callAt(health, cookies, SECONDS);
      await callAt(list, cookies, WARM_SECONDS);
      const calls = await callAt(list, cookies, SECONDS);
      const loaded = rssMb(udt.server.pid);
      await delay(REST_SECONDS * 1000);
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
        { what: "server resident at the end of the calls", unit: "MB", value: loaded },
        {
          what: `server resident ${REST_SECONDS} s later`,
          unit: "MB",
          value: rssMb(udt.server.pid),
          budget: BUDGET_MB.embedded,
        },
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

/** Makes somebody a member of the project. Answers the cookie of their session. */
async function joined(udt: Udt, admin: Client, index: number): Promise<string> {
  const person = { email: `person${index}@example.com`, password: "a long pass 1" };
  await admin.call(ENDPOINTS.userSignup, { body: { ...person, user_name: `person ${index}` } });
  const { list } = await admin.call(ENDPOINTS.adminUserList, { query: { keyword: person.email } });
  const { user_id } = list[0]!;
  await admin.call(ENDPOINTS.adminUserUpdate, { params: { user_id }, body: { state: "approved" } });
  const [params, query] = [{ project_id: PROJECT.project }, PROJECT];
  await admin.call(ENDPOINTS.memberAdd, { params, query, body: { user_id_list: [user_id] } });
  return sessionCookie(udt, person);
}

/** Calls at a steady rate, whether earlier calls were answered or not, until all are. */
async function callAt(
  url: string,
  cookies: readonly string[],
  seconds: number,
): Promise<{ ms: number[]; perSecond: number }> {
  const keepAlive = new Agent({ keepAlive: true, maxSockets: 64 });
  const ms: number[] = [];
  const begun = performance.now();
  const total = PER_SECOND * seconds;
  const open: Promise<void>[] = [];
  for (let sent = 0; sent < total;) {
    const due = Math.min(total, Math.floor(((performance.now() - begun) / 1000) * PER_SECOND) + 1);
    for (; sent < due; sent++)
      open.push(call(url, cookies[sent % cookies.length]!, keepAlive, begun + (sent / PER_SECOND) * 1000, ms));
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
