import { delay } from "@udt/base";
import { RoleProcess } from "@udt/testkit";
import { cpuPercent, rssMb } from "./lib/process-facts.ts";
import type { Benchmark, Row } from "./lib/report.ts";
import { measureServers } from "./lib/server-memory.ts";
import { startMeasuredUdt } from "./lib/udt.ts";

const COUNTS = [1, 2, 10, 20];
const BUDGET_MB = 40;
const SETTLE_MS = 3_000;
const CPU_SECONDS = 10;

interface PhonesReady {
  type: "phones_ready";
  addresses: string[];
}

async function measurePhones(count: number): Promise<{ rss: number; cpu: number }> {
  const phones = new RoleProcess("phone", ["--count", String(count), "--port", "0"], {});
  try {
    await phones.start<PhonesReady>("phones_ready");
    await delay(SETTLE_MS);
    const [cpu] = await cpuPercent([phones.pid], CPU_SECONDS);
    return { rss: rssMb(phones.pid), cpu: cpu! };
  } finally {
    await phones.kill("SIGTERM");
  }
}

/** The least-squares slope of `y` over `x`. */
function slope(x: readonly number[], y: readonly number[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanX, meanY] = [mean(x), mean(y)];
  const covariance = x.reduce((sum, value, index) => sum + (value - meanX) * (y[index]! - meanY), 0);
  return covariance / x.reduce((sum, value) => sum + (value - meanX) ** 2, 0);
}

export default {
  title: "memory and CPU of processes at rest",
  async run() {
    const servers = await measureServers();
    const measured: { rss: number; cpu: number }[] = [];
    for (const count of COUNTS) measured.push(await measurePhones(count));
    const rows: Row[] = COUNTS.flatMap((count, index): Row[] => [
      { what: `process of ${count} phone(s), memory`, unit: "MB", value: measured[index]!.rss },
      { what: `process of ${count} phone(s), CPU`, unit: "%", value: measured[index]!.cpu },
    ]);
    const perPhone = slope(
      COUNTS,
      measured.map(({ rss }) => rss),
    );
    rows.unshift(...servers.rows, {
      what: "one more idle phone, memory",
      unit: "MB",
      value: perPhone,
      budget: BUDGET_MB,
    });

    const udt = await startMeasuredUdt(2);
    try {
      await delay(SETTLE_MS);
      const roles = { server: udt.server.pid, agent: udt.agent.pid, "phone (2, connected)": udt.phones.pid };
      const cpu = await cpuPercent(Object.values(roles), CPU_SECONDS);
      for (const [index, [role, pid]] of Object.entries(roles).entries()) {
        rows.push({ what: `${role} at rest, memory`, unit: "MB", value: rssMb(pid) });
        rows.push({ what: `${role} at rest, CPU`, unit: "%", value: cpu[index]! });
      }
      await udt.server.kill("SIGTERM");
      await udt.restart("server");
      await delay(SETTLE_MS);
      rows.push({
        what: "server at rest, started on an existing folder, memory",
        unit: "MB",
        value: rssMb(udt.server.pid),
      });
    } finally {
      await udt.stop();
    }
    const slopeNote = `CPU over ${CPU_SECONDS} s; the slope is over processes of ${COUNTS.join(", ")} phones`;
    return { rows, notes: [...servers.notes, slopeNote] };
  },
} satisfies Benchmark;
