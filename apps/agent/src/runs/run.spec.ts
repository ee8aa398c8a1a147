import { buildApk } from "@udt/appfile/testing";
import { withNotesTold } from "@udt/base";
import { createHash } from "node:crypto";
import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { startPhones } from "@udt/phone";
import { expect, test } from "vitest";
import { eventually, makeFolder, makeReady, startSession } from "../../test/harness.ts";
import { LIBRARY, makeCase, makeSnapshot, RunServer } from "../../test/run-server.ts";

const onePhone = () => startPhones({ count: 1, basePort: 0 });

test("a library's cases run on the phone, live, with causes, places and output", async () => {
  const { server, device, first } = await makeReady(onePhone());
  first.phone.system.sockets.listen("spec", (stream) => {
    void stream.write(new TextEncoder().encode("forwarded")).then(() => stream.close());
  });
  const files = {
    "tests/a.test.mjs": `
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { connect } from "node:net";
import { describe, test } from "node:test";
test("sees exactly its phone", async () => {
  console.log(execFileSync("adb", ["devices"], { encoding: "utf8" }));
  const forward = (port) => Number(execFileSync("adb", ["forward", "tcp:" + port, "localabstract:spec"])) || port;
  for (const port of [0, 8200]) for await (const said of connect(forward(port), "127.0.0.1")) console.log(String(said), port);
});
describe("arithmetic", () => {
  test("is wrong", () => {
    assert.equal(1 + 1, 3);
  });
  test("is skipped", { skip: true }, () => {});
});
`,
  };
  const cases = ["sees exactly its phone", "arithmetic > is wrong", "arithmetic > is skipped", "is not there"].map(
    (name) => makeCase(`tests/a.test.mjs::${name}`),
  );
  const run = new RunServer(server, { library: LIBRARY, config: { framework: "node_test" } }, cases);
  run.snapshot = await makeSnapshot(files);
  await startSession(server, device, 1, "job");
  expect(await run.finished).toEqual({ outcome: "done", error: null });
  const [sees, wrong, skipped, missing] = cases.map(({ case_run_id }) => run.last.get(case_run_id)!);
  expect(sees).toMatchObject({ state: "success", cause: "none", error: "" });
  expect(sees!.detail!.output).toContain(`${device.serial}\tdevice`);
  expect(sees!.detail!.output).toContain("forwarded 0\n");
  expect(sees!.detail!.output).toContain("forwarded 8200\n");
  expect(wrong).toMatchObject({
    state: "failed",
    cause: "assertion",
    detail: { location: { file: "tests/a.test.mjs", line: 13 } },
  });
  expect(wrong!.error).toBe("Expected values to be strictly equal: 2 !== 3");
  expect(skipped).toMatchObject({ state: "success", cause: "skipped" });
  expect(missing).toMatchObject({ state: "failed", cause: "missing" });
  expect(run.phases.map(({ name }) => name)).toEqual(["environment", "install", "run", "finish"]);
  const log = server.growing.files.find(({ name }) => name === "script.log")!;
  expect(log).toMatchObject({ kind: "script_log", ended: true });
  const told = withNotesTold(Buffer.concat(log.pieces.map(({ bytes }) => bytes)).toString("utf8"), ({ code }) => code);
  const notes = told.split("\n").filter((line) => line.startsWith("[20"));
  const entered = ["phase_environment", "scripts_isolated", "phase_install", "phase_run", "phase_finish"];
  expect(notes.map((line) => line.split("] ")[1])).toEqual(entered);
  expect(run.files.get([...run.files.keys()].find((name) => name.startsWith("TEST-node"))!)!.kind).toBe("report");
});

