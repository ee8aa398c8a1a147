import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Client } from "@udt/client";
import { ENDPOINTS } from "@udt/contract";
import type { Benchmark } from "./lib/report.ts";
import { percentile } from "./lib/stats.ts";
import { PROJECT, startMeasuredUdt } from "./lib/udt.ts";

const FILES = 2_000;
const FILE_BYTES = 4 * 1024;
const COMMITS = 50_000;
const TIMES = 7;
const CALLS = 20;
/** Of plain git's time over the same disk. */
const CLONE_BUDGET = 2;
const PAGE_BUDGET_MS = 500;

const run = promisify(execFile);

/** A branch of so many commits; the first has all files, each other one changes one of them. */
function* history(): Generator<string> {
  const blob = (seed: number) => {
    const text = `// ${seed}\n`.padEnd(FILE_BYTES, `${seed} `);
    return `data ${Buffer.byteLength(text)}\n${text}\n`;
  };
  for (let commit = 0; commit < COMMITS; commit++) {
    const who = `bench <bench@example.com> ${1_700_000_000 + commit} +0000`;
    const message = `Change ${commit}`;
    yield `commit refs/heads/main\nauthor ${who}\ncommitter ${who}\ndata ${message.length}\n${message}\n`;
    const files = commit === 0 ? Array.from({ length: FILES }, (_, file) => file) : [commit % FILES];
    for (const file of files)
      yield `M 100644 inline tests/${file % 40}/case-${file}.test.ts\n${blob(commit * 7 + file)}`;
  }
}

async function makeHistory(folder: string): Promise<void> {
  await run("git", ["init", "--quiet", "--bare", "--initial-branch=main", folder]);
  const child = spawn("git", ["-C", folder, "fast-import", "--quiet"], { stdio: ["pipe", "ignore", "inherit"] });
  for (const piece of history()) if (!child.stdin.write(piece)) await once(child.stdin, "drain");
  child.stdin.end();
  await once(child, "close");
}

/** By turns, so that what else the machine does falls on all alike. */
async function medians(works: readonly (() => Promise<unknown>)[], times: number): Promise<number[]> {
  const took: number[][] = works.map(() => []);
  for (let turn = 0; turn < times; turn++)
    for (const [index, work] of works.entries()) {
      const begun = performance.now();
      await work();
      took[index]?.push(performance.now() - begun);
    }
  return took.map((each) => percentile(each, 0.5));
}

/** A file saved by the API, and one committed and pushed over the same disk by plain git, by turns. */
async function savings(
  client: Client,
  { at, plain, folder }: { at: { params: { repo_id: string }; query: typeof PROJECT }; plain: string; folder: string },
): Promise<number[]> {
  const work = join(folder, "work");
  const path = "tests/0/case-0.test.ts";
  await run("git", ["clone", "--quiet", "--depth", "1", "--no-local", `file://${plain}`, work]);
  const git = (...words: string[]) =>
    run("git", ["-C", work, "-c", "user.name=bench", "-c", "user.email=bench@example.com", ...words]);
  let [base_commit_id, count] = [(await client.call(ENDPOINTS.scriptTree, at)).commit_id, 0];
  const save = async () => {
    const changes = [{ change: "write", path, text: `// saved ${++count}\n` }] as const;
    const body = { branch: "many", base_commit_id, message: "Save", changes: [...changes] };
    ({ commit_id: base_commit_id } = await client.call(ENDPOINTS.scriptSave, { ...at, query: PROJECT, body }));
  };
  const commit = async () => {
    writeFileSync(join(work, path), `// saved ${++count}\n`);
    await git("commit", "--quiet", "--all", "--message", "Save");
    await git("push", "--quiet");
  };
  return medians([save, commit], CALLS);
}

export default {
  title: `a script repository of ${FILES} files and ${COMMITS} commits; floor: plain git over the same disk`,
  async run() {
    const udt = await startMeasuredUdt(0);
    const folder = mkdtempSync(join(tmpdir(), "udt-bench-scripts-"));
    try {
      const client = await udt.signIn();
      const query = PROJECT;
      const body = { name: "Many", template: "typescript" } as const;
      const { repo_id, clone_url } = await client.call(ENDPOINTS.scriptCreate, { query, body });
      const asked = { name: "bench", access: "write", password: udt.admin.password } as const;
      const { secret_id, secret_key } = await client.call(ENDPOINTS.keyCreate, { body: asked });
      const url = clone_url.replace("://", `://${secret_id}:${encodeURIComponent(secret_key)}@`);
      const plain = join(folder, "plain.git");
      await makeHistory(plain);
      // A history of its own, beside the template's.
      await run("git", ["-C", plain, "push", "--quiet", url, "main:many"]);
      let count = 0;
      const clone = (from: string) => () => {
        const words = ["clone", "--quiet", "--depth", "1", "--no-local", "--branch"];
        const branch = from === url ? "many" : "main";
        return run("git", [...words, branch, from === url ? from : `file://${from}`, join(folder, `${++count}`)]);
      };
      const [over, floor] = await medians([clone(url), clone(plain)], TIMES);
      const at = { params: { repo_id }, query: { ...query, branch: "many" } };
      const page = (page_num: number) => () =>
        client.call(ENDPOINTS.scriptCommits, { ...at, query: { ...at.query, page_num } });
      const log = (skip: number) => () =>
        run("git", ["-C", plain, "log", "--max-count=25", `--skip=${skip}`, "--format=%H%n%s", "main"]);
      const [first, firstFloor, last, lastFloor, tree, treeFloor] = await medians(
        [
          page(1),
          log(0),
          page(COMMITS / 25),
          log(COMMITS - 25),
          () => client.call(ENDPOINTS.scriptTree, at),
          () => run("git", ["-C", plain, "ls-tree", "-r", "-l", "main"]),
        ],
        CALLS,
      );
      const [saved, savedFloor] = await savings(client, { at, plain, folder });
      const ms = (what: string, value = Number.NaN, least = Number.NaN, budget = PAGE_BUDGET_MS) =>
        ({ what, unit: "ms", value, floor: least, budget }) as const;
      return {
        rows: [
          ms("clone of the newest commit, p50", over, floor, CLONE_BUDGET * (floor ?? 0)),
          ms("first page of the history, p50", first, firstFloor),
          ms("last page of the history, p50", last, lastFloor),
          ms("list of the files, p50", tree, treeFloor),
          ms("save of a file to its commit, p50", saved, savedFloor),
        ],
      };
    } finally {
      await udt.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
} satisfies Benchmark;
