import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { pictureFacts } from "@udt/base";
import { ACTIVE_PING, LIMITS, trialToBrowser, type Framework, type TrialToBrowser } from "@udt/contract";
import { startPhones } from "@udt/phone";
import { expect, test, vi } from "vitest";
import type { StreamTap } from "../../../test/contract-server.ts";
import { eventually, makeFolder, makeReady, openStream, startSession } from "../../../test/harness.ts";
import { agentRunSpecOf, LIBRARY, makeSnapshot } from "../../../test/run-server.ts";

vi.setConfig({ testTimeout: 120_000 });

const told = (tap: StreamTap): TrialToBrowser[] => tap.texts.map((text) => trialToBrowser.parse(text));
const of = <T extends TrialToBrowser["type"]>(tap: StreamTap, type: T) =>
  told(tap).filter((one): one is Extract<TrialToBrowser, { type: T }> => one.type === type);
const log = (tap: StreamTap) =>
  of(tap, "log")
    .map(({ text }) => text)
    .join("");
const casesOf = (tap: StreamTap) => of(tap, "cases").flatMap(({ cases }) => cases);
/** What was last told of each case, by its key. */
const outcomes = (tap: StreamTap) => {
  const last = new Map(of(tap, "result").map(({ result }) => [result.case_run_id, result]));
  return Object.fromEntries(casesOf(tap).map(({ case_key, case_run_id }) => [case_key, last.get(case_run_id)]));
};

/** A phone in a debug session, and a server that has these files for a trial. */
async function scene(files: Record<string, string>, framework: Framework = "node_test") {
  const data_dir = await makeFolder();
  const ready = await makeReady(startPhones({ count: 1, basePort: 0 }), { data_dir });
  const { server } = ready;
  const snapshot = await makeSnapshot(files);
  const library = { ...LIBRARY, sha256: createHash("sha256").update(snapshot).digest("hex"), is_listed: false };
  const spec = agentRunSpecOf({ library, config: { framework } });
  server.onHttp = (request, response) => {
    const [, what] = /^\/v1\/agent\/trials\/[^/]+\/[^/?]+(\/snapshot)?\?.*trial_ticket=sealed/.exec(
      request.url ?? "",
    ) ?? ["", ""];
    if (what === "") return false;
    if (what) response.writeHead(200).end(snapshot);
    else
      response
        .writeHead(200, { "content-type": "application/json" })
        .end(JSON.stringify({ ret: 0, data: { spec, file: Object.keys(files)[0] }, msg: "", request_id: "r" }));
    return true;
  };
  const lease = await startSession(server, ready.device);
  const open = () => openStream(server, lease, "trial");
  const run = async (case_keys: string[] | null = null, steps: object = {}) => {
    const tap = await open();
    tap.json({ ...RUN, case_keys, ...steps });
    return tap;
  };
  /** Nothing of a trial is left on the disk. */
  const empty = () => eventually(async () => expect(await readdir(join(data_dir, "runs"))).toEqual([]));
  return { ...ready, lease, open, run, empty };
}

/** One pixel. */
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const RUN = { type: "run", ticket: "sealed", case_keys: null, selection: null, caret: null, breakpoints: [] };
const HANGING = {
  "tests/a.test.mjs": `import { test } from "node:test";
test("hangs", () => new Promise((resolve) => setInterval(resolve, 1e9)));`,
};
const untilRuns = (tap: StreamTap) => tap.until(() => of(tap, "result").length > 0);

