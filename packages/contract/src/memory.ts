/** What a process's memory was, as it is asked for and answered. All sizes are bytes; null is what no file of the sample tells. */
import { z } from "zod";
import { TASK_STAGES } from "./agent-tasks.ts";
import { memoryRecording } from "./memory-recordings.ts";
import { id, time } from "./shapes.ts";
import { said } from "./words.ts";

/** What a file of a sample is, by the tool that wrote it. */
export const MEMORY_FORMATS = [
  "vmmap",
  "heap",
  "leaks",
  "footprint",
  "footprint_json",
  "call_tree",
  "all_by_size",
  "smaps",
  "meminfo",
  "loli_profiler",
  "pprof",
  "hprof",
  "collapsed",
  "memgraph",
] as const;
/** How a footprint was measured; a sample tells the first of these that it has. */
export const MEMORY_MEASURES = ["phys_footprint", "regions", "total_pss", "mapped_pss"] as const;
export type MemoryMeasure = (typeof MEMORY_MEASURES)[number];
export const MEMORY_GRADES = ["normal", "warning", "severe"] as const;
export type MemoryGrade = (typeof MEMORY_GRADES)[number];
/** How fast a footprint grows: `normal` up to 0.5 MB a minute, `medium` up to 2, `high` up to 10. */
export const MEMORY_GROWTH_GRADES = ["normal", "medium", "high", "critical"] as const;
export type MemoryGrowthGrade = (typeof MEMORY_GROWTH_GRADES)[number];
/** GB of memory of devices of which it is known at which footprint their system ends an app. */
export const MEMORY_DEVICE_GB = [2, 3, 4, 6, 8] as const;
export const memoryDevice = z.literal(MEMORY_DEVICE_GB).nullable();
/**
 * `waiting`: it has a memory graph (`.memgraph`), which an agent on a Mac is to have Apple's tools read; `memgraph` says how far that is.
 * `refused`: its files could not be read, and are gone; why stands in `fault`. `failed`: the same, but that its memory graph is kept and
 * may be read again.
 */
export const MEMORY_SAMPLE_STATES = ["waiting", "reading", "read", "refused", "failed"] as const;
/**
 * The trees of calls, which are never added together: what malloc gives out lies in VM regions, and so does Java's heap. A call of the
 * tree `java` is the objects of a class, and calls what they hold.
 */
export const MEMORY_TREES = ["malloc", "vm", "java"] as const;
export type MemoryTree = (typeof MEMORY_TREES)[number];
/** How a tree is answered: for flame graphs, or as a file that other programs read. */
export const MEMORY_TREE_FORMATS = ["columns", "collapsed", "pprof"] as const;
export type MemoryTreeFormat = (typeof MEMORY_TREE_FORMATS)[number];
/** The parts of a sample's report; those of the trees are the stacks that allocated, or hold, the most. */
export const MEMORY_TABLES = ["regions", "zones", "classes", "leaks", ...MEMORY_TREES] as const;
export type MemoryTable = (typeof MEMORY_TABLES)[number];
export const isMemoryTree = (table: MemoryTable): table is MemoryTree =>
  (MEMORY_TREES as readonly MemoryTable[]).includes(table);
export const MEMORY_LEAKS = ["leak", "cycle"] as const;

const bytes = z.number();
const known = bytes.nullable();
const grade = z.enum(MEMORY_GRADES);

const columns = {
  virtual: known,
  resident: known,
  dirty: known,
  swapped: known,
  volatile: known,
  nonvolatile: known,
  empty: known,
  count: z.number().nullable(),
};

