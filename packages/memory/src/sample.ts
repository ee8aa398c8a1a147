import type { CallTree } from "./tree/call-tree.ts";

/**
 * What a process's memory was at one moment, read from the files of one or several tools: one model for iOS and Android.
 * All sizes are bytes. Null is what no file of the sample tells.
 */
export interface MemorySample {
  /** As its tool names it; empty where none does. */
  process: string;
  pid: number | null;
  /** ISO 8601, in UTC. */
  taken_at: string | null;
  sources: SampleSource[];
  /** The first of {@link FOOTPRINT_MEASURES} that is known. */
  footprint_bytes: number | null;
  footprint_peak_bytes: number | null;
  /** Two samples are compared by a measure that both have. */
  footprints: Footprints;
  /** What tools that measure hold themselves ("Performance tool data"): left out of footprints, totals and regions. */
  tool_bytes: number;
  totals: Totals | null;
  /** One for each type, the largest first. */
  regions: Region[];
  zones: Zone[];
  /** The largest first. */
  classes: ClassRow[];
  /** What nothing in the process points to any more. */
  leaks: Leaks | null;
  /** Objects of Java's heap that nothing keeps: garbage, and what weak references alone refer to. */
  unheld: Unheld | null;
  /**
   * Trees that are never added together: what malloc gives out lies in VM regions, so parts of it would count twice, as those of Java's
   * heap do. A call of the tree `java` is the objects of a class, and calls what they hold.
   */
  stacks: Record<TreeName, CallTree | null>;
}

export const TREES = ["malloc", "vm", "java"] as const;
export type TreeName = (typeof TREES)[number];

export interface Unheld {
  objects: number;
  bytes: number;
}

export interface SampleSource {
  file: string;
  format: FormatName;
  /** Of a binary profile its samples, of a heap dump and of a memory graph the objects. */
  lines: number;
}

export type FormatName =
  | "vmmap"
  | "heap"
  | "leaks"
  | "footprint"
  | "footprint_json"
  | "call_tree"
  | "all_by_size"
  | "smaps"
  | "meminfo"
  | "loli_profiler"
  | "pprof"
  | "hprof"
  | "collapsed"
  /** Told apart and not read: Apple's tools alone can. */
  | "memgraph";

/**
 * - `phys_footprint`: the kernel's own ledger, as `footprint`, `vmmap` and `heap` print it.
 * - `regions`: dirty, swapped and IOKit memory of all regions.
 * - `total_pss`: what `dumpsys meminfo` prints as TOTAL, with graphics memory that is not mapped.
 * - `mapped_pss`: PSS of all mappings, with what of them is swapped out.
 */
export const FOOTPRINT_MEASURES = ["phys_footprint", "regions", "total_pss", "mapped_pss"] as const;
export type FootprintMeasure = (typeof FOOTPRINT_MEASURES)[number];
export type Footprints = Partial<Record<FootprintMeasure, number>>;

/** The columns of a region that are added up. */
export const REGION_COLUMNS = [
  "virtual",
  "resident",
  "dirty",
  "swapped",
  "volatile",
  "nonvolatile",
  "empty",
  "count",
] as const;
export type Totals = Record<(typeof REGION_COLUMNS)[number], number | null>;

/** All regions of one type; `count` is how many. */
export interface Region extends Totals {
  type: string;
  /** What of it is the process's: on Apple's systems dirty, swapped and IOKit memory; on Android PSS, with what is swapped out. */
  footprint: number;
}

export interface Zone {
  /** Without its address, which differs from run to run. */
  name: string;
  dirty: number | null;
  swapped: number | null;
  allocated: number;
  /** Percent of what is dirty or swapped that holds nothing. */
  fragmentation: number | null;
  /** Allocations. */
  count: number;
}

/** The allocations of one class, or of one kind of block. */
export interface ClassRow {
  name: string;
  /** Language or kind: ObjC, Swift, C++, CFType, C, Java. */
  type: string;
  /** Of Java's classes the heap that its objects lie in, where it has several. */
  image: string;
  bytes: number;
  count: number;
  /** What would go with them: they, and what only they hold. Null where the tool does not tell what holds what. */
  retained: number | null;
}

/** All blocks that leaked; the largest rows first. What two cycles both hold counts in the rows of each, and once in all. */
export interface Leaks {
  /** Blocks. */
  count: number;
  bytes: number;
  rows: LeakRow[];
}

/** The leaks of one type from one stack. */
export interface LeakRow {
  /** Type or class of the block that holds the others. */
  name: string;
  /** Blocks of a cycle hold each other. */
  kind: "leak" | "cycle";
  /** How often it leaked. */
  instances: number;
  /** Blocks and bytes, with what only it holds; in three digits where these are more than one block. */
  objects: number;
  bytes: number;
  /** Where it was allocated, the outermost call first; empty where stack logging was off. */
  stack: string[];
  /** Of a cycle: the way back to its beginning, each line indented below what holds it. */
  cycle: string[];
}