test("a file's cases run at the session's phone: what passes, what fails and where, and what is printed", async () => {
  const { device, run, empty } = await scene({
    "tests/a.test.mjs": `import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
test("sees its phone", () => console.log(execFileSync("adb", ["devices"], { encoding: "utf8" })));
test("fails", () => {
  assert.equal(1 + 1, 3);
});`,
    "tests/b.test.mjs": `throw new Error("nobody asked for this file");`,
  });
  const tap = await run();
  const pings: string[] = [];
  tap.socket.on("ping", (data: Buffer) => pings.push(data.toString()));
  expect(await tap.closed).toEqual({ code: 1000, reason: "" });
  // Who has scripts at work uses the device.
  expect(pings).toContain(ACTIVE_PING);
  expect(of(tap, "phase").map(({ phase }) => phase)).toEqual(["environment", "list", "run"]);
  const [sees, fails] = ["tests/a.test.mjs::sees its phone", "tests/a.test.mjs::fails"];
  expect(outcomes(tap)).toMatchObject({
    [sees!]: { state: "success" },
    [fails!]: { state: "failed", cause: "assertion", detail: { location: { file: "tests/a.test.mjs", line: 6 } } },
  });
  expect(of(tap, "note").map(({ said }) => said.code)).toEqual(["scripts_isolated"]);
  expect(log(tap)).toContain(`${device.serial}\tdevice`);
  expect(told(tap).at(-1)).toEqual({ type: "over", outcome: "done", error: null, by: null });
  await empty();

  const again = await run([fails!]);
  await again.closed;
  expect(Object.keys(outcomes(again))).toEqual([fails]);
});

test("so do those of every other framework, and what fails beside them is told as a case", async () => {
  const pytest = await scene(
    { "test_a.py": "def test_passes():\n    pass\n\ndef test_fails():\n    assert 1 == 2\n" },
    "pytest",
  );
  const python = await pytest.run();
  await python.closed;
  expect(outcomes(python)).toMatchObject({
    "test_a.py::test_passes": { state: "success" },
    "test_a.py::test_fails": { state: "failed", detail: { location: { file: "test_a.py", line: 5 } } },
  });
  const shell = await scene({ "runTest.sh": "#!/bin/sh\nadb shell getprop ro.udt.load\nexit 1\n" }, "shell");
  const script = await shell.run();
  await script.closed;
  expect(outcomes(script)).toMatchObject({ "runTest.sh": { state: "failed" } });
  expect(log(script)).toContain("simulated");
});

test("steps in YAML are done by the session itself", async () => {
  const steps = `low_code: 1
cases:
  - name: home
    steps:
      - { id: home, action: key, key: GoHome }
`;
  const { run } = await scene({ "cases/a.yaml": steps }, "low_code");
  const tap = await run();
  await tap.closed;
  expect(told(tap).at(-1)).toMatchObject({ type: "over", outcome: "done" });
  const [home] = Object.values(outcomes(tap));
  expect(home).toMatchObject({ state: "success", detail: { steps: [{ ok: true }] } });
  // The screen before the step and after it, each once and small.
  const [step] = home!.detail!.steps;
  const pictures = of(tap, "picture");
  expect(pictures.map(({ name }) => name)).toEqual([...new Set([step!.screenshot_before, step!.screenshot])]);
  for (const { case_run_id, content_type, base64 } of pictures) {
    expect([case_run_id, content_type]).toEqual([home!.case_run_id, "image/jpeg"]);
    expect(pictureFacts(Buffer.from(base64, "base64"))?.height).toBeLessThanOrEqual(960);
  }
});

test("a picture that a script names comes as the script made it, and nothing else that it names", async () => {
  const png = Buffer.from(PNG, "base64");
  const { run } = await scene({
    "tests/a.test.mjs": `import { appendFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
const { UDT_RESULTS_DIR: results, UDT_STEPS_FILE: steps } = process.env;
test("looks", () => {
  writeFileSync(join(results, "own.png"), Buffer.from("${PNG}", "base64"));
  writeFileSync(join(results, "text.png"), "no picture");
  symlinkSync("/etc/passwd", join(results, "link.png"));
  for (const screenshot of ["own.png", "text.png", "link.png", "../a.png", "none.png"])
    appendFileSync(steps, JSON.stringify({ name: screenshot, screenshot }) + "\\n");
});`,
  });
  const tap = await run();
  await tap.closed;
  expect(outcomes(tap)["tests/a.test.mjs::looks"]?.detail?.steps).toHaveLength(5);
  const pictures = of(tap, "picture").map(({ name, content_type, base64 }) => [name, content_type, base64]);
  expect(pictures).toEqual([["own.png", "image/png", png.toString("base64")]]);
});

