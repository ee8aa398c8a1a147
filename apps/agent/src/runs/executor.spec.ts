import { mkdir, writeFile } from "node:fs/promises";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { agentRunSpecOf, LIBRARY, makeCase } from "../../test/run-server.ts";
import type { Framework, RunCaseResult, RunCaseTask } from "@udt/contract";
import type { Device } from "@udt/driver";
import { expect, test } from "vitest";
import { eventually, makeFolder, onEnd } from "../../test/harness.ts";
import { baseEnvironment, prepareEnvironment } from "../environments/environment.ts";
import { type Bounds, detectIsolation } from "../isolation/isolation.ts";
import { RUNNERS } from "../runners/index.ts";
import { DeviceFault, Executor } from "./executor.ts";

interface Setup {
  framework: Framework;
  files: Record<string, string>;
  bounds?: Partial<Bounds>;
  caseTimeoutMs?: number;
  deviceFault?: () => Promise<string | null>;
}

/** pytest is installed for this spec's own use; the other frameworks need nothing. */
async function environmentOf(framework: Framework) {
  if (framework !== "pytest") return baseEnvironment();
  const [library, cache_dir] = [await makeFolder(), await makeFolder()];
  return prepareEnvironment({ framework, library, cache_dir, signal: AbortSignal.timeout(120_000) });
}

async function setUp({ framework, files, bounds = {}, caseTimeoutMs = 30_000, deviceFault }: Setup) {
  const isolation = await detectIsolation();
  const place = await isolation.open({
    folder: join(await makeFolder(), "place"),
    bounds,
    environment: await environmentOf(framework),
  });
  onEnd(() => place.close());
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(place.library, name)), { recursive: true });
    await writeFile(join(place.library, name), text);
  }
  const results: RunCaseResult[] = [];
  const spec = agentRunSpecOf({ library: LIBRARY, config: { framework } });
  const executor = new Executor({
    runner: RUNNERS[framework],
    batchOf: (cases) => ({
      spec,
      cases,
      // Frameworks with a library never touch the device themselves.
      device: undefined as unknown as Device,
      place,
      env: { UPLOADDIR: place.results, UDT_RESULTS_DIR: place.results },
    }),
    caseTimeoutMs,
    onResult: (result) => results.push(result),
    onLog: () => undefined,
    onPicture: () => undefined,
    deviceBreaks: () => 0,
    deviceFault: deviceFault ?? (() => Promise.resolve(null)),
  });
  const run = async (cases: RunCaseTask[], signal = new AbortController().signal) => {
    await executor.run(cases, signal);
    return cases.map(({ case_run_id }) => results.findLast((result) => result.case_run_id === case_run_id));
  };
  return { executor, place, results, run };
}

const shell = (script: string, more: Partial<Setup> = {}) =>
  setUp({ framework: "shell", files: { "runTest.sh": script }, ...more });
const node = (source: string, more: Partial<Setup> = {}) =>
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
  expect(hangs).toMatchObject({ state: "failed", cause: "case_timeout" });
  expect(after).toMatchObject({ state: "success" });
});

test("a process that dies fails the case that ran, and no other", async () => {
  const { run } = await node(
    `test("before", () => {}); test("exits", () => process.exit(3)); test("after", () => {});`,
  );
  const [before, exits, after] = await run(inFile("before", "exits", "after"));
  expect(before).toMatchObject({ state: "success" });
  expect(exits).toMatchObject({ state: "failed", cause: "crash" });
  expect(exits!.error).toContain("ended with exit code 3");
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
    deviceFault: () => Promise.resolve("the device was lost"),
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
  expect(one!.error).toContain("it printed more than it may");
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

const CASE = (name: string, inner = "") => `<testcase name="${name}" classname="c">${inner}</testcase>`;
test.for([
  ["passes", `<testsuite>${CASE("a")}</testsuite>`, 0, "success", "none", ""],
  ["is skipped", `<testsuite>${CASE("a", "<skipped/>")}</testsuite>`, 0, "success", "skipped", ""],
  [
    "fails",
    `<testsuite>${CASE("a", '<failure message="no">why</failure>')}</testsuite>`,
    0,
    "failed",
    "assertion",
    "no",
  ],
  ["has nothing", "", 0, "failed", "missing", "without a result"],
  ["is cut short", `<testsuite>${CASE("a")}<testcase name="b"`, 0, "failed", "missing", "not well-formed"],
  ["is no JUnit", `<html></html>`, 0, "failed", "missing", "not a JUnit file"],
  ["has entities", `<!DOCTYPE t [<!ENTITY a "b">]><testsuite>&a;</testsuite>`, 0, "failed", "missing", "document type"],
  [
    "contradicts itself",
    `<testsuite>${CASE("a")}${CASE("a", "<error>x</error>")}</testsuite>`,
    0,
    "failed",
    "assertion",
    "contradict",
  ],
  ["passes but ends badly", `<testsuite>${CASE("a")}</testsuite>`, 5, "failed", "crash", "exit code 5"],
] as const)("a script whose result file %s", async ([, xml, exit, state, cause, words]) => {
  const script = xml === "" ? "" : `cat > "$UPLOADDIR/TEST-ALL.xml" <<'END'\n${xml}\nEND\n`;
  const { run } = await shell(`${script}exit ${exit}`);
  const [one] = await run([makeCase("runTest.sh")]);
  expect(one).toMatchObject({ state, cause });
  expect(`${one!.error} ${one!.detail!.message}`).toContain(words);
});

test("result files that lead elsewhere are not opened", async () => {
  const { run } = await shell(`ln -s /etc/passwd "$UPLOADDIR/TEST-a.xml"; mkfifo "$UPLOADDIR/TEST-b.xml"; exit 0`);
  const [one] = await run([makeCase("runTest.sh")]);
  expect(one).toMatchObject({ state: "failed", cause: "missing" });
  expect(one!.detail!.message).toContain("TEST-a.xml: cannot be opened (ELOOP)");
  expect(one!.detail!.message).toContain("TEST-b.xml: is not a file");
});

test("a case that hangs on a device that does not answer is not the case's failure", async () => {
  const { run, results } = await node(`test("hangs", () => new Promise((resolve) => setInterval(resolve, 1e9)));`, {
    caseTimeoutMs: 4_000,
    deviceFault: () => Promise.resolve("the device does not answer"),
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
  expect(told.map((one) => [one?.state, one?.cause, one?.error])).toEqual([
    ["success", "none", ""],
    ["failed", "assertion", expect.stringContaining("spaces")],
    ["success", "none", ""],
    ["success", "skipped", ""],
    ["success", "skipped", ""],
    ["failed", "assertion", "RuntimeError: no fixture"],
    ["failed", "assertion", "RuntimeError: no way out"],
    ["failed", "crash", expect.stringContaining("in the middle of the case")],
    ["success", "none", ""],
    ["failed", "crash", expect.any(String)],
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
