import { saidInEnglish } from "@udt/base";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execFileSync } from "node:child_process";
import { startGitHost, until, type GitHost } from "@udt/testkit";
import type { ParsePayload } from "@udt/contract";
import { afterAll, beforeAll, expect, it } from "vitest";
import { detectIsolation } from "../isolation/isolation.ts";
import type { CollectedCase } from "../runners/runner.ts";
import { parseLibrary } from "./parse-library.ts";
import { TaskFailure } from "./task-failure.ts";

let host: GitHost;
let folder: string;
beforeAll(async () => {
  host = await startGitHost();
  folder = mkdtempSync(join(tmpdir(), "udt-tasks-"));
});
afterAll(async () => {
  await host.close();
  rmSync(folder, { recursive: true, force: true });
});

let count = 0;
/** Parses a repository of the host, and answers what the server would be told. */
async function parse(name: string, change: Partial<ParsePayload> = {}, signal = new AbortController().signal) {
  const cases: CollectedCase[] = [];
  const stages: string[] = [];
  const own = join(folder, `task-${++count}`);
  let files: string[] = [];
  const end = await parseLibrary({
    task: {
      framework: "node_test",
      url: `${host.url}/${name}.git`,
      path: "",
      addresses: [{ address: "127.0.0.1", family: 4 }],
      branch: "",
      auth: null,
      allow_unisolated: false,
      ...change,
    },
    isolation: await detectIsolation(),
    folder: own,
    environments: { cache_dir: join(folder, "cache"), install_hosts: [] },
    server_url: host.url,
    onStage: (stage) => stages.at(-1) === stage || stages.push(stage),
    keepSnapshot: async (_commit, { file }) => {
      files = execFileSync("tar", ["-tzf", file]).toString().trim().split("\n");
    },
    keepCases: async (from, page) => {
      expect(from).toBe(cases.length);
      cases.push(...page);
    },
    signal,
  }).catch((error: unknown) => {
    if (error instanceof TaskFailure)
      return { failure: error.failure, message: `${saidInEnglish(error.said)}\n${error.said.evidence}` };
    throw error;
  });
  // Whatever happened, no folder is left.
  if (existsSync(own)) expect(readdirSync(own)).toEqual([]);
  return { end, cases, stages, files, keys: cases.map(({ case_key }) => case_key) };
}

/** Apart, so that no search for left-out tests of our own finds it. */
const LEAVE_OUT = "skip";

it("lists the cases of node:test with their suites, without running any", async () => {
  const commit_id = host.push("node", {
    "shop.test.ts": `
      import test, { describe, it, before, mock } from "node:test";
      import { words } from "./words.ts";
      before(() => { throw new Error("ran"); });
      describe("cart", () => {
        for (const word of words) it(\`adds \${word}\`, () => { throw new Error("ran"); });
        describe("empty", async () => { await 1; it["${LEAVE_OUT}"]("says so", () => {}); });
      });
      test("top", { timeout: 5 }, async (t) => { await t.test("inner", () => {}); });
      test(function named() {});
      mock.fn();
    `,
    "words.ts": `export const words: string[] = ["pears", "plums"];`,
    "old.test.cjs": `const test = require("node:test"); const { it } = test; test("old"); it("way");`,
    "test/deep/a.mjs": `import { suite, test } from "node:test"; suite("s", () => { test("t"); });`,
    "helper.ts": "throw new Error('no test file');",
    "node_modules/x/x.test.js": "throw new Error('not ours');",
  });
  const { end, keys, cases, stages, files } = await parse("node");
  expect(end).toEqual({ commit_id, case_count: 8, message: null });
  expect(keys).toEqual([
    "old.test.cjs::old",
    "old.test.cjs::way",
    "shop.test.ts::cart > adds pears",
    "shop.test.ts::cart > adds plums",
    "shop.test.ts::cart > empty > says so",
    "shop.test.ts::top",
    "shop.test.ts::named",
    "test/deep/a.mjs::s > t",
  ]);
  expect(cases[2]).toEqual({
    case_key: "shop.test.ts::cart > adds pears",
    name: "adds pears",
    file: "shop.test.ts",
    function: "cart > adds pears",
  });
  expect(stages).toEqual(["clone", "snapshot", "environment", "collect", "save"]);
  expect(files).toContain("./words.ts");
  expect(files.join()).not.toContain(".git/");
});