/** Steps that each press a key, one a line from 6 on. */
const keySteps = (...ids: string[]) => `low_code: 1
variables: { shared: "1" }
cases:
  - name: keys
    steps:
${ids.map((id) => `      - { id: ${id}, name: ${id}, action: key, key: GoHome }\n`).join("")}`;
const lastAt = (tap: StreamTap) => of(tap, "at").at(-1);
const heldAt = (tap: StreamTap, line: number) =>
  tap.until(() => lastAt(tap)?.line === line && lastAt(tap)?.is_held === true);
const stepsOf = (tap: StreamTap) =>
  Object.values(outcomes(tap)).map((one) => one?.detail?.steps.map(({ name }) => name));

test("steps stop before those with a breakpoint, go on one by one or to the next, and end where they wait", async () => {
  const { run, empty } = await scene({ "cases/a.yaml": keySteps("a", "b", "c", "d", "e") }, "low_code");
  const tap = await run(null, { breakpoints: [7] });
  await heldAt(tap, 7);
  tap.json({ type: "step" });
  await heldAt(tap, 8);
  tap.json({ type: "breakpoints", breakpoints: [10] });
  tap.json({ type: "continue" });
  await heldAt(tap, 10);
  expect(of(tap, "at").map(({ line, is_held }) => (is_held ? -line : line))).toEqual([6, -7, 7, -8, 8, 9, -10]);
  tap.json({ type: "continue" });
  await tap.closed;
  expect(stepsOf(tap)).toEqual([["a", "b", "c", "d", "e"]]);

  const stopped = await run(null, { breakpoints: [1] });
  await heldAt(stopped, 6);
  stopped.json({ type: "stop" });
  expect(await stopped.closed).toEqual({ code: 1000, reason: "" });
  expect(of(stopped, "over")).toMatchObject([{ outcome: "stopped" }]);
  await empty();
});

test("of a selection the steps alone are done that it touches", async () => {
  const { run } = await scene({ "cases/a.yaml": keySteps("a", "b", "c", "d") }, "low_code");
  const tap = await run(null, { selection: { from: 7, to: 8 } });
  await tap.closed;
  expect(stepsOf(tap)).toEqual([["b", "c"]]);
  expect(of(tap, "at").map(({ line }) => line)).toEqual([7, 8]);
  const around = await run(null, { caret: 8 });
  await around.closed;
  expect(stepsOf(around)).toEqual([["a", "b", "c", "d"]]);
  const above = await run(null, { caret: 2 });
  await above.closed;
  expect(of(above, "over")).toMatchObject([{ outcome: "failed", error: { code: "caret_in_no_case" } }]);
  const none = await run(null, { selection: { from: 1, to: 2 } });
  await none.closed;
  expect(of(none, "over")).toMatchObject([{ outcome: "failed", error: { code: "selection_has_no_steps" } }]);
});

test("tests in code are told by the lines that they begin on", async () => {
  const node = await scene({
    "tests/a.test.mjs": `import { describe, test } from "node:test";

test("one", () => {});
describe("more", () => {
  test("two", () => {});
});`,
  });
  const script = await node.run();
  await script.closed;
  expect(of(script, "at").map(({ line, is_held }) => [line, is_held])).toEqual([
    [3, false],
    [5, false],
  ]);
  const pytest = await scene({ "test_a.py": "def test_one():\n    pass\n\ndef test_two():\n    pass\n" }, "pytest");
  const python = await pytest.run();
  await python.closed;
  expect(of(python, "at").map(({ line }) => line)).toEqual([1, 4]);
});

test("a file that cannot be read is the reason why nothing runs", async () => {
  const { run, empty } = await scene({ "tests/a.test.mjs": "this is no script" });
  const tap = await run();
  await tap.closed;
  const [over] = of(tap, "over");
  expect(over).toMatchObject({ outcome: "failed", error: { evidence: expect.stringContaining("SyntaxError") } });
  await empty();
});

test("what breaks off midway says that it was the device, why, and how cases came out before", async () => {
  const { first, run, empty } = await scene({
    "tests/a.test.mjs": `import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { test } from "node:test";
test("passes", () => {});
test("is at the phone", () => promisify(execFile)("adb", ["shell", "sleep 600"]));`,
  });
  const tap = await run();
  await tap.until(() => of(tap, "result").length > 2);
  first.phone.drop(200);
  await tap.closed;
  const error = { code: "device_connection_broke" };
  expect(of(tap, "over")).toMatchObject([{ outcome: "failed", by: "device", error }]);
  expect(Object.values(outcomes(tap)).map((one) => one?.state)).toEqual(["success", "executing"]);
  await empty();
});

