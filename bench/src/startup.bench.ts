import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { AddressInfo } from "node:net";
import { until } from "@udt/testkit";
import type { Benchmark, Row } from "./lib/report.ts";
import { percentile } from "./lib/stats.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const cli = join(root, "apps/cli/src/main.ts");
const RUNS = 3;
const BUDGET_MS = 5_000;
const PHONE_PORTS = [7555, 7556];
const PORT_WAIT_MS = 120_000;
const READY = "UDT is ready";

/** Runs a command until it says `word` on its output, then ends it. Milliseconds from start to word. */
async function timeToWord(command: string, args: string[], word: string, env: NodeJS.ProcessEnv): Promise<number> {
  const started = performance.now();
  const child = spawn(command, args, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"], detached: true });
  const ended = once(child, "exit");
  let output = "";
  const said = new Promise<number>((resolve, reject) => {
    const onData = (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes(word)) resolve(performance.now() - started);
    };
    child.stdout.on("data", onData);
    child.stderr.on("data", onData);
    child.on("exit", (code) => reject(new Error(`${command} ended with ${code} before "${word}":\n${output}`)));
    child.on("error", reject);
  });
  try {
    return await said;
  } finally {
    // The whole group, as a terminal does it: a signal to npm alone does not reach what it started.
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGTERM");
    await ended;
    for (const port of PHONE_PORTS)
      await until(`port ${port} free again`, async () => (await isFree(port)) || undefined);
  }
}

/** Whether the demo's first phone can have its fixed port. */
async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  const free = new Promise<boolean>((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => resolve((server.address() as AddressInfo).port === port));
  });
  const answer = await free;
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return answer;
}

export default {
  title: "start of everything on a built tree until it says that it is ready; floor: Node says one word",
  async run() {
    for (const port of PHONE_PORTS)
      await until(
        `port ${port} free for the demo's phones`,
        async () => (await isFree(port)) || undefined,
        PORT_WAIT_MS,
      );
    const folder = mkdtempSync(join(tmpdir(), "udt-bench-"));
    const env = { ...process.env, UDT_PORT: "0", UDT_DEMO: "1", UDT_ADB_SERVER: "none" };
    const start = (dataDir: string) =>
      timeToWord(process.execPath, [cli, "start"], READY, { ...env, UDT_DATA_DIR: join(folder, dataDir) });
    const npmStart = () =>
      timeToWord("npm", ["start"], READY, { ...env, UDT_DATA_DIR: join(folder, "npm"), FORCE_COLOR: "0" });
    try {
      const fresh: number[] = [];
      const existing: number[] = [];
      const npm: number[] = [];
      const floor: number[] = [];
      // The first one builds what is not built and fills the file cache.
      await npmStart();
      for (let run = 0; run < RUNS; run++) {
        fresh.push(await start(`run-${run}`));
        existing.push(await start(`run-${run}`));
        npm.push(await npmStart());
        floor.push(await timeToWord(process.execPath, ["-e", 'console.log("word")'], "word", env));
      }
      const row = (what: string, samples: number[], p: number, hasBudget: boolean): Row => ({
        what: `${what}, ${p === 1 ? "max" : "p50"}`,
        unit: "ms",
        value: percentile(samples, p),
        floor: percentile(floor, p),
        ...(hasBudget && { budget: BUDGET_MS }),
      });
      return {
        rows: [
          row("udt start, new data folder", fresh, 0.5, true),
          row("udt start, new data folder", fresh, 1, false),
          row("udt start, existing data folder", existing, 0.5, true),
          row("udt start, existing data folder", existing, 1, false),
          row("npm start, existing data folder", npm, 0.5, true),
          row("npm start, existing data folder", npm, 1, false),
        ],
        notes: [`${RUNS} runs of each, in turn`],
      };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
} satisfies Benchmark;
