import { say } from "@udt/base";
import { readdirSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type ExecutorSetup, setUpExecutor as setUp } from "../../test/executor-setup.ts";
import { eventually } from "../../test/harness.ts";
import { makeCase } from "../../test/run-server.ts";
import { DeviceFault } from "./executor.ts";

const shell = (script: string, more: Partial<ExecutorSetup> = {}) =>
  setUp({ framework: "shell", files: { "runTest.sh": script }, ...more });
const node = (source: string, more: Partial<ExecutorSetup> = {}) =>
  setUp({ framework: "node_test", files: { "a.test.mjs": `import { test } from "node:test";\n${source}` }, ...more });
const inFile = (...names: string[]) => names.map((name) => makeCase(`a.test.mjs::${name}`));

/** Processes of this machine with the word in their command line. */
const processesWith = (word: string): string[] =>
  readdirSync("/proc").filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(word);
    } catch {
      return false;
    }
  });

test("a case that hangs is ended, and what came after it goes on in another process", async () => {
  const { run } = await node(
    `test("before", () => {});
     test("hangs", () => new Promise((resolve) => setInterval(resolve, 1e9)));
     test("after", () => {});`,
    { caseTimeoutMs: 8_000 },
  );
  const [before, hangs, after] = await run(inFile("before", "hangs", "after"));
  expect(before).toMatchObject({ state: "success" });
  const reason = say("case_time_over", { minutes: 8 / 60 });
  expect(hangs).toMatchObject({ state: "failed", cause: "case_timeout", error: "", reason, detail: { message: "" } });
  expect(after).toMatchObject({ state: "success" });
});

test("a process that dies fails the case that ran, and no other", async () => {
  const { run } = await node(
    `test("before", () => {}); test("exits", () => process.exit(3)); test("after", () => {});`,
  );
  const [before, exits, after] = await run(inFile("before", "exits", "after"));
  expect(before).toMatchObject({ state: "success" });
  expect(exits).toMatchObject({ state: "failed", cause: "crash" });
  expect(exits!.reason).toEqual(say("file_exit", { file: "a.test.mjs", exit_code: 3 }));
  expect(after).toMatchObject({ state: "success" });
});

test("a case that kills its parent fails, and other files go on", async () => {
  const { place, run } = await node(`test("kills", () => process.kill(process.ppid, "SIGKILL"));`);
  await writeFile(join(place.library, "b.test.mjs"), `import { test } from "node:test"; test("after", () => {});`);
  const [kills, after] = await run([...inFile("kills"), makeCase("b.test.mjs::after")]);
  expect(kills).toMatchObject({ state: "failed", cause: "crash" });
  expect(after).toMatchObject({ state: "success" });
});

test("a file that cannot be read fails all its cases, once, with what it said", async () => {
  const { run, results } = await node(`import "./nowhere.mjs"; test("one", () => {}); test("two", () => {});`);
  for (const one of await run(inFile("one", "two"))) {
    expect(one).toMatchObject({ state: "failed", cause: "crash" });
    expect(one!.detail!.message).toContain("nowhere.mjs");
  }
  expect(results.filter(({ state }) => state === "failed")).toHaveLength(2);
});

test("a cancelled case is stopped where it runs, and the others go on", async () => {
  const { executor, run, results } = await node(
    `test("hangs", () => new Promise((resolve) => setInterval(resolve, 1e9))); test("after", () => {});`,
  );
  const cases = inFile("hangs", "after");
  const running = run(cases);
  await eventually(() => expect(results.map(({ case_run_id }) => case_run_id)).toContain(cases[0]!.case_run_id));
  executor.cancel([cases[0]!.case_run_id]);
  const [hangs, after] = await running;
  expect(hangs).toMatchObject({ state: "executing" });
  expect(after).toMatchObject({ state: "success" });
});

test("a failure while the device is at fault is not the case's", async () => {
  const { run, results } = await node(`test("fails", () => { throw new Error("no device"); });`, {
    deviceFault: () => Promise.resolve(say("device_connection_lost")),
  });
  await expect(run(inFile("fails"))).rejects.toThrow(DeviceFault);
  expect(results.map(({ state }) => state)).toEqual(["executing"]);
});

test("a script that ignores signals and cuts its children loose leaves nothing running", async () => {
  const mark = `udt-left-${process.pid}`;
  const { run } = await shell(
    `trap '' TERM INT HUP
     setsid sh -c 'exec -a ${mark} sleep 1000' &
     (setsid sh -c 'sleep 1000; : ${mark}' &)
     while :; do sleep 1000 & wait; done`,
    { caseTimeoutMs: 4_000 },
  );
  const [one] = await run([makeCase("runTest.sh")]);
  expect(one).toMatchObject({ state: "failed", cause: "case_timeout" });
  await eventually(() => expect(processesWith(mark)).toEqual([]));
});