test("what is stopped ends at once and leaves nothing, and the session goes on to the next", async () => {
  const { run, empty } = await scene(HANGING);
  const tap = await run();
  await untilRuns(tap);
  tap.json({ type: "stop" });
  expect(await tap.closed).toEqual({ code: 1000, reason: "" });
  expect(told(tap).at(-1)).toEqual({ type: "over", outcome: "stopped", error: null, by: null });
  await empty();
  await untilRuns(await run());
});

test("there is one at a time: the next ends the one before and is told of nothing until that is gone", async () => {
  const { run, open, empty } = await scene(HANGING);
  // A page that opens a stream and says nothing is in nobody's way.
  await open();
  const first = await run();
  await untilRuns(first);
  const second = await run();
  expect(await first.closed).toEqual({ code: 4409, reason: "trial_replaced" });
  await untilRuns(second);
  // One whose connection breaks is no reason to wait either, however late that is known.
  second.socket.terminate();
  const third = await run();
  await untilRuns(third);
  third.socket.close();
  await empty();
});

test("it ends with its session, at once", async () => {
  const { server, lease, run, empty } = await scene(HANGING);
  const tap = await run();
  await untilRuns(tap);
  await server.request({ type: "session_stop", ...lease });
  expect(await tap.closed).toEqual({ code: 4409, reason: "test_ended" });
  await server.until("session", ({ session }) => session.state === "cleaned");
  await empty();
});

test("a script that prints without end is told in parts, is ended by its bound, and harms nobody", async () => {
  const { run } = await scene({ "runTest.sh": "#!/bin/sh\nyes 0123456789\n" }, "shell");
  const tap = await run();
  await tap.closed;
  expect(told(tap).at(-1)).toMatchObject({ type: "over", outcome: "done" });
  expect(Object.values(outcomes(tap))).toMatchObject([{ state: "failed", cause: "crash" }]);
  expect(of(tap, "log").reduce((sum, { left_out }) => sum + left_out, 0)).toBeGreaterThan(1_000_000);
  const longest = Math.max(...tap.texts.map((text) => JSON.stringify(text).length));
  expect(longest).toBeLessThan(LIMITS.stream_message_max_bytes);
});

const many = (count: number, does: string) => ({
  "tests/a.test.mjs": `import { test } from "node:test";
for (let at = 0; at < ${count}; at++) test("case " + at, () => { ${does} });`,
});

test("a reader that is slow hears of every case, and of the last ones no more than how they came out", async () => {
  const count = 600;
  const { run, empty } = await scene(many(count, 'console.log("x".repeat(31_000));'));
  const tap = await run();
  await untilRuns(tap);
  tap.socket.pause();
  await empty();
  tap.socket.resume();
  expect(await tap.closed).toEqual({ code: 1000, reason: "" });
  const came = Object.values(outcomes(tap));
  expect(came.filter((one) => one?.state === "success")).toHaveLength(count);
  expect(came.some((one) => one?.detail === null)).toBe(true);
});

test("so many cases as nobody would run from an editor are refused, with how many can be", async () => {
  const max = LIMITS.trial_cases_max;
  const { run } = await scene(many(max + 1, ""));
  const tap = await run();
  await tap.closed;
  expect(of(tap, "over")).toMatchObject([{ outcome: "failed", error: { code: "file_has_many_cases", args: { max } } }]);
  const some = await run(["tests/a.test.mjs::case 7"]);
  await some.closed;
  expect(Object.values(outcomes(some))).toMatchObject([{ state: "success" }]);
});

test("what the contract does not know ends it", async () => {
  const { run, empty } = await scene(HANGING);
  const tap = await run();
  await untilRuns(tap);
  tap.json(RUN);
  expect(await tap.closed).toEqual({ code: 4400, reason: "invalid_param" });
  await empty();
});
