/** What processes take that read a file. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { cpuSeconds } from "../lib/process-facts.ts";

const run = promisify(execFile);
const READER = fileURLToPath(new URL("reader.ts", import.meta.url));
const LOOK_MS = 10;

export interface Taken {
  ms: number;
  cpu_ms: number;
  peak_mb: number;
}
export interface Reading extends Taken {
  lines: number;
  regions: number;
  calls: number;
  bytes: number;
}

/** What UDT's reader takes, and what it found. */
export async function readingOf(path: string): Promise<Reading> {
  const { stdout } = await run(process.execPath, [READER, path]);
  return JSON.parse(stdout) as Reading;
}

/** What `wc -l` takes: CPU and peak as it was last seen before its end. */
export async function countingOf(path: string): Promise<Taken> {
  const from = performance.now();
  const child = spawn("wc", ["-l", path], { stdio: "ignore" });
  const pid = child.pid ?? 0;
  const taken: Taken = { ms: 0, cpu_ms: 0, peak_mb: 0 };
  const look = setInterval(() => {
    try {
      const peak = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
      if (peak !== undefined) taken.peak_mb = Number(peak) / 1_024;
      taken.cpu_ms = cpuSeconds(pid) * 1_000;
    } catch {
      // It has ended in between.
    }
  }, LOOK_MS);
  const [code] = (await once(child, "exit")) as [number];
  clearInterval(look);
  if (code !== 0) throw new Error(`wc ended with ${code}`);
  return { ...taken, ms: performance.now() - from };
}