/** What of a sample a list tells, too. */
export const memoryFacts = z.object({
  /** As its tool names it; empty where none does. */
  process: z.string(),
  pid: z.number().nullable(),
  footprint_bytes: known,
  footprint_measure: z.enum(MEMORY_MEASURES).nullable(),
  footprint_peak_bytes: known,
  /** What tools that measure hold themselves ("Performance tool data"): left out of all else. */
  tool_bytes: bytes,
  totals: z.object(columns).nullable(),
  region_count: z.object({ count: z.number(), grade }).nullable(),
  /** Percent of what is dirty or swapped that is swapped. */
  swap_pressure: z.object({ percent: z.number(), grade }).nullable(),
  malloc_bytes: known,
  vm_bytes: known,
  /** Of the objects of Java's heap that something holds, and of those that nothing does but weak references. */
  java_bytes: known,
  java_unheld_bytes: known,
});
export type MemoryFacts = z.output<typeof memoryFacts>;

export const memoryFile = z.object({
  /** Its number in the sample, from 0. */
  file_no: z.int(),
  file_name: z.string(),
  size_bytes: z.int(),
  /** Null until it is read. */
  format: z.enum(MEMORY_FORMATS).nullable(),
  lines: z.int().nullable(),
});

export const memgraphReading = z.object({
  /** `waiting` until an agent begins. */
  stage: z.enum(["waiting", ...TASK_STAGES.memgraph]),
  percent: z.int().nullable(),
  /** Who reads it; empty while nobody does. */
  agent_name: z.string(),
  /** How many agents of the project that read memory graphs are there. */
  readers: z.int(),
});
export type MemgraphReading = z.output<typeof memgraphReading>;

export const memorySample = z.object({
  sample_id: id,
  trace_id: id,
  /** In its trace, from 1. */
  number: z.int(),
  /** The scene that it was taken in, as its taker calls it; may be empty. */
  label: z.string(),
  taken_at: time,
  state: z.enum(MEMORY_SAMPLE_STATES),
  size_bytes: z.int(),
  /** How much of its files is read. */
  read_bytes: z.int(),
  fault: said.nullable(),
  /** While it waits: what its agent does. */
  memgraph: memgraphReading.nullable(),
  /** What there is to know of how it was taken: such as what its device does not let anybody read. */
  notes: z.array(said),
  files: z.array(memoryFile),
  /** Null until it is read. */
  facts: memoryFacts.nullable(),
  /** By which it was taken; null for files that were uploaded. */
  recording_id: id.nullable(),
  user_name: z.string(),
  created_at: time,
});
export type MemorySample = z.output<typeof memorySample>;

export const memoryTrace = z.object({
  trace_id: id,
  name: z.string(),
  app_name: z.string(),
  app_version: z.string(),
  user_name: z.string(),
  created_at: time,
  /** When a sample last came or went. */
  updated_at: time,
  samples: z.int(),
  /** Of all files of its samples. */
  size_bytes: z.int(),
  /** Of the sample that was taken last, of those that are read. */
  footprint_bytes: known,
  /** Of the same sample: the objects of Java's heap that something holds. It is no footprint, and never compared with one. */
  java_bytes: known,
  /** Of the device that it was taken on, where somebody said so. */
  device_memory_gb: memoryDevice,
  /** Somebody said that it stays. Where the project has no more room, the oldest traces that runs alone recorded give way but for these. */
  is_kept: z.boolean(),
  /** At which footprint the device's system ends the app. */
  footprint_limit_bytes: known,
  /** Of those that were taken for it the last: of uploaded files none was. */
  recording: memoryRecording.nullable(),
  /** Who asks may delete it and its samples: their own, and an administrator of the project any. */
  is_deletable: z.boolean(),
});
export type MemoryTrace = z.output<typeof memoryTrace>;

/** What became of the footprint over the samples of a trace. */
export const memoryGrowth = z.object({
  /** From which it is reckoned, in the order in which they were taken: of the process and the measure of the last one. */
  sample_ids: z.array(id),
  /** Of the straight line that lies the nearest to all of them; null where all are of one moment. */
  bytes_per_minute: z.number().nullable(),
  /** The most samples in a row each of which is larger than the one before it, with the first of them. */
  rising: z.int(),
  /** Null where it cannot be told: of fewer than three samples, and of growth that no three in a row bear out. */
  grade: z.enum(MEMORY_GROWTH_GRADES).nullable(),
});
export type MemoryGrowth = z.output<typeof memoryGrowth>;