test("what fails beside the cases is a case of the run, and fails it", async () => {
  const { server, device } = await makeReady(onePhone());
  const cases = [makeCase("late.test.mjs::passes"), makeCase("suite.test.mjs::s > passes")];
  const run = new RunServer(server, { library: LIBRARY, config: { framework: "node_test" } }, cases);
  run.snapshot = await makeSnapshot({
    "late.test.mjs": `import { test } from "node:test";
test("passes", () => void setTimeout(() => { throw new Error("too late"); }, 20));`,
    "suite.test.mjs": `import { after, describe, it } from "node:test";
describe("s", () => { it("passes", () => {}); after(() => { throw new Error("in the hook"); }); });`,
  });
  await startSession(server, device, 1, "job");
  expect(await run.finished).toEqual({ outcome: "done", error: null });
  for (const { case_run_id } of cases) expect(run.last.get(case_run_id)).toMatchObject({ state: "success" });
  expect(run.discovered.map(({ case_key }) => case_key)).toEqual(["late.test.mjs", "suite.test.mjs::s"]);
  const [late, suite] = run.discovered.map(({ case_run_id }) => run.last.get(case_run_id));
  expect(late).toMatchObject({ state: "failed", error: expect.stringContaining("too late") });
  expect(suite).toMatchObject({ state: "failed", error: "Error: in the hook" });
});

const hanging = {
  "a.test.mjs": `import { test } from "node:test";
test("hangs", () => new Promise((resolve) => setInterval(resolve, 1e9)));
test("passes", () => {});`,
};
const [HANGS, PASSES] = ["a.test.mjs::hangs", "a.test.mjs::passes"];

async function makeRun(
  files: Record<string, string>,
  keys: string[],
  spec: ConstructorParameters<typeof RunServer>[1] = { config: { framework: "node_test" } },
) {
  const data_dir = await makeFolder();
  const ready = await makeReady(onePhone(), { data_dir });
  const cases = keys.map((key) => makeCase(key));
  const run = new RunServer(ready.server, { library: LIBRARY, ...spec }, cases);
  run.snapshot = await makeSnapshot(files);
  return { ...ready, data_dir, run, cases };
}

/** Resolves when the first case runs. */
const untilRuns = (run: RunServer, id: number) => run.until((results) => results.get(id)?.state === "executing");

test("what fails beside the cases is told at once, whatever becomes of the device afterwards", async () => {
  const { server, device, run, cases } = await makeRun(
    {
      "a.test.mjs": `import { after, test } from "node:test";
test("passes", () => {});
after(() => { throw new Error("left behind"); });`,
      "b.test.mjs": `import { test } from "node:test";
test("waits", () => new Promise((resolve) => setTimeout(resolve, 600_000)));`,
    },
    ["a.test.mjs::passes", "b.test.mjs::waits"],
  );
  const lease = await startSession(server, device, 1, "job");
  await untilRuns(run, cases[1]!.case_run_id);
  await eventually(() => expect(run.discovered.map(({ case_key }) => case_key)).toEqual(["a.test.mjs"]));
  expect(run.last.get(cases[1]!.case_run_id)).toMatchObject({ state: "executing" });
  await server.request({ type: "session_stop", ...lease });
});

test("the results of a time without a server come when it is back, each once", async () => {
  const { server, device, run, cases } = await makeRun(
    {
      "a.test.mjs": `import { test } from "node:test";
for (const name of ["one", "two", "three"])
  test(name, () => new Promise((resolve) => setTimeout(resolve, 300)));`,
    },
    ["one", "two", "three"].map((name) => `a.test.mjs::${name}`),
  );
  await startSession(server, device, 1, "job");
  await untilRuns(run, cases[0]!.case_run_id);
  run.isAway = true;
  await eventually(() => expect(run.refusals).toBeGreaterThan(3));
  run.isAway = false;
  expect(await run.finished).toEqual({ outcome: "done", error: null });
  for (const { case_run_id } of cases) expect(run.last.get(case_run_id)).toMatchObject({ state: "success" });
});

test("a server that has not heard yet that the phone is ready is asked again", async () => {
  const { server, device, run, cases } = await makeRun(hanging, [PASSES!]);
  run.tooEarly = 3;
  await startSession(server, device, 1, "job");
  expect(await run.finished).toEqual({ outcome: "done", error: null });
  expect(run.last.get(cases[0]!.case_run_id)).toMatchObject({ state: "success" });
});

