import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { delay } from "@udt/base";

const ticksPerSecond = Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));

/** CPU time that a process and all its threads have used, in seconds; `proc_pid_stat(5)`, fields 14 and 15. */
export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The second field is the command in brackets and may hold spaces itself.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** Resident memory in megabytes (2^20 bytes); `VmRSS` of `proc_pid_status(5)`. */
export function rssMb(pid: number): number {
  const kb = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  if (kb === undefined) throw new Error(`process ${pid} says nothing of its memory`);
  return Number(kb) / 1024;
}

/**
 * Resident memory in megabytes (2^20 bytes), and what of it is this process's share and its alone;
 * `/proc/<pid>/smaps_rollup`.
 */
export function memoryMb(pid: number): { rss: number; pss: number; own: number } {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  const mb = (field: string): number => {
    const kb = new RegExp(`^${field}:\\s+(\\d+) kB$`, "m").exec(rollup)?.[1];
    if (kb === undefined) throw new Error(`process ${pid} says nothing of its ${field}`);
    return Number(kb) / 1024;
  };
  return { rss: rssMb(pid), pss: mb("Pss"), own: mb("Private_Clean") + mb("Private_Dirty") };
}

/** Percent of one core that each process uses over `seconds`. */
export async function cpuPercent(pids: readonly number[], seconds: number): Promise<number[]> {
  const before = pids.map(cpuSeconds);
  const started = performance.now();
  await delay(seconds * 1000);
  const elapsed = (performance.now() - started) / 1000;
  return pids.map((pid, index) => ((cpuSeconds(pid) - before[index]!) / elapsed) * 100);
}