test("a script that prints a gigabyte is ended at its bound", async () => {
  const { run } = await shell(`yes "0123456789012345678901234567890123456789" | head -c 1073741824`, {
    bounds: { outputBytes: 4 * 1024 ** 2 },
  });
  const [one] = await run([makeCase("runTest.sh")]);
  expect(one).toMatchObject({ state: "failed", cause: "crash" });
  expect(one!.reason).toEqual(say("process_bound_output"));
  expect(one!.detail!.output.length).toBeLessThan(40_000);
});

test("a script that fills its disk is ended at its bound", async () => {
  const { run } = await shell(
    `i=0; while :; do i=$((i + 1)); head -c 1048576 /dev/zero > "$UPLOADDIR/$i" || exit 9; sleep 0.01; done`,
    { bounds: { diskBytes: 16 * 1024 ** 2 } },
  );
  const [one] = await run([makeCase("runTest.sh")]);
  expect(one).toMatchObject({ state: "failed", cause: "crash" });
});

test("a script that deletes every folder it can tells nothing, and harms nobody else", async () => {
  const { run } = await shell(`rm -rf "$UPLOADDIR"/* "$UDT_STEPS_FILE" "$(dirname "$UDT_STEPS_FILE")"/* ./* ; exit 0`);
  const [one] = await run([makeCase("runTest.sh")]);
  expect(one).toMatchObject({ state: "failed", cause: "missing" });
});

const file = "TEST-ALL.xml";
const CASE = (name: string, inner = "") => `<testcase name="${name}" classname="c">${inner}</testcase>`;
test.for([
  ["passes", `<testsuite>${CASE("a")}</testsuite>`, 0, "success", "none", null],
  ["is skipped", `<testsuite>${CASE("a", "<skipped/>")}</testsuite>`, 0, "success", "skipped", null],
  [
    "fails",
    `<testsuite>${CASE("a", '<failure message="no">why</failure>')}</testsuite>`,
    0,
    "failed",
    "assertion",
    null,
  ],
  [
    "fails without a word",
    `<testsuite>${CASE("a", "<failure/>")}</testsuite>`,
    0,
    "failed",
    "assertion",
    say("case_failed_untold"),
  ],
  [
    "tells of several",
    `<testsuite>${CASE("a")}${CASE("b", "<failure>why</failure>")}</testsuite>`,
    0,
    "failed",
    "assertion",
    say("results_failed", { failed: 1, total: 2 }),
  ],
  ["has nothing", "", 0, "failed", "missing", say("process_exit_untold", { exit_code: 0 })],
  [
    "is cut short",
    `<testsuite>${CASE("a")}<testcase name="b"`,
    0,
    "failed",
    "missing",
    { ...say("junit_malformed", { file }), evidence: expect.stringMatching(/unclosed/i) },
  ],
  ["is no JUnit", `<html></html>`, 0, "failed", "missing", say("junit_foreign", { file })],
  [
    "has entities",
    `<!DOCTYPE t [<!ENTITY a "b">]><testsuite>&a;</testsuite>`,
    0,
    "failed",
    "missing",
    say("junit_doctype", { file }),
  ],
  [
    "contradicts itself",
    `<testsuite>${CASE("a")}${CASE("a", "<error>x</error>")}</testsuite>`,
    0,
    "failed",
    "assertion",
    say("results_contradict", { name: "a" }),
  ],
  [
    "passes but ends badly",
    `<testsuite>${CASE("a")}</testsuite>`,
    5,
    "failed",
    "crash",
    say("process_exit_against", { exit_code: 5 }),
  ],
] as const)("a script whose result file %s", async ([, xml, exit, state, cause, reason]) => {
  const script = xml === "" ? "" : `cat > "$UPLOADDIR/TEST-ALL.xml" <<'END'\n${xml}\nEND\n`;
  const { run } = await shell(`${script}exit ${exit}`);
  const [one] = await run([makeCase("runTest.sh")]);
  expect(one).toMatchObject({ state, cause, reason });
});

test("result files that lead elsewhere are not opened", async () => {
  const { run } = await shell(`ln -s /etc/passwd "$UPLOADDIR/TEST-a.xml"; mkfifo "$UPLOADDIR/TEST-b.xml"; exit 0`);
  const [one] = await run([makeCase("runTest.sh")]);
  expect(one).toMatchObject({ state: "failed", cause: "missing" });
  expect(one!.reason).toEqual(say("junit_unread", { count: 2, names: "TEST-a.xml, TEST-b.xml" }, "ELOOP"));
});