test("a library that one run has downloaded the next run finds on the agent", async () => {
  const { server, device, run } = await makeRun(hanging, [PASSES!]);
  const lease = await startSession(server, device, 1, "job");
  expect(await run.finished).toMatchObject({ outcome: "done" });
  await server.request({ type: "session_stop", ...lease });
  await server.until("session", ({ session }) => session.state === "cleaned");
  const again = makeCase(PASSES!);
  const next = new RunServer(server, { library: run.spec.library, config: { framework: "node_test" } }, [again]);
  await startSession(server, device, 2, "job");
  expect(await next.finished).toEqual({ outcome: "done", error: null });
  expect(next.last.get(again.case_run_id)).toMatchObject({ state: "success" });
  expect([run.downloads, next.downloads]).toEqual([1, 0]);
});

const anyNumber: unknown = expect.any(Number);

test("a picture that a step names goes with the attempt whose step it is, and other files with none", async () => {
  const { server, device, run } = await makeRun(
    {
      "a.test.mjs": `import { test } from "node:test";
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
const { UPLOADDIR, UDT_PICTURES_URL, UDT_STEPS_FILE, UDT_ATTEMPT } = process.env;
test("pays", async () => {
  mkdirSync(UPLOADDIR + "/shots", { recursive: true });
  writeFileSync(UPLOADDIR + "/shots/cart.png", "attempt " + UDT_ATTEMPT);
  appendFileSync(UDT_STEPS_FILE, JSON.stringify({ name: "open the cart", screenshot: "cart.png" }) + "\\n");
  const { status } = await fetch(UDT_PICTURES_URL, { method: "POST", body: "none", headers: { "content-type": "image/png" } });
  const found_by = { by: "image", fallback: 1, score: 0.9 };
  appendFileSync(UDT_STEPS_FILE, JSON.stringify({ name: "asked, " + status, locator: "image: cart.png", found_by }) + "\\n");
  appendFileSync(UDT_STEPS_FILE, JSON.stringify({ name: "guessed", locator: 7, found_by: { by: "luck" } }) + "\\n");
  writeFileSync(UPLOADDIR + "/notes.txt", "attempt " + UDT_ATTEMPT);
});`,
    },
    [],
  );
  const attempts = [1, 2].map((attempt) => makeCase("a.test.mjs::pays", attempt));
  run.add(...attempts);
  run.perClaim = 1;
  await startSession(server, device, 1, "job");
  expect(await run.finished).toEqual({ outcome: "done", error: null });
  const kept = server.resources.map(({ url, bytes }) => {
    const query = new URL(url, server.url).searchParams;
    return [query.get("name"), query.get("case_run_id"), bytes.toString()];
  });
  const ofFirst = ["shots/cart.png", String(attempts[0]!.case_run_id), "attempt 1"];
  const ofSecond = ["shots/cart.png", String(attempts[1]!.case_run_id), "attempt 2"];
  expect(kept.filter(([name]) => name === "shots/cart.png")).toEqual([ofFirst, ofSecond]);
  for (const { case_run_id } of attempts)
    expect(run.last.get(case_run_id)!.detail!.steps).toEqual(
      [
        { name: "open the cart", screenshot: "cart.png" },
        // It is asked where the script runs, whatever that is kept from.
        { name: "asked, 400", locator: "image: cart.png", found_by: { by: "image", fallback: 1, score: 0.9 } },
        { name: "guessed" },
      ].map((step) => ({ screenshot: "", ok: true, started_at: anyNumber, ended_at: anyNumber, ...step })),
    );
  expect(kept.filter(([name]) => name === "notes.txt").map(([, id]) => id)).toEqual([null, null]);
});

test("a case cancelled by the server is stopped, and the rest goes on", async () => {
  const { server, device, run, cases } = await makeRun(hanging, [HANGS!, PASSES!]);
  const lease = await startSession(server, device, 1, "job");
  await untilRuns(run, cases[0]!.case_run_id);
  server.send({ type: "run_cases_cancelled", ...lease, case_run_ids: [cases[0]!.case_run_id] });
  expect(await run.finished).toMatchObject({ outcome: "done" });
  expect(run.last.get(cases[1]!.case_run_id)).toMatchObject({ state: "success" });
});

