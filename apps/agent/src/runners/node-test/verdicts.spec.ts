import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { makeFolder } from "../../../test/harness.ts";
import { verdictsOf, type Told, type Verdict } from "../../../test/verdicts.ts";

/** Apart, so that no search for left-out tests of our own finds them. */
const LEAVE_OUT = "skip";
const TO_DO = "todo";
const HEAD = `import assert from "node:assert/strict";
import test, { after, afterEach, before, beforeEach, describe, it } from "node:test";
const ok = () => {};
const no = () => { throw new Error("no"); };
`;
const LONG = "a very long name ".repeat(60);

/** Libraries as people write them, each with its own traps. */
const LIBRARIES: Record<string, Record<string, string>> = {
  "names that come twice": {
    "a.test.mjs": `${HEAD}
      test("same", ok); test("same", no); test("same", ok);
      describe("s", () => { it("x", ok); it("x", no); it("only here", ok); });
      describe("s", () => { it("x", no); it("there", no); });
      for (const word of ["a", "a", "b"]) test("each " + word, () => assert.equal(word, "a"));
      test("s > x", ok); test("x", ok);`,
  },
  "suites in suites, and tests in tests": {
    "deep/a.test.mjs": `${HEAD}
      describe("one", () => { describe("two", () => { it("three", ok); it("no", no); }); describe("two", () => it("three", no)); });
      describe("at once", { concurrency: true }, () => { for (const n of [1, 2, 3]) it("n", async () => { await 1; if (n === 2) no(); }); });
      describe("later", async () => { await 1; it("late", ok); });
      test("around", async (t) => { await t.test("in", ok); await t.test("in", no); });
      test("well", async (t) => { await t.test("in", ok); });`,
  },
  "left out, to do and expected to fail": {
    "a.test.mjs": `${HEAD}
      test.${LEAVE_OUT}("s", no); test("why", { skip: "not today" }, no); test("later", (t) => t.skip("now"));
      test.${TO_DO}("t", no); test.${TO_DO}("nothing yet"); test("planned", { todo: "soon" }, ok);
      describe.${LEAVE_OUT}("suite", () => { it("never known", no); });
      describe("option", { skip: true }, () => { it("never known", no); });
      describe.${TO_DO}("to do", () => { it("fails", no); it("well", ok); });
      test.expectFailure("xfail", no); test.expectFailure("xpass", ok);`,
  },
  "strange names": {
    "名前 - 测试.test.mjs": `${HEAD}
      test("", ok); test("", no); test(ok); test(function named() {}); test(() => {});
      test(" spaces ", ok); describe(" around ", () => it(" in ", no)); test("two\\nlines", ok);
      test("日本語 😀 \\\\ [a] (b) {c} ^$ .*+? | /x/", ok); test("half \\ud800", no); test("zero \\0 byte", ok);
      test("${LONG}", ok); test("${LONG}", no); test("${LONG}b", ok); describe("${LONG}", () => { it("in", no); });
      describe("", () => { it("", ok); });`,
  },
  "hooks that fail": {
    "before.test.mjs": `${HEAD} describe("s", () => { before(no); it("a", ok); it("b", ok); }); test("c", ok);`,
    "after.test.mjs": `${HEAD} describe("s", () => { after(no); it("a", ok); }); test("c", ok);`,
    "each.test.mjs": `${HEAD}
      describe("s", () => { beforeEach(no); it("a", ok); }); describe("t", () => { afterEach(no); it("a", ok); });`,
    "root-before.test.mjs": `${HEAD} before(no); test("a", ok);`,
    "root-after.test.mjs": `${HEAD} after(no); test("a", ok);`,
    "both.test.mjs": `${HEAD} describe("s", () => { after(no); it("a", no); it("b", ok); });`,
  },
  "what happens after the end": {
    "throws.test.mjs": `${HEAD} test("a", () => { setTimeout(no, 50); }); test("b", ok);`,
    "rejects.test.mjs": `${HEAD} test("a", () => { setTimeout(() => Promise.reject(new Error("late")), 50); });`,
    "within.test.mjs": `${HEAD} test("a", async () => { void Promise.reject(new Error("now")); await new Promise((r) => setTimeout(r, 50)); });`,
    "code.test.mjs": `${HEAD} test("a", ok); process.on("exit", () => { process.exitCode = 4; });`,
    "well.test.mjs": `${HEAD} test("a", ok);`,
  },
  "files that cannot be read": {
    "missing.test.mjs": `import "./nowhere.mjs"; import test from "node:test"; test("a", () => {});`,
    "syntax.test.mjs": "import x from",
    "throws.test.mjs": `${HEAD} test("a", ok); throw new Error("on the way");`,
    "exits.test.mjs": `process.exit(3);`,
    "suite.test.mjs": `${HEAD} describe("s", no); describe("t", () => { it("a", ok); no(); }); test("b", ok);`,
    "well.test.mjs": `${HEAD} test("a", ok); test("b", no);`,
  },
  "files that change what all others use": {
    "a.test.mjs": `${HEAD} Array.prototype.map = no; Array.prototype.join = no; Object.prototype.toJSON = () => "x";
      Map.prototype.get = undefined; test("a", ok);`,
    "b.test.mjs": `${HEAD} JSON.stringify = no; Promise.prototype.toJSON = 1; test("a", ok); test("b", no);`,
    "c.test.mjs": `${HEAD} test("a", () => assert.deepEqual([1].map(String), ["1"]));`,
  },
  "one name in two places, and files without tests": {
    "x/cart.test.mjs": `${HEAD} test("a", ok);`,
    "y/cart.test.mjs": `${HEAD} test("a", no);`,
    "y/cart.test.cjs": `const test = require("node:test"); test("a", () => {}); test("a", () => { throw 1; });`,
    "test/helper.mjs": "export const help = 1;",
    "test-plain.mjs": `import assert from "node:assert"; assert.equal(1, 2);`,
    "typed.test.ts": `import { test } from "node:test"; test("t" as string, (): void => {});`,
  },
  "ways to end": {
    "ways.test.mjs": `${HEAD}
      test("plan", (t) => { t.plan(1); }); test("time", { timeout: 20 }, (t, done) => { setTimeout(done, 500); });
      test("callback", (t, done) => done(new Error("no"))); test("string", () => { throw "text"; });
      test("undefined", () => { throw undefined; }); test("aborted", { signal: AbortSignal.abort() }, ok);
      test("long", () => { throw new Error("x".repeat(400_000)); }); test("large", () => { throw new Error("界\\u0000".repeat(60_000)); });
      test("skips and throws", (t) => { t.skip(); no(); });
      describe("s", () => { it("skips and throws", (t) => { t.skip(); no(); }); }); test("ok", ok);`,
  },
  "flaky, and many": {
    "flaky.test.mjs": `${HEAD}
      test("flaky", ok); test("flaky", () => { if (process.env.UDT_ATTEMPT !== "2") no(); });
      describe("s", () => it("t", ok)); describe("s", () => it("t", () => { if (process.env.UDT_ATTEMPT !== "2") no(); }));
      after(() => { if (process.env.UDT_ATTEMPT !== "2") no(); });`,
    "many.test.mjs": `${HEAD} for (let n = 0; n < 250; n++) test("case " + (n % 125), () => assert.notEqual(n, 249));`,
  },
};

