import { existsSync, readdirSync, readFileSync } from "node:fs";
import { delay } from "@udt/base";

/** What was counted until now, by what was counted; it only grows. Processor time is in milliseconds. */
export type Counts = ReadonlyMap<string, number>;

/** So often it is looked; two such windows together are to be quiet, which hears also who talks every few seconds. */
const WINDOW_MS = 2_000;
/** Within which everything is to be at rest, by the time in which nobody had to wait for a processor. */
const REST_LIMIT_MS = 10_000;
/** A machine that is never free proves nothing in the end. */
const GIVE_UP_MS = 90_000;

/** What may go on in each second while nobody does anything; all that a rule fits counts together. All else is to stand still. */
const HEARTBEATS: readonly { what: RegExp; perSecond: number }[] = [
  // The reading itself.
  { what: /^udt_http_request_seconds_count\{.*route="[^"]*\/metrics"/, perSecond: Infinity },
  { what: /^udt_agent_messages_total\{.*type="heartbeat"/, perSecond: 3 },
  // Presence is read every few seconds, near a loss each second; what may be due is looked for now and then, all at once.
  { what: /^udt_db_statements_total/, perSecond: 8 },
  // In milliseconds: a tenth of a processor for each process.
  { what: /^cpu /, perSecond: 100 },
];

/** The counters of a server's `/metrics`. */
export function countersOf(metrics: string): Map<string, number> {
  const lines = metrics.matchAll(/^(udt_\w+_(?:total|count)(?:\{[^}\n]*\})?) (\S+)$/gm);
  return new Map(Array.from(lines, ([, name, value]) => [name!, Number(value)]));
}

/** The processor time of a process or of one of its threads, in milliseconds. */
function usedBy(folder: string): number {
  const stat = readFileSync(`${folder}/stat`, "utf8");
  // The command's name, in brackets, may hold anything; 14 and 15 of all fields are user and system time, in hundredths.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function nameOf(task: string): string | undefined {
  try {
    return readFileSync(`${task}/comm`, "utf8").trim();
  } catch {
    // A thread that has ended since they were listed.
    return undefined;
  }
}

/**
 * The processor time that a process's program has used, without the threads on which V8 tidies its memory and compiles: they
 * do so for a while after work, a few times and seconds apart, and longest where processors are slow. Only Linux tells it
 * without a program of its own.
 */
export function cpuMs(pid: number): number | undefined {
  if (process.platform !== "linux") return undefined;
  const tasks = readdirSync(`/proc/${pid}/task`).map((task) => `/proc/${pid}/task/${task}`);
  // They live as long as the process, where others come and go.
  const helpers = tasks.filter((task) => nameOf(task) === "V8Worker");
  return usedBy(`/proc/${pid}`) - helpers.reduce((sum, task) => sum + usedBy(task), 0);
}

/**
 * For how long until now, in milliseconds, somebody on this machine had to wait for a processor; 0 where the system does not
 * tell (https://docs.kernel.org/accounting/psi.html).
 */
function stalledMs(): number {
  const file = "/proc/pressure/cpu";
  if (!existsSync(file)) return 0;
  return Number(/^some .*total=(\d+)/m.exec(readFileSync(file, "utf8"))?.[1] ?? 0) / 1_000;
}

/** Who did more between two readings that lie `ms` apart than a heartbeat, the loudest first. */
export function talkers(before: Counts, after: Counts, ms: number): string[] {
  const found: { name: string; count: number }[] = [];
  const heard = [...after].map(([name, value]) => {
    const earlier = before.get(name) ?? 0;
    // A process that was started again counts from nothing.
    return { name, count: value < earlier ? value : value - earlier };
  });
  const ruled = Map.groupBy(heard, ({ name }) => HEARTBEATS.find(({ what }) => what.test(name)));
  for (const [rule, group] of ruled) {
    const most = ((rule?.perSecond ?? 0) * ms) / 1_000;
    // Each process has a processor's time of its own to spend.
    const parts = rule?.what.test("cpu ") ? group.map((one) => [one]) : [group];
    for (const part of parts) {
      const sum = part.reduce((total, { count }) => total + count, 0);
      if (sum > most) found.push(...part.filter(({ count }) => count > 0));
    }
  }
  return found.toSorted((a, b) => b.count - a.count).map(({ name, count }) => `${name} +${count}`);
}

/**
 * Resolves once nothing but heartbeats went on for the length of two windows. They are judged as one: a process that tidies
 * its memory once is no talker, and one that never stops exceeds the length of both as it exceeds that of each. Nobody may
 * have a page open, nor a test run. Fails with the names of those who talk when that does not come in time: what was broken
 * must fall silent.
 */
export async function untilAtRest(
  read: () => Promise<Counts>,
  { windowMs = WINDOW_MS, limitMs = REST_LIMIT_MS }: { windowMs?: number; limitMs?: number } = {},
): Promise<void> {
  const from = { at: performance.now(), stalled: stalledMs() };
  const readings = [{ at: from.at, counts: await read() }];
  for (;;) {
    await delay(windowMs);
    const now = { at: performance.now(), counts: await read() };
    readings.push(now);
    const [before] = readings.splice(0, readings.length - 2);
    if (!before) continue;
    const ms = now.at - before.at;
    const heard = talkers(before.counts, now.counts, ms);
    if (heard.length === 0) return;
    const waited = now.at - from.at;
    if (waited - (stalledMs() - from.stalled) > limitMs || waited > GIVE_UP_MS) {
      const seconds = (waited / 1_000).toFixed(1);
      throw new Error(
        `no rest after ${seconds} s; within ${ms.toFixed(0)} ms there were:\n${heard.slice(0, 20).join("\n")}`,
      );
    }
  }
}

/** The same of servers in the test's own process, by what each tells as its `/metrics`, and by a clock that stands still. */
export async function serversAtRest(...servers: { metrics(): Promise<string> }[]): Promise<void> {
  for (const server of servers) {
    await untilAtRest(async () => countersOf(await server.metrics()), { windowMs: 500 });
  }
}

/** Disposes of them once they were seen at rest: what was broken falls silent. Those beside the first go before it. */
export async function disposeAtRest(
  ...servers: ({ metrics(): Promise<string>; dispose(): Promise<void> } | undefined)[]
): Promise<void> {
  const there = servers.filter((server) => server !== undefined);
  try {
    await serversAtRest(...there);
  } finally {
    for (const server of there.toReversed()) await server.dispose();
  }
}