test("the end of a session ends its scripts at once, and leaves no file", async () => {
  const { server, device, run, cases, data_dir } = await makeRun(hanging, [HANGS!, PASSES!]);
  const lease = await startSession(server, device, 1, "job");
  await untilRuns(run, cases[0]!.case_run_id);
  await server.request({ type: "session_stop", ...lease });
  await server.until("session", ({ session }) => session.state === "cleaned");
  expect(run.last.get(cases[1]!.case_run_id)).toBeUndefined();
  await eventually(async () => expect(await readdir(join(data_dir, "runs"))).toEqual([]));
});

test("a phone that does not come back is at fault, not the case that ran on it", async () => {
  const { server, device, first, run, cases } = await makeRun(
    {
      "a.test.mjs": `import { execFileSync } from "node:child_process"; import { test } from "node:test";
test("waits", () => execFileSync("adb", ["shell", "sleep 1000"]));`,
    },
    ["a.test.mjs::waits"],
  );
  await startSession(server, device, 1, "job");
  await untilRuns(run, cases[0]!.case_run_id);
  first.phone.drop(Infinity);
  await server.until("session", ({ session }) => session.state === "lost");
  expect(run.last.get(cases[0]!.case_run_id)).toMatchObject({ state: "executing" });
});

const NOTES = { packageName: "org.example.notes", versionName: "2.0", versionCode: 2 };
function appOf(apk: Uint8Array) {
  return {
    app_id: "app-1",
    package_name: NOTES.packageName,
    version_code: NOTES.versionCode,
    version_name: NOTES.versionName,
    file_name: "notes.apk",
    md5: createHash("md5").update(apk).digest("hex"),
    size_bytes: apk.length,
  };
}

test("an app is installed and started before the first case", async () => {
  const apk = buildApk(NOTES);
  const { server, device, first, run, cases } = await makeRun(
    {
      "a.test.mjs": `import { test } from "node:test";
test("knows its app", () => console.log(process.env.UDT_APP_PACKAGE, process.env.UDT_APP_ACTIVITY, process.env.DEVICE_SEQ));`,
    },
    ["a.test.mjs::knows its app"],
    { app: appOf(apk), device_seq: 3, config: { framework: "node_test", app_id: "app-1" } },
  );
  run.apps.set("app-1", apk);
  await startSession(server, device, 1, "job");
  expect(await run.finished).toEqual({ outcome: "done", error: null });
  expect(run.last.get(cases[0]!.case_run_id)!.detail!.output).toMatch(/^org\.example\.notes \S+ 3\n/);
  expect(first.phone.system.packages.find(NOTES.packageName)).toBeDefined();
});

test("what the job's white list names stays on the phone, and its account and parameters reach the script", async () => {
  const apk = buildApk(NOTES);
  const account = { account: "ada", password: "x y" };
  const { server, device, first, run, cases } = await makeRun(
    {
      "a.test.mjs": `import { test } from "node:test";
test("prints", () => console.log(process.env.UDT_ACCOUNT, process.env.UDT_PARAMETERS, process.env.UDT_ATTEMPT, process.env.UDT_AGENT_TOKEN));`,
    },
    ["a.test.mjs::prints"],
    {
      preinstall_apps: [appOf(apk)],
      account,
      white_list: [NOTES.packageName],
      config: { framework: "node_test", preinstall_app_ids: ["app-1"], parameters: '{"a": [1]}' },
    },
  );
  run.apps.set("app-1", apk);
  const lease = await startSession(server, device, 1, "job");
  expect(await run.finished).toEqual({ outcome: "done", error: null });
  expect(run.last.get(cases[0]!.case_run_id)!.detail!.output).toBe(
    `${JSON.stringify(account)} {"a": [1]} 1 undefined\n`,
  );
  await server.request({ type: "session_stop", ...lease });
  await server.until("session", ({ session }) => session.state === "cleaned");
  expect(first.phone.system.packages.find(NOTES.packageName)).toBeDefined();
});

const ACCOUNTS = { kind: "third_party", provider: "wechat" } as const;