interface Event {
  type: string;
  name: string;
  nesting: number;
  file: string;
  kind: string;
  skip?: unknown;
  todo?: unknown;
  failure?: string;
}
const REPORTER = `export default async function* (events) {
  for await (const { type, data } of events) {
    const { name, nesting, file, skip, todo, details = {}, counts } = data;
    if (type === "test:pass" || type === "test:fail") {
      const failure = details.error?.failureType;
      yield JSON.stringify({ type, name, nesting, file, kind: details.type, skip, todo, failure }) + "\\n";
    } else if (type === "test:summary" && !file) yield JSON.stringify({ counts }) + "\\n";
  }
}`;

interface Own {
  name: string;
  verdict: Verdict;
}

/** What `node --test` says of a library by itself: its cases, and each suite and file that failed by itself. */
async function ownVerdicts(library: string, attempt: number) {
  const reporter = join(await makeFolder(), "reporter.mjs");
  await writeFile(reporter, REPORTER);
  const env = { PATH: process.env["PATH"], UDT_ATTEMPT: String(attempt) };
  const words = ["--test", `--test-reporter=${reporter}`, "--test-reporter-destination=stdout"];
  const ran = promisify(execFile)(process.execPath, words, { cwd: library, env, maxBuffer: 2 ** 26 });
  const { stdout } = await ran.catch((error: { stdout: string }) => error);
  const lines = stdout.split("\n").filter((line) => line.startsWith("{"));
  const all = lines.map((line) => JSON.parse(line) as Event & { counts?: Record<string, number> });
  const { counts = {} } = all.pop()!;
  const own: Own[] = [];
  let subtests = 0;
  /** What was told and waits for what is around it, which is told last. */
  let open: { event: Event; path: string; isInTest: boolean }[] = [];
  const close = (upTo: number) => {
    const ready = open.filter(({ event }) => event.nesting >= upTo);
    open = open.filter(({ event }) => event.nesting < upTo);
    return ready;
  };
  const finish = (list: typeof open) => {
    for (const { event, path, isInTest } of list) {
      const file = relative(library, event.file);
      const isLeftOut = event.skip !== undefined || event.todo !== undefined;
      const verdict = isLeftOut ? "skipped" : event.type === "test:pass" ? "passed" : "failed";
      const isFile = resolve(library, event.name) === event.file;
      if (isInTest) subtests++;
      else if (event.kind !== "suite") own.push({ name: isFile ? file : `${file}: ${path}`, verdict });
      else if (event.skip !== undefined) own.push({ name: `${file}: ${path}`, verdict });
      else if (verdict === "failed" && event.failure !== "cancelledByParent") {
        const within = list.filter((one) => one.path.startsWith(`${path} > `));
        const isSaid = within.some((one) =>
          event.failure === "subtestsFailed"
            ? one.event.type === "test:fail" && one.event.skip === undefined && one.event.todo === undefined
            : one.event.failure === "cancelledByParent",
        );
        if (!isSaid) own.push({ name: `${file}: ${path}`, verdict });
      }
    }
  };
  for (const event of all) {
    const within = close(event.nesting + 1).map((one) => ({
      ...one,
      path: `${event.name} > ${one.path}`,
      isInTest: one.isInTest || event.kind !== "suite",
    }));
    open.push(...within.map((one) => ({ ...one, event: { ...one.event, nesting: event.nesting } })));
    open.push({ event, path: event.name, isInTest: false });
    if (event.nesting === 0) finish(close(0));
  }
  return { own, counts, subtests };
}