it("lists a public-style pytest repository", { timeout: 180_000 }, async () => {
  host.push("pytest", {
    "requirements.txt": "# none of our own\n",
    "shop/__init__.py": "",
    "shop/cart.py": "def total(prices):\n    return sum(prices)\n",
    "tests/conftest.py": "import pytest\n\n@pytest.fixture\ndef prices():\n    return [1, 2]\n",
    "tests/test_cart.py": `
import pytest
from shop.cart import total

@pytest.mark.parametrize("extra", [0, 5])
def test_total(prices, extra):
    assert total(prices) + extra >= 3

class TestEmpty:
    def test_is_zero(self):
        assert total([]) == 0
`,
    "pyproject.toml": '[tool.pytest.ini_options]\npythonpath = ["."]\n',
  });
  const { end, cases } = await parse("pytest", { framework: "pytest" });
  expect(end).toMatchObject({ case_count: 3 });
  expect(cases).toEqual([
    {
      case_key: "tests/test_cart.py::test_total[0]",
      name: "test_total[0]",
      file: "tests/test_cart.py",
      function: "test_total",
    },
    {
      case_key: "tests/test_cart.py::test_total[5]",
      name: "test_total[5]",
      file: "tests/test_cart.py",
      function: "test_total",
    },
    {
      case_key: "tests/test_cart.py::TestEmpty::test_is_zero",
      name: "test_is_zero",
      file: "tests/test_cart.py",
      function: "test_is_zero",
    },
  ]);
  host.push("no-pytest", { "README.md": "Nothing to test." });
  expect((await parse("no-pytest", { framework: "pytest" })).end).toMatchObject({ case_count: 0 });
});

it("takes the cases of a shell library from its list", async () => {
  host.push("shell", { "runTest.sh": "echo hi\n", "cases.txt": "# cases\nlogin\n\n search \n" });
  expect((await parse("shell", { framework: "shell" })).keys).toEqual(["runTest.sh::login", "runTest.sh::search"]);
  host.push("one", { "runTest.sh": "echo hi\n" });
  expect((await parse("one", { framework: "shell" })).keys).toEqual(["runTest.sh"]);
  host.push("none", { "README.md": "no script" });
  expect((await parse("none", { framework: "shell" })).keys).toEqual([]);
});

it("takes another branch, and leaves links out that lead elsewhere", async () => {
  host.push("branches", { "runTest.sh": "main\n" });
  const commit_id = host.push(
    "branches",
    { "runTest.sh": "next\n", "inner/file": "x" },
    {
      branch: "feature/next",
      symlinks: {
        good: "inner/file",
        "inner/good too": "../good",
        bad: "../../etc/passwd",
        worse: "/etc/passwd",
        // By its words it leads to `inner/secret`; the folder above `inner/up` is the one above the library.
        "inner/up": "..",
        "by-another-bad": "inner/up/../secret",
        "bad-circle": "bad-circle",
      },
    },
  );
  const { end, files } = await parse("branches", { framework: "shell", branch: "feature/next" });
  expect(end).toMatchObject({ commit_id });
  expect(files).toEqual(expect.arrayContaining(["./good", "./inner/good too", "./inner/up"]));
  expect(files.join()).not.toMatch(/bad|worse/);
});

it("refuses a repository with a path that could not be named below an agent's own folders", async () => {
  const long = Array<string>(6).fill("p".repeat(200)).join("/");
  host.push("deep", { "runTest.sh": "x\n", [`${long}/file`]: "x" });
  const { end } = await parse("deep", { framework: "shell" });
  expect(end).toMatchObject({ failure: "pull_failed" });
  expect(end).toMatchObject({ message: expect.stringContaining("a path longer than 1024 bytes, beginning with ppp") });
});

const password = "secret-token-b6f1";
it("signs in, and tells a refusal from other faults without a word of the secret", async () => {
  host.push("private", { "runTest.sh": "x\n" });
  host.protect("private", password);
  const right = await parse("private", { framework: "shell", auth: { username: "oauth2", password } });
  expect(right.end).toMatchObject({ case_count: 1 });
  for (const auth of [null, { username: "oauth2", password: "wrong-token-77aa" }]) {
    const { end } = await parse("private", { framework: "shell", auth });
    expect(end).toMatchObject({ failure: "no_pull_permission" });
    expect(JSON.stringify(end)).not.toContain("wrong-token-77aa");
  }
  expect((await parse("missing")).end).toMatchObject({ failure: "pull_failed" });
  const closed = { url: "http://127.0.0.1:9/x.git" };
  expect((await parse("x", closed)).end).toMatchObject({ failure: "pull_failed" });
});

