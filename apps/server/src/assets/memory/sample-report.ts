/** What a sample's report shows, made once of the sample as it was read. */
import { storable } from "@udt/base";
import type { MemoryClass, MemoryFacts, MemoryReport } from "@udt/contract";
import { FOOTPRINT_MEASURES, gradesOf, type CallTree, type LeakRow, type MemorySample, topStacks } from "@udt/memory";

export type ReportParts = Omit<MemoryReport, "sample">;

/** As it is kept: what was made before leaks or Java's heap were read has none of them. */
export type KeptReport = Omit<ReportParts, "leaks" | "java" | "classes"> &
  Partial<Pick<ReportParts, "leaks" | "java">> & {
    classes: { list: (Omit<MemoryClass, "retained"> & Partial<Pick<MemoryClass, "retained">>)[]; left_out: number };
  };

/** Of each table. */
const ROWS_MAX = 500;
const STACKS_MAX = 100;
/** Of a stack, from its inner end, and characters of one call: names may be 10 kB long. */
const CALLS_MAX = 64;
const CALL_MAX = 500;
/** Characters of a stack: one answer has hundreds of them, and few bytes of a tree make them long. */
const STACK_MAX = 4_000;

export function factsOf(sample: MemorySample): MemoryFacts {
  const { process, pid, footprint_bytes, footprint_peak_bytes, footprints, tool_bytes, totals, stacks } = sample;
  const { region_count, swap_pressure } = gradesOf(sample);
  return {
    process: cut(process),
    pid,
    footprint_bytes,
    footprint_measure: FOOTPRINT_MEASURES.find((one) => footprints[one] !== undefined) ?? null,
    footprint_peak_bytes,
    tool_bytes,
    totals,
    region_count,
    swap_pressure,
    malloc_bytes: stacks.malloc?.total ?? null,
    vm_bytes: stacks.vm?.total ?? null,
    java_bytes: stacks.java?.total ?? null,
    java_unheld_bytes: sample.unheld?.bytes ?? null,
  };
}

export function reportOf(sample: MemorySample): ReportParts {
  const { fragmentation } = gradesOf(sample);
  const grades = new Map(fragmentation.map(({ zone, grade }) => [zone, grade]));
  const { regions, zones, classes, leaks, stacks } = sample;
  return {
    regions: first(regions.map((region) => ({ ...region, type: cut(region.type) }))),
    zones: first(zones.map((zone) => ({ ...zone, name: cut(zone.name), grade: grades.get(zone.name) ?? null }))),
    classes: first(classes.map((row) => ({ ...row, name: cut(row.name), image: cut(row.image) }))),
    leaks: leaks && { count: leaks.count, bytes: leaks.bytes, ...first(leaks.rows.map(leakOf)) },
    malloc: stacks.malloc && treeOf(stacks.malloc),
    vm: stacks.vm && treeOf(stacks.vm),
    java: stacks.java && treeOf(stacks.java),
  };
}

export const partsOf = ({ leaks = null, java = null, classes, ...parts }: KeptReport): ReportParts => ({
  ...parts,
  leaks,
  java,
  classes: { ...classes, list: classes.list.map((row) => ({ ...row, retained: row.retained ?? null })) },
});

const first = <Row>(rows: Row[]) => ({
  list: rows.slice(0, ROWS_MAX),
  left_out: Math.max(0, rows.length - ROWS_MAX),
});

const leakOf = ({ name, stack, cycle, ...row }: LeakRow): LeakRow => ({
  ...row,
  name: cut(name),
  stack: cutStack(stack),
  cycle: cycle.map(cut),
});

const treeOf = (tree: CallTree) => ({
  bytes: tree.total,
  calls: tree.size - 1,
  top: topStacks(tree, STACKS_MAX).map(({ name, image, bytes, stack }) => ({
    name: cut(name),
    image: cut(image),
    bytes,
    stack: cutStack(stack),
  })),
});

export const cut = (text: string): string => storable(text.length > CALL_MAX ? `${text.slice(0, CALL_MAX)}…` : text);

/** The innermost calls, the outermost of them first. */
export function cutStack(stack: readonly string[]): string[] {
  const calls = stack.slice(-CALLS_MAX).map(cut);
  let [first, chars] = [calls.length, 0];
  while (first > 0 && (chars += calls[first - 1]?.length ?? 0) <= STACK_MAX) first -= 1;
  return calls.slice(first);
}