const printable = (name: string) => name.toWellFormed().replaceAll("\0", "\uFFFD").slice(0, 200);
const ourOwn = (told: Told[]): Own[] =>
  told.map(({ case: { file, function: path }, verdict }) => ({
    name: path === "" ? file : `${file}: ${path}`,
    verdict,
  }));
const inOrder = (list: Own[]) => list.map(({ name, verdict }) => `${printable(name)} ${verdict}`).toSorted();
const failedOf = (told: Told[]) => told.filter(({ verdict }) => verdict === "failed");

test.for(Object.entries(LIBRARIES))("%s: as Node itself says", { timeout: 300_000 }, async ([name, files]) => {
  const { library, told, again } = await verdictsOf("node_test", files);
  const { own, counts, subtests } = await ownVerdicts(library, 1);
  // Each of its own: no two cases share what tells them apart.
  const keys = told.map((one) => one.case.case_key);
  expect(new Set(keys).size).toBe(keys.length);
  expect(inOrder(ourOwn(told))).toEqual(inOrder(own));
  expect(counts["tests"]! + counts["suites"]!).toBeGreaterThanOrEqual(told.length - subtests);
  if (name !== "flaky, and many") return;
  const second = await again(failedOf(told).map((one) => one.case));
  expect(second.filter(({ verdict }) => verdict !== "passed").map((one) => one.case.case_key)).toEqual([
    "many.test.mjs::case 124 (#2)",
  ]);
  expect((await ownVerdicts(library, 2)).counts["failed"]).toBe(1);
});
