import type { PhoneFiles } from "../files.ts";
import type { Mapping } from "./mappings.ts";
import { mapsText, rollupText, smapsText } from "./smaps.ts";
import type { TickCounts } from "./ticks.ts";

interface ProcessFacts {
  pid: number;
  name: string;
  vsz_kb: number;
  rss_kb(): number;
  /** Of an app: whose it is, and what it has mapped. */
  app?: { uid: number; mappings(): readonly Mapping[] };
}

/** `/proc/<pid>` of one process. */
export function layProcess({ files, usage }: { files: PhoneFiles; usage: TickCounts }, facts: ProcessFacts): void {
  const { pid, name, vsz_kb } = facts;
  files.provide(`/proc/${pid}/cmdline`, () => `${name}\0`);
  files.provide(`/proc/${pid}/status`, () => {
    const row = (label: string, kb: number) => `${label}:\t${String(kb).padStart(8)} kB\n`;
    return `Name:\t${name.slice(-15)}\nState:\tS (sleeping)\nPid:\t${pid}\n${row("VmSize", vsz_kb)}${row("VmRSS", facts.rss_kb())}`;
  });
  // `proc_pid_stat(5)`: name in brackets, state, parent, then 10 fields to `utime` and `stime`.
  files.provide(`/proc/${pid}/stat`, () => {
    usage.totalTicks();
    const { user, system } = usage.ticksOf(pid);
    const rest = `${user} ${system} 0 0 10 -10 24 0 0 ${vsz_kb * 1024} ${Math.round(facts.rss_kb() / 4)}`;
    return `${pid} (${name.slice(-15)}) S 611 611 0 0 -1 1077952832 0 0 0 0 ${rest}\n`;
  });
  if (!facts.app) return;
  const { uid, mappings } = facts.app;
  // Only who may trace a process reads these: its own user.
  for (const [file, text] of Object.entries({ maps: mapsText, smaps: smapsText, smaps_rollup: rollupText }))
    files.provide(`/proc/${pid}/${file}`, () => text(mappings()), { keptFor: uid });
}
