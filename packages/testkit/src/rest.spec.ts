import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { countersOf, cpuMs, talkers, untilAtRest, type Counts } from "./rest.ts";

const message = (type: string) => `udt_agent_messages_total{direction="in",type="${type}"}`;
const statement = (name: string) => `udt_db_statements_total{statement="${name}"}`;
const counts = (of: Record<string, number>): Counts => new Map(Object.entries(of));

test("reads what a server counts, and nothing else of its metrics", () => {
  const text = [
    "# HELP udt_agent_messages_total Messages",
    `${message("session")} 12`,
    'udt_http_request_seconds_bucket{le="0.1",route="/x"} 3',
    'udt_http_request_seconds_count{method="GET",route="/x",status="200"} 4',
    "udt_streams_open 2",
    "process_cpu_seconds_total 5",
  ].join("\n");
  expect([...countersOf(text)]).toEqual([
    [message("session"), 12],
    ['udt_http_request_seconds_count{method="GET",route="/x",status="200"}', 4],
  ]);
});

test("heartbeats are rest; whoever else talks is named, the loudest first", () => {
  const reading = 'udt_http_request_seconds_count{method="GET",route="/below/metrics",status="200"}';
  const quiet = {
    [reading]: 9,
    [message("heartbeat")]: 3,
    [statement("select agents")]: 2,
    "cpu server": 60,
    "cpu phones": 190,
  };
  expect(talkers(counts({}), counts(quiet), 2_000)).toEqual([]);
  const before = counts({ [message("session")]: 100, "cpu server": 50 });
  const after = counts({
    [message("session")]: 103,
    [message("heartbeat")]: 1,
    [statement("select tests")]: 15,
    [statement("update tests")]: 2,
    "cpu server": 251,
    "cpu agent": 10,
  });
  expect(talkers(before, after, 2_000)).toEqual([
    "cpu server +201",
    `${statement("select tests")} +15`,
    `${message("session")} +3`,
    `${statement("update tests")} +2`,
  ]);
  expect(talkers(before, after, 2_500)).toEqual([`${message("session")} +3`]);
});

test("what no rule knows is to stand still", () => {
  const bytes = "udt_stream_bytes_total";
  expect(talkers(counts({ [bytes]: 7 }), counts({ [bytes]: 8 }), 2_000)).toEqual([`${bytes} +1`]);
});

test("a process that was started again counts from nothing", () => {
  expect(talkers(counts({ [message("session")]: 50 }), counts({ [message("session")]: 2 }), 2_000)).toEqual([
    `${message("session")} +2`,
  ]);
});

test("waits until it is so for two windows, and fails with who talks when that never comes", async () => {
  let said = 0;
  const until = (last: number) => () => Promise.resolve(counts({ [message("session")]: Math.min(++said, last) }));
  await untilAtRest(until(5), { windowMs: 1 });
  expect(said).toBe(7);
  await expect(untilAtRest(until(Infinity), { windowMs: 1, limitMs: 20 })).rejects.toThrow(message("session"));
});

test("who talks in each second window is no rest", async () => {
  let said = 0;
  const nowAndThen = () => Promise.resolve(counts({ [message("session")]: Math.floor(++said / 2) }));
  await expect(untilAtRest(nowAndThen, { windowMs: 1, limitMs: 20 })).rejects.toThrow(message("session"));
});

test("a processor's time is judged over both windows", async () => {
  const spends = (...ms: number[]) => {
    let at = 0;
    const used = (until: number) =>
      Array.from({ length: until }, (_, n) => ms[n % ms.length]!).reduce((a, b) => a + b, 0);
    return () => Promise.resolve(counts({ "cpu agent": used(at++) }));
  };
  const limits = { windowMs: 40, limitMs: 200 };
  // A tenth of two windows of 40 ms, or a little longer: 8.
  await untilAtRest(spends(6, 0), limits);
  await expect(untilAtRest(spends(40, 0), limits)).rejects.toThrow("cpu agent +40");
});

test.runIf(process.platform === "linux")("a program's time is counted, and not V8's for its memory", async () => {
  const told = "process.stdout.write(JSON.stringify(process.cpuUsage())); setInterval(() => {}, 60_000)";
  const used = async (program: string) => {
    const child = spawn(process.execPath, ["-e", `${program}; ${told}`], { stdio: ["ignore", "pipe", "inherit"] });
    try {
      const [said] = (await once(child.stdout, "data")) as [Buffer];
      const { user, system } = JSON.parse(said.toString()) as NodeJS.CpuUsage;
      return { allMs: (user + system) / 1_000, counted: cpuMs(child.pid!)! };
    } finally {
      child.kill("SIGKILL");
    }
  };
  // By its own time: on a machine that is busy, what starts it would be most of a while by the clock.
  const busy = await used("while (process.cpuUsage().user < 600_000);");
  // Hundredths of a second, of which each of the threads left out may have rounded one.
  expect(busy.counted).toBeGreaterThan(busy.allMs * 0.8);
  const kept = await used("const all = []; for (let n = 0; n < 4e6; n++) all.push({ n, text: [n] })");
  expect(kept.counted).toBeLessThan(kept.allMs * 0.9);
});