test("a case that hangs on a device that does not answer is not the case's failure", async () => {
  const { run, results } = await node(`test("hangs", () => new Promise((resolve) => setInterval(resolve, 1e9)));`, {
    caseTimeoutMs: 10_000,
    deviceFault: () => Promise.resolve(say("device_silent")),
  });
  await expect(run(inFile("hangs"))).rejects.toThrow(DeviceFault);
  expect(results.map(({ state }) => state)).toEqual(["executing"]);
});

test("pytest tells every way in which a case can end", { timeout: 180_000 }, async () => {
  const { run } = await setUp({
    framework: "pytest",
    caseTimeoutMs: 60_000,
    files: {
      "tests/test_ways.py": `import os
import pytest

@pytest.fixture
def broken():
    raise RuntimeError("no fixture")

@pytest.fixture
def leaves_badly():
    yield
    raise RuntimeError("no way out")

def test_passes():
    print("said")

@pytest.mark.parametrize("x", ["a b", "é::[", "1"])
def test_each(x):
    assert x != "a b", "spaces\\nand lines"

@pytest.mark.skip(reason="not today")
def test_skipped(): pass

@pytest.mark.xfail(reason="known")
def test_expected(): assert False

class TestClass:
    def test_setup(self, broken): pass
    def test_teardown(self, leaves_badly): pass

def test_dies(): os._exit(0)

def test_after(): pass
`,
      "tests/test_broken.py": "import nowhere_at_all\n\ndef test_never(): pass\n",
    },
  });
  const keys = [
    "test_ways.py::test_passes",
    "test_ways.py::test_each[a b]",
    "test_ways.py::test_each[1]",
    "test_ways.py::test_skipped",
    "test_ways.py::test_expected",
    "test_ways.py::TestClass::test_setup",
    "test_ways.py::TestClass::test_teardown",
    "test_ways.py::test_dies",
    "test_ways.py::test_after",
    "test_broken.py::test_never",
  ];
  const told = await run(keys.map((key) => makeCase(`tests/${key}`)));
  expect(told.map((one) => [one?.state, one?.cause, one?.reason?.code ?? one?.error])).toEqual([
    ["success", "none", ""],
    ["failed", "assertion", expect.stringContaining("spaces")],
    ["success", "none", ""],
    ["success", "skipped", expect.stringContaining("not today")],
    ["success", "skipped", expect.stringContaining("known")],
    ["failed", "assertion", "RuntimeError: no fixture"],
    ["failed", "assertion", "RuntimeError: no way out"],
    ["failed", "crash", "process_exit_amid"],
    ["success", "none", ""],
    ["failed", "crash", expect.stringContaining("nowhere_at_all")],
  ]);
  expect(told[0]!.detail!.output).toContain("said");
  expect(told[1]!.detail!.location).toEqual({ file: "tests/test_ways.py", line: 18, source: [] });
  expect(told[3]!.detail!.message).toContain("not today");
  expect(told[9]!.detail!.message).toContain("nowhere_at_all");
});

test("what a case prints last is its own, however soon the next one begins", async () => {
  const numbers = Array.from({ length: 60 }, (_, number) => number);
  const { run } = await setUp({
    framework: "node_test",
    files: {
      "a.test.mjs": `
import { execFileSync } from "node:child_process";
import { test } from "node:test";
for (const number of ${JSON.stringify(numbers)}) test("case " + number, () => {
  if (number % 20 === 0) execFileSync("sh", ["-c", "printf 'child %s.' " + number], { stdio: "inherit" });
  process.stdout.write("out " + number + ".");
});`,
    },
  });
  const told = await run(numbers.map((number) => makeCase(`a.test.mjs::case ${number}`)));
  expect(told.map((one) => one?.detail?.output)).toEqual(
    numbers.map((number) => `${number % 20 === 0 ? `child ${number}.` : ""}out ${number}.`),
  );
});

test(
  "a file of pytest that hangs while it is read is the case's time, and no crash",
  { timeout: 240_000 },
  async () => {
    const files = { "test_a.py": "import time\ntime.sleep(600)\ndef test_one(): pass\n" };
    const { run } = await setUp({ framework: "pytest", files, caseTimeoutMs: 6_000 });
    expect(await run([makeCase("test_a.py::test_one")])).toMatchObject([{ state: "failed", cause: "case_timeout" }]);
  },
);
