import { readFileSync } from "node:fs";
import { delay } from "@udt/base";

/** What was counted until now, by what was counted; it only grows. Processor time is in milliseconds. */
export type Counts = ReadonlyMap<string, number>;

/** Long enough that what talks every second is heard, short enough that each journey may end with it. */
const WINDOW_MS = 2_000;
/** For a slow machine: a quiet one is at rest within ten seconds. */
const REST_TIMEOUT_MS = 60_000;

/** What may go on within a window while nobody does anything: the first rule that fits counts, all that it fits together. */
const HEARTBEATS: readonly { what: RegExp; most: number }[] = [
  // The reading itself.
  { what: /^udt_http_request_seconds_count\{.*route="[^"]*\/metrics"/, most: Infinity },
  { what: /^udt_agent_messages_total\{.*type="heartbeat"/, most: 6 },
  // Some look after what may be due, twice a minute and all at once; presence is judged each second.
  { what: /^udt_db_statements_total/, most: 40 },
  { what: /^cpu /, most: WINDOW_MS / 4 },
  // Messages on links, calls and sockets have nothing to say.
  { what: /^udt_(agent_messages_total|http_request_seconds_count|sockets_opened_total)/, most: 0 },
];

/** The counters of a server's `/metrics`. */
export function countersOf(metrics: string): Map<string, number> {
  const lines = metrics.matchAll(/^(udt_\w+_(?:total|count)(?:\{[^}]*\})?) (\S+)$/gm);
  return new Map(Array.from(lines, ([, name, value]) => [name!, Number(value)]));
}

/** The processor time that a process has used. Only Linux tells it without a program of its own. */
export function cpuMs(pid: number): number | undefined {
  if (process.platform !== "linux") return undefined;
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The command's name, in brackets, may hold anything; 14 and 15 of all fields are user and system time, in hundredths.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Who did more between two readings than a heartbeat, the loudest first. */
export function talkers(before: Counts, after: Counts): string[] {
  const found: { name: string; count: number }[] = [];
  const heard = [...after].map(([name, value]) => {
    const earlier = before.get(name) ?? 0;
    // A process that was started again counts from nothing.
    return { name, count: value < earlier ? value : value - earlier };
  });
  const ruled = Map.groupBy(heard, ({ name }) => HEARTBEATS.find(({ what }) => what.test(name)));
  for (const [rule, group] of ruled) {
    // Each process has a processor's time of its own to spend.
    const parts = rule?.what.test("cpu ") ? group.map((one) => [one]) : [group];
    for (const part of parts) {
      const sum = part.reduce((total, { count }) => total + count, 0);
      if (rule && sum > rule.most) found.push(...part.filter(({ count }) => count > 0));
    }
  }
  return found.toSorted((a, b) => b.count - a.count).map(({ name, count }) => `${name} +${count}`);
}

/**
 * Resolves once nothing but heartbeats goes on. Nobody may have a page open, nor a test run. Fails with the names of those
 * who talk when that never comes: what was broken must fall silent.
 */
export async function untilAtRest(
  read: () => Promise<Counts>,
  { windowMs = WINDOW_MS, timeoutMs = REST_TIMEOUT_MS }: { windowMs?: number; timeoutMs?: number } = {},
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  for (let before = await read(); ;) {
    await delay(windowMs);
    const after = await read();
    const loud = talkers(before, after);
    if (loud.length === 0) return;
    if (Date.now() > deadline)
      throw new Error(`no rest; within ${windowMs} ms there were:\n${loud.slice(0, 20).join("\n")}`);
    before = after;
  }
}

/** The same of servers in the test's own process, by what each tells as its `/metrics`, and by a clock that stands still. */
export async function serversAtRest(...servers: { metrics(): Promise<string> }[]): Promise<void> {
  for (const server of servers) {
    await untilAtRest(async () => countersOf(await server.metrics()), { windowMs: 500 });
  }
}
