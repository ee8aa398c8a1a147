import { delay } from "@udt/base";
import type { Client } from "@udt/client";
import { cpuSeconds, memoryMb } from "./lib/process-facts.ts";
import type { Benchmark, Row } from "./lib/report.ts";
import { sessionCookie } from "./lib/sign-in.ts";
import { percentile, round } from "./lib/stats.ts";
import { endSession, processesOf, startMeasuredUdt } from "./lib/udt.ts";
import { SocketSession } from "./touch/socket-session.ts";

const SESSIONS = 30;
const SECONDS = 30;
/** How often each phone is touched: 30 people who all do something. */
const TOUCH_EVERY_MS = 2_000;
const SETTLE_MS = 5_000;
/** What one session may take from a touch to its picture is 100 ms; a machine that carries thirty may take twice that. */
const BUDGET_P95_MS = 200;
const BUDGET_MB = { agent: 10, server: 2 } as const;

/** Touches each phone in its turn, over and over; answers how long each took. */
async function touchAll(sessions: readonly SocketSession[]): Promise<number[]> {
  const took: number[] = [];
  const end = performance.now() + SECONDS * 1000;
  const hand = async (session: SocketSession, index: number) => {
    await delay((index / sessions.length) * TOUCH_EVERY_MS);
    while (performance.now() < end) {
      const ms = await session.tap();
      took.push(ms);
      await delay(Math.max(0, TOUCH_EVERY_MS - ms));
    }
  };
  await Promise.all(sessions.map(hand));
  return took;
}

async function measured(pids: readonly number[], sessions: readonly SocketSession[]) {
  const [before, started] = [pids.map(cpuSeconds), performance.now()];
  const took = await touchAll(sessions);
  const seconds = (performance.now() - started) / 1000;
  const cpu = pids.map((pid, index) => ((cpuSeconds(pid) - before[index]!) / seconds) * 100);
  return { took, cpu, own: pids.map((pid) => memoryMb(pid).own) };
}

export default {
  title: `${SESSIONS} debug sessions at once on one server and one agent; floor: one of them alone`,
  async run() {
    const udt = await startMeasuredUdt(SESSIONS);
    const sessions: SocketSession[] = [];
    let client: Client | undefined;
    try {
      const { roles, pids } = processesOf(udt);
      client = await udt.signIn();
      const devices = await udt.idleDevices(SESSIONS);
      const place = { url: udt.url, cookie: await sessionCookie(udt) };
      const rest = pids.map((pid) => memoryMb(pid).own);
      const open = async (device_id: string) =>
        void sessions.push(await SocketSession.start(client!, { ...place, device_id }, "low"));

      await open(devices[0]!.device_id);
      await delay(SETTLE_MS);
      const alone = await measured(pids, sessions);
      for (const { device_id } of devices.slice(1, SESSIONS)) await open(device_id);
      await delay(SETTLE_MS);
      const all = await measured(pids, sessions);

      const rows = [0.5, 0.95, 1].map((p): Row => ({
        what: `touch to the picture that shows it, ${p === 1 ? "max" : `p${p * 100}`}`,
        unit: "ms",
        value: percentile(all.took, p),
        floor: percentile(alone.took, p),
        ...(p === 0.95 && { budget: BUDGET_P95_MS }),
      }));
      for (const [index, role] of roles.entries()) {
        rows.push({ what: `${role} CPU`, unit: "%", value: all.cpu[index]!, floor: alone.cpu[index]! });
        rows.push({
          what: `${role} memory of its own, for each session`,
          unit: "MB",
          value: (all.own[index]! - rest[index]!) / SESSIONS,
          floor: alone.own[index]! - rest[index]!,
          ...((role === "agent" || role === "server") && { budget: BUDGET_MB[role] }),
        });
      }
      return {
        rows,
        notes: [
          `${all.took.length} touches of ${SESSIONS} phones, each every ${TOUCH_EVERY_MS / 1000} s, and ${alone.took.length} of one`,
          `the phones' encoders run on the same machine, at quality low: ${round(all.cpu[roles.indexOf("phone")]!)} % of a core is theirs`,
        ],
      };
    } finally {
      for (const session of sessions) session.hangUp();
      for (const { test_id, device_id } of sessions) await endSession(client!, test_id, device_id);
      await udt.stop();
    }
  },
} satisfies Benchmark;