test.each([
  [
    "node_test",
    "a.test.mjs::signs in",
    {
      "a.test.mjs": `import { test } from "node:test";
test("signs in", () => console.log(process.env.UDT_SIGN_IN, JSON.stringify(process.env.UDT_ACCOUNT)));`,
    },
  ],
  [
    "pytest",
    "test_a.py::test_signs_in",
    {
      "test_a.py":
        "import os\ndef test_signs_in():\n  print(os.environ['UDT_SIGN_IN'], '\"%s\"' % os.environ['UDT_ACCOUNT'])\n",
    },
  ],
  [
    "shell",
    "runTest.sh",
    {
      "runTest.sh": `echo "$UDT_SIGN_IN \\"$UDT_ACCOUNT\\""
echo '<testsuite><testcase name="a"/></testsuite>' > "$UPLOADDIR/TEST-a.xml"`,
    },
  ],
] as const)("%s finds whom it signs in at, and no account", async (framework, key, files) => {
  const { server, device, run, cases } = await makeRun({ ...files }, [key], {
    config: { framework, accounts: ACCOUNTS },
  });
  await startSession(server, device, 1, "job");
  expect(await run.finished).toEqual({ outcome: "done", error: null });
  expect(run.last.get(cases[0]!.case_run_id)).toMatchObject({
    state: "success",
    detail: { output: expect.stringContaining('wechat ""\n') },
  });
});

test.each(["game", "app"] as const)("a case of a %s has the frames of its type", async (test_type) => {
  const { server, device, run, cases } = await makeRun(hanging, [PASSES!], {
    config: { framework: "node_test", test_type },
  });
  await startSession(server, device, 1, "job");
  expect(await run.finished).toEqual({ outcome: "done", error: null });
  const { case_run_id } = cases[0]!;
  const frames = [...run.files].filter(([name]) => name.startsWith("frame-"));
  const names = ["001", "002"].map((each) => `frame-${case_run_id}-${each}.png`);
  expect(frames.map(([name]) => name)).toEqual(test_type === "game" ? names : []);
  for (const [, { kind, bytes }] of frames) {
    expect(kind).toBe("screenshot");
    expect(bytes.subarray(1, 4).toString()).toBe("PNG");
  }
});

test("an agent that was killed in a run leaves nothing of it once it is started again", async () => {
  const data_dir = await makeFolder();
  await mkdir(join(data_dir, "runs", "7-left", "place", "library"), { recursive: true });
  await makeReady(onePhone(), { data_dir });
  expect(await readdir(data_dir)).not.toContain("runs");
});

test("a refused installation is told in the device's words", async () => {
  const apk = buildApk(NOTES);
  const { server, device, first, run } = await makeRun(hanging, [PASSES!], {
    app: appOf(apk),
    config: { framework: "node_test", app_id: "app-1" },
  });
  run.apps.set("app-1", apk);
  first.phone.system.faults.refuse_install = "INSTALL_FAILED_INSUFFICIENT_STORAGE";
  await startSession(server, device, 1, "job");
  expect(await run.finished).toEqual({
    outcome: "install_failed",
    error: {
      code: "install_storage",
      args: {},
      evidence: expect.stringMatching(/^notes\.apk: INSTALL_FAILED_INSUFFICIENT_STORAGE/),
    },
  });
  expect(run.phases.at(-1)!.error).toMatchObject({ code: "install_storage" });
});

test("the monkey really touches, and its time ends it", async () => {
  const { server, device, run, cases } = await makeRun({}, ["monkey"], {
    library: null,
    config: {
      framework: "monkey",
      library_id: null,
      monkey: { minutes: 5, seed: 7, throttle_ms: 1, events: 200, packages: ["dev.udt.shop"] },
      timeouts: { case_minutes: 10, device_minutes: 30, test_minutes: 60 },
    },
  });
  await startSession(server, device, 1, "job");
  expect(await run.finished).toEqual({ outcome: "done", error: null });
  const result = run.last.get(cases[0]!.case_run_id)!;
  expect(result).toMatchObject({ state: "success" });
  expect(result.detail!.output).toContain(":AllowPackage: dev.udt.shop");
  expect(result.detail!.output).toContain("Events injected: 200");
});

