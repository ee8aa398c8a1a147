import { say, saidText } from "@udt/base";
import { startPhones } from "@udt/phone";
import { expect, test } from "vitest";
import { keepPhones, makeAgent, makeServer, setClock, startSession } from "../../test/harness.ts";
import { LIBRARY, makeCase, makeSnapshot, RunServer } from "../../test/run-server.ts";

const HOUR_MS = 3_600_000;
/** Enough for a busy machine to begin the first case. */
const SOON_MS = 12_000;

/** A run of these cases on a phone, on an agent whose server's clock is an hour ahead, with so long to go. */
async function startRun(source: string, names: string[], leftMs: number) {
  const server = await makeServer();
  server.aheadMs = HOUR_MS;
  const host = await keepPhones(startPhones({ count: 1, basePort: 0 }));
  await makeAgent(server, { direct: [{ host: "127.0.0.1", port: host.phones[0]!.port }] });
  const { device } = await server.until("device", (message) => message.device.readiness === "ready");
  const cases = names.map((name) => makeCase(`a.test.mjs::${name}`));
  const device_deadline = Date.now() + HOUR_MS + leftMs;
  const run = new RunServer(server, { library: LIBRARY, device_deadline, config: { framework: "node_test" } }, cases);
  run.snapshot = await makeSnapshot({ "a.test.mjs": `import { test } from "node:test";\n${source}` });
  const lease = await startSession(server, device, 1, "job");
  return { server, device, device_deadline, lease, run, ids: cases.map(({ case_run_id }) => case_run_id) };
}

const untilRuns = (run: RunServer, id: number) => run.until((results) => results.get(id)?.state === "executing");
const DEVICE_TIMEOUT = { outcome: "device_timeout", error: say("device_time_over", { minutes: 30 }) };

test("a device whose time is over ends its scripts, blames no case, and keeps what they left", async () => {
  const { server, device_deadline, lease, run, ids } = await startRun(
    `import { writeFileSync } from "node:fs";
test("hangs", async () => {
  writeFileSync(process.env.UPLOADDIR + "/left.txt", "left");
  console.log("I hang");
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    writeFileSync(process.env.UPLOADDIR + "/alive.txt", String(Date.now()));
  }
});
test("is never begun", () => {});`,
    ["hangs", "is never begun"],
    SOON_MS,
  );
  const [hangs, never] = ids;
  await untilRuns(run, hangs!);
  expect(await run.finished).toEqual(DEVICE_TIMEOUT);
  const over = Date.now() + HOUR_MS;
  expect(over).toBeGreaterThanOrEqual(device_deadline);
  expect(over).toBeLessThan(device_deadline + SOON_MS);
  // What had not come to its end is the server's to conclude.
  expect(run.last.get(hangs!)).toMatchObject({ state: "executing", ended_at: null });
  expect(run.last.get(never!)).toBeUndefined();
  expect(run.phases.at(-1)).toEqual({ name: "finish", error: DEVICE_TIMEOUT.error });
  expect(run.files.get("left.txt")!.bytes.toString()).toBe("left");
  const died = Number(run.files.get("alive.txt")!.bytes.toString()) + HOUR_MS;
  expect(died).toBeLessThan(device_deadline + SOON_MS);
  const log = server.growing.files.find(({ kind }) => kind === "script_log")!;
  expect(log.ended).toBe(true);
  const text = Buffer.concat(log.pieces.map(({ bytes }) => bytes)).toString();
  expect(text).toContain("I hang");
  expect(text).toContain(saidText(DEVICE_TIMEOUT.error));
  // The device is the server's to take back: the session is neither over nor lost.
  expect(server.received.filter(({ type }) => type === "session").at(-1)).toMatchObject({
    session: { state: "running" },
  });
  await server.request({ type: "session_stop", ...lease });
  await server.until("session", ({ session }) => session.state === "cleaned");
});

test("a device that was given too late runs nothing", async () => {
  const { run, ids } = await startRun(`test("passes", () => {});`, ["passes"], -1);
  expect(await run.finished).toEqual(DEVICE_TIMEOUT);
  expect(run.last.get(ids[0]!)).toBeUndefined();
});

test.for([
  ["on", 24 * HOUR_MS],
  ["back", -24 * HOUR_MS],
] as const)("a machine's clock that is set %s ends nothing early", async ([, byMs]) => {
  const { run, ids } = await startRun(
    `test("runs", () => new Promise((resolve) => setTimeout(resolve, 1_500)));
test("runs after it", () => {});`,
    ["runs", "runs after it"],
    30 * 60_000,
  );
  await untilRuns(run, ids[0]!);
  setClock(byMs);
  expect(await run.finished).toEqual({ outcome: "done", error: null });
  expect(ids.map((id) => run.last.get(id)!.state)).toEqual(["success", "success"]);
});

test("a machine's clock that is set back prolongs nothing", async () => {
  const { run, ids } = await startRun(
    `test("hangs", () => new Promise((resolve) => setInterval(resolve, 1e9)));`,
    ["hangs"],
    SOON_MS,
  );
  await untilRuns(run, ids[0]!);
  setClock(-24 * HOUR_MS);
  expect(await run.finished).toEqual(DEVICE_TIMEOUT);
});
