/** Reads one file as a memory sample, and tells what that took: a process of its own, so that its peak is the reader's alone. */
import { readMemorySample } from "@udt/memory";

const [, , file = ""] = process.argv;
const from = performance.now();
const { sources, stacks, regions, footprint_bytes } = await readMemorySample([file]);
const ms = performance.now() - from;
const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
const tree = stacks.malloc;
console.log(
  JSON.stringify({
    ms,
    cpu_ms: (userCPUTime + systemCPUTime) / 1_000,
    peak_mb: maxRSS / 1_024,
    lines: sources[0]?.lines ?? 0,
    regions: regions.length,
    calls: (tree?.size ?? 1) - 1,
    bytes: tree?.total ?? footprint_bytes ?? 0,
  }),
);