test("a phone that is restarted before the run and after it stays the run's own", async () => {
  const { server, device, first, run, cases } = await makeRun(
    {
      "a.test.mjs": `import { execFileSync } from "node:child_process"; import { test } from "node:test";
test("says its life", () =>
  console.log(execFileSync("adb", ["shell", "cat /proc/sys/kernel/random/boot_id"], { encoding: "utf8" })));`,
    },
    ["a.test.mjs::says its life"],
    { config: { framework: "node_test", reboot_before: true, reboot_after: true } },
  );
  const lease = await startSession(server, device, 1, "job");
  expect(await run.finished).toEqual({ outcome: "done", error: null });
  const during = run.last.get(cases[0]!.case_run_id)!.detail!.output.trim();
  expect(during).not.toBe(device.boot_id);
  expect(Buffer.from(first.phone.system.files.read("/proc/sys/kernel/random/boot_id")).toString().trim()).not.toBe(
    during,
  );
  await server.request({ type: "session_stop", ...lease });
  await server.until("session", ({ session }) => session.state === "cleaned");
});

/** The package of an app's tests: what each is called, and how it comes out. */
const testsOfNotes = (tests: (readonly [string, string])[]) =>
  buildApk({
    packageName: "org.example.notes.test",
    versionName: "2.0",
    versionCode: 2,
    mainActivity: null,
    instrumentation: { targetPackage: "org.example.notes", tests: Object.fromEntries(tests) },
  });

test("an instrumentation's tests are found on the phone and run there; one that crashes takes no other along", async () => {
  const tests = { ok: "ok", fails: "failure", breaks: "error", isIgnored: "ignored", crashes: "crash", after: "ok" };
  const apk = testsOfNotes(Object.entries(tests).map(([name, result]) => [`org.example.NotesTest#${name}`, result]));
  const test_app = { ...appOf(apk), package_name: "org.example.notes.test" };
  const { server, device, run } = await makeRun({}, [], {
    library: null,
    test_app,
    config: { framework: "instrumentation", library_id: null, instrumentation: { test_app_id: "app-1" } },
  });
  run.apps.set("app-1", apk);
  await startSession(server, device, 1, "job");
  expect(await run.finished).toEqual({ outcome: "done", error: null });
  expect(run.discovered.map(({ case_key }) => case_key.split("#")[1])).toEqual(Object.keys(tests));
  const told = run.discovered.map(({ case_run_id }) => {
    const { state, cause, error, reason } = run.last.get(case_run_id)!;
    return [state, cause, reason?.code ?? error];
  });
  expect(told).toEqual([
    ["success", "none", ""],
    ["failed", "assertion", "java.lang.AssertionError: expected:<1> but was:<2>"],
    ["failed", "assertion", "java.lang.IllegalStateException: not now"],
    ["success", "skipped", ""],
    ["failed", "crash", "process_exit_amid"],
    ["success", "none", ""],
  ]);
});

test("a runner on the phone is given the parameters, the account and whom to sign in at", async () => {
  const account = { account: "ada", password: 'it\'s "x"' };
  const given = { UDT_PARAMETERS: '{"a": [1]}', UDT_ACCOUNT: JSON.stringify(account), UDT_ATTEMPT: "1" };
  const third = { UDT_SIGN_IN: "qq", DEVICE_SEQ: "2" };
  const runWith = async (wanted: Record<string, string>, spec: ConstructorParameters<typeof RunServer>[1]) => {
    const tests = Object.entries(wanted).map(
      ([name, value]) => [`org.example.GivenTest#${name}`, `given ${name}=${value}`] as const,
    );
    const apk = testsOfNotes(tests);
    const { server, device, run } = await makeRun({}, [], {
      library: null,
      test_app: { ...appOf(apk), package_name: "org.example.notes.test" },
      ...spec,
      config: {
        framework: "instrumentation",
        library_id: null,
        instrumentation: { test_app_id: "app-1" },
        ...spec.config,
      },
    });
    run.apps.set("app-1", apk);
    await startSession(server, device, 1, "job");
    expect(await run.finished).toEqual({ outcome: "done", error: null });
    return run.discovered.map(({ case_key, case_run_id }) => [
      case_key.split("#")[1],
      run.last.get(case_run_id)!.state,
    ]);
  };
  const all = (names: object) => Object.keys(names).map((name) => [name, "success"]);
  expect(await runWith(given, { account, config: { parameters: given.UDT_PARAMETERS } })).toEqual(all(given));
  expect(
    await runWith(third, { device_seq: 2, config: { accounts: { kind: "third_party", provider: "qq" } } }),
  ).toEqual(all(third));
});