/** All regions of one type. */
const region = z.object({ ...columns, type: z.string(), footprint: bytes });
const zone = z.object({
  name: z.string(),
  dirty: known,
  swapped: known,
  allocated: bytes,
  /** Percent of what is dirty or swapped that holds nothing. */
  fragmentation: z.number().nullable(),
  grade: grade.nullable(),
  count: z.number(),
});
const classRow = z.object({
  name: z.string(),
  /** Language or kind of block: ObjC, Swift, C++, CFType, C, Java. */
  type: z.string(),
  /** Of Java's classes the heap that the objects lie in. */
  image: z.string(),
  bytes,
  count: z.number(),
  /** Of Java's classes: what would go with the objects, they and what only they hold. */
  retained: known,
});
/** The leaks of one type from one stack. */
const leakRow = z.object({
  /** Type or class of the block that holds the others. */
  name: z.string(),
  /** Blocks of a cycle hold each other. */
  kind: z.enum(MEMORY_LEAKS),
  /** How often it leaked. */
  instances: z.number(),
  /** Blocks and bytes, with what only it holds. */
  objects: z.number(),
  bytes,
  /** The outermost call first; empty where stack logging was off. */
  stack: z.array(z.string()),
  /** Of a cycle: the way back to its beginning, each line indented below what holds it. */
  cycle: z.array(z.string()),
});
export const memoryStack = z.object({ name: z.string(), image: z.string(), bytes, stack: z.array(z.string()) });
const tree = z.object({
  bytes,
  calls: z.number(),
  /** The calls that allocated, or are, the most themselves; a stack's outermost call comes first. */
  top: z.array(memoryStack),
});
/** The largest first; `left_out` is how many more there are. */
const rows = <Row extends z.ZodType>(row: Row) => z.object({ list: z.array(row), left_out: z.int() });

/** A sample with all that its report shows. */
export const memoryReport = z.object({
  sample: memorySample,
  regions: rows(region),
  zones: rows(zone),
  classes: rows(classRow),
  /** Blocks that nothing points to any more, and their bytes; what two cycles both hold counts in the rows of each. */
  leaks: z.object({ count: z.number(), bytes, ...rows(leakRow).shape }).nullable(),
  /** Trees that are never added together: what malloc gives out lies in VM regions, and so does Java's heap. */
  malloc: tree.nullable(),
  vm: tree.nullable(),
  java: tree.nullable(),
});
export type MemoryReport = z.output<typeof memoryReport>;
export type MemoryRegion = z.output<typeof region>;
export type MemoryZone = z.output<typeof zone>;
export type MemoryClass = z.output<typeof classRow>;
export type MemoryLeak = z.output<typeof leakRow>;
export type MemoryStack = z.output<typeof memoryStack>;

const numbers = z.array(z.number());
/**
 * A tree of calls as columns of the same length: the calls of each come after it and before its next sibling. Where a sample has
 * no such tree it has no calls.
 */
export const memoryFlame = z.object({
  tree: z.enum(MEMORY_TREES),
  symbols: z.array(z.string()),
  /** Each image once; `image` has the number of each symbol's. */
  images: z.array(z.string()),
  image: numbers,
  /** How many calls lead to it, from 0. */
  depth: numbers,
  /** The number of its symbol. */
  frame: numbers,
  /** Bytes that it allocated itself; those of calls that are left out count as their callers'. */
  own: numbers,
  /** The same in the sample that it is compared with; null where there is none. */
  own_before: numbers.nullable(),
  /** Calls that there was no room for, the smallest. */
  left_out: z.int(),
});
export type MemoryFlame = z.output<typeof memoryFlame>;
