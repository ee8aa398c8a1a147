import { say } from "@udt/base";
import { MemoryFault } from "./fault.ts";
import type { Findings } from "./readers/format.ts";
import {
  FOOTPRINT_MEASURES,
  type Footprints,
  type FormatName,
  type MemorySample,
  type SampleSource,
  TREES,
} from "./sample.ts";

/** What was found in one file. */
export interface Read {
  source: SampleSource;
  findings: Findings;
}

/** Of two files that tell the same the one that tells it closer comes first. */
const CLOSEST_FIRST: readonly FormatName[] = [
  "footprint_json",
  "footprint",
  "meminfo",
  "vmmap",
  "smaps",
  "heap",
  "leaks",
  "all_by_size",
  "call_tree",
  "loli_profiler",
  "pprof",
  "hprof",
  "collapsed",
  "memgraph",
];
/** Where another has regions, theirs are left: `vmmap` has more columns, `dumpsys meminfo` graphics memory that is not mapped. */
const FEWER_COLUMNS: readonly FormatName[] = ["footprint_json", "footprint", "smaps"];

const closestFirst = (read: readonly Read[]): Read[] =>
  read.toSorted((a, b) => CLOSEST_FIRST.indexOf(a.source.format) - CLOSEST_FIRST.indexOf(b.source.format));

/** Leaves of each kind of tree the one that a sample will have: those of several files together may be more than fits into memory. */
export function dropOtherTrees(read: readonly Read[]): void {
  for (const kind of TREES) {
    const [, ...others] = closestFirst(read).filter(({ findings }) => findings[kind]);
    for (const { findings } of others) delete findings[kind];
  }
}

/** One sample of the files of one moment. */
export function joinedSample(read: readonly Read[]): MemorySample {
  refuseTwo(read);
  const byCloseness = closestFirst(read);
  const findings = byCloseness.map((one) => one.findings);
  const first = <Key extends keyof Findings>(key: Key) => findings.find((one) => one[key] !== undefined)?.[key];
  const regions =
    byCloseness.find(({ source, findings: one }) => one.regions && !FEWER_COLUMNS.includes(source.format))?.findings ??
    findings.find((one) => one.regions);
  const tool_bytes = regions?.tool_bytes ?? 0;
  const footprints = footprintsOf(findings, tool_bytes);
  const measure = FOOTPRINT_MEASURES.find((one) => footprints[one] !== undefined);
  return {
    process: first("process") ?? "",
    pid: first("pid") ?? null,
    taken_at: first("taken_at") ?? null,
    sources: read.map(({ source }) => source),
    footprint_bytes: (measure && footprints[measure]) ?? null,
    footprint_peak_bytes: first("footprint_peak_bytes") ?? null,
    footprints,
    tool_bytes,
    totals: regions?.totals ?? null,
    regions: regions?.regions ?? [],
    // Those of vmmap tell what is dirty, too.
    zones: findings.find((one) => one.zones && one.regions)?.zones ?? first("zones") ?? [],
    classes: first("classes") ?? [],
    leaks: first("leaks") ?? null,
    unheld: first("unheld") ?? null,
    stacks: { malloc: first("malloc") ?? null, vm: first("vm") ?? null, java: first("java") ?? null },
  };
}

/** The kernel counts the memory of tools as the process's; what regions add up to does not have it. */
function footprintsOf(findings: readonly Findings[], tool_bytes: number): Footprints {
  const footprints: Footprints = {};
  for (const { footprints: told } of findings.toReversed()) Object.assign(footprints, told);
  const { phys_footprint } = footprints;
  if (phys_footprint !== undefined) footprints.phys_footprint = Math.max(0, phys_footprint - tool_bytes);
  return footprints;
}

function refuseTwo(read: readonly Read[]): void {
  for (const [index, one] of read.entries()) {
    const { file, format } = one.source;
    for (const other of read.slice(0, index)) {
      const names = { file, other: other.source.file };
      if (other.source.format === format) throw new MemoryFault(say("memory_twice", { ...names, format }));
      const [pid, other_pid] = [one.findings.pid, other.findings.pid];
      if (pid !== undefined && other_pid !== undefined && pid !== other_pid)
        throw new MemoryFault(say("memory_processes", { ...names, pid, other_pid }));
    }
  }
}