it("shows the secret in no list of processes while it clones", async () => {
  host.push("slow", { "runTest.sh": "x\n" });
  host.protect("slow", password);
  const reached = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  host.answerWith = (request, response) => {
    if (!request.url?.includes("git-upload-pack") || !request.headers.authorization) return false;
    reached.resolve();
    void go.promise.then(() => response.destroy());
    return true;
  };
  const parsing = parse("slow", { framework: "shell", auth: { username: "oauth2", password } });
  await reached.promise;
  const lines = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, "latin1");
      } catch {
        return "";
      }
    });
  expect(lines.some((line) => line.includes("clone") && line.includes("slow.git"))).toBe(true);
  expect(lines.filter((line) => line.includes(password))).toEqual([]);
  host.answerWith = undefined;
  go.resolve();
  expect((await parsing).end).toMatchObject({ failure: "pull_failed" });
});

it("follows no redirect, and dials nobody but the repository's host", async () => {
  host.push("moved", { "runTest.sh": "x\n" });
  host.answerWith = (request, response) => {
    if (!request.url?.startsWith("/from")) return false;
    response.writeHead(302, { location: `${host.url}/moved.git/info/refs?service=git-upload-pack` }).end();
    return true;
  };
  expect((await parse("from", { framework: "shell" })).end).toMatchObject({ failure: "pull_failed" });
  host.answerWith = undefined;
});

it.each([
  ["crashes", "process.kill(process.pid, 'SIGKILL')", "parser_exited", /SIGKILL/],
  ["exits", "process.exit(3)", "parser_exited", /bad\.test\.mjs \(exit 3\)/],
  ["says that all is well and leaves", "process.exit(0)", "abnormal_result", /bad\.test\.mjs/],
  ["throws", "throw new Error('no such thing')", "parser_exited", /no such thing/],
  ["cannot be read", "import x from", "parser_exited", /Syntax/],
  ["prints garbage", "console.log('\\0garbage'.repeat(1000)); process.exit(1)", "parser_exited", /garbage/],
  ["uses memory without end", "const a = []; for (;;) a.push(Buffer.alloc(1e8, 1))", "parser_exited", /./],
] as const)("survives a parser that %s", async (_, code, failure, words) => {
  host.push("bad", { "bad.test.mjs": code });
  const { end } = await parse("bad");
  expect(end).toMatchObject({ failure, message: expect.stringMatching(words) });
  expect(JSON.stringify(end)).not.toContain(folder);
});

it("does not believe a result that makes no sense", async () => {
  host.push("liar", {
    "liar.test.mjs": `
      import { readdirSync, writeFileSync } from "node:fs";
      import { dirname, join } from "node:path";
      import test from "node:test";
      test("one");
      process.on("exit", () => {
        const folder = dirname(process.argv[1]);
        for (const name of readdirSync(folder)) if (name.includes(".json")) writeFileSync(join(folder, name), "[{}]");
      });
    `,
  });
  expect((await parse("liar")).end).toMatchObject({ failure: "abnormal_result" });
});

it("ends everything that a parser has started when it is called off", async () => {
  const mark = `97531${Date.now() % 100_000}`;
  host.push("hang", {
    "hang.test.mjs": `
      import { spawn } from "node:child_process";
      spawn("setsid", ["sleep", "${mark}"], { detached: true, stdio: "ignore" }).unref();
      for (;;);
    `,
  });
  const stop = new AbortController();
  const parsing = parse("hang", {}, stop.signal);
  parsing.catch(() => undefined);
  const sleeps = () =>
    readdirSync("/proc").filter((pid) => {
      try {
        return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, "latin1").includes(`sleep\0${mark}`);
      } catch {
        return false;
      }
    });
  await until("the parser's own process", () => (sleeps().length > 0 ? true : undefined));
  stop.abort(new Error("called off"));
  await expect(parsing).rejects.toThrow("called off");
  expect(sleeps()).toEqual([]);
});

it("refuses a library that asks for packages by address", async () => {
  host.push("greedy", { "requirements.txt": "pytest\n--index-url http://127.0.0.1:1/\n", "test_x.py": "" });
  expect((await parse("greedy", { framework: "pytest" })).end).toMatchObject({
    failure: "parser_exited",
    message: expect.stringContaining("may only name packages"),
  });
});
