import { say } from "@udt/base";
import { MemoryFault } from "./fault.ts";
import type { Findings } from "./readers/format.ts";
import { TREES } from "./sample.ts";

/** Of several classes the same bytes may be retained, and shares are no bytes: these are not added up. */
const ALONE: ReadonlySet<string> = new Set(["retained", "fragmentation"]);

/**
 * What is told is told to the byte: sizes that each can be counted may come to more than can be, where a file was made so.
 * @throws MemoryFault for a file of which a number, or what numbers come to, is none that bytes can be counted by
 */
export function assertCounted(findings: Findings, file: string): void {
  const { regions = [], zones = [], classes = [], leaks, totals, footprints, unheld } = findings;
  const { footprint_peak_bytes = 0, tool_bytes = 0 } = findings;
  const alone = [totals, footprints, unheld, leaks && { count: leaks.count, bytes: leaks.bytes }];
  const tables: readonly (readonly object[])[] = [
    regions,
    zones,
    classes,
    leaks?.rows ?? [],
    ...alone.flatMap((row) => (row ? [[row]] : [])),
    [{ footprint_peak_bytes, tool_bytes }],
  ];
  const trees = TREES.flatMap((kind) => findings[kind] ?? []);
  const isCounted =
    tables.every(isTableCounted) &&
    trees.every(({ bytes, count, size }) => areCounted(bytes, size) && areCounted(count, size));
  if (!isCounted) throw new MemoryFault(say("memory_sum", { file }));
}

const isCountable = (value: number): boolean => Math.abs(value) <= Number.MAX_SAFE_INTEGER;

function isTableCounted(rows: readonly object[]): boolean {
  const sums = new Map<string, number>();
  for (const row of rows)
    for (const [key, value] of Object.entries(row) as [string, unknown][]) {
      if (typeof value !== "number") continue;
      const sum = ALONE.has(key) ? value : (sums.get(key) ?? 0) + value;
      if (!isCountable(sum)) return false;
      sums.set(key, sum);
    }
  return true;
}

function areCounted(values: Float64Array, size: number): boolean {
  for (let at = 0; at < size; at += 1) if (!isCountable(values[at] ?? 0)) return false;
  return true;
}
