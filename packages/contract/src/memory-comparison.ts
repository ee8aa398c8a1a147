/** What became of a process's memory between two samples, as it is answered. All sizes are bytes. */
import { z } from "zod";
import { MEMORY_MEASURES, MEMORY_TREES, memorySample } from "./memory.ts";
import { said } from "./words.ts";

export const MEMORY_CHANGES = ["grown", "shrunk", "new", "gone"] as const;
/** The ways in which two samples are compared. */
export const MEMORY_MODES = ["footprint", "composition", "vmmap", "partitions", "call_tree", "vm_regions"] as const;
export type MemoryMode = (typeof MEMORY_MODES)[number];
/** As which a comparison is given as a file. */
export const MEMORY_COMPARE_FORMATS = ["csv", "json", "markdown"] as const;
export type MemoryCompareFormat = (typeof MEMORY_COMPARE_FORMATS)[number];

const bytes = z.number();
const sums = { before: bytes, after: bytes, delta: bytes };
const change = z.object({
  ...sums,
  name: z.string(),
  kind: z.enum(MEMORY_CHANGES),
  /** Whose it is by the project's partition rules, where one fits. */
  module: z.string().optional(),
  /** Of a call: the outermost first. */
  stack: z.array(z.string()).optional(),
});
const changes = z.object({
  ...sums,
  /** What differs by the noise or more, the largest difference first. */
  rows: z.array(change),
  /** What differs by less, together, with rows for which there is no room; `count` is how many. */
  other: z.object({ ...sums, count: z.int() }),
});
export type MemorySums = Pick<z.output<typeof change>, "before" | "after" | "delta">;
export type MemoryChange = z.output<typeof change>;
export type MemoryChanges = z.output<typeof changes>;

const moduleChange = change.omit({ stack: true, module: true }).extend({
  owner: z.string(),
  budget_bytes: bytes.nullable(),
  /** In the later sample. */
  is_over: z.boolean(),
});
export type MemoryModuleChange = z.output<typeof moduleChange>;
const moduleChanges = changes.extend({
  /** `name` is the module's; with `other` and `unexplained` they make the whole. */
  rows: z.array(moduleChange),
  /** What no rule explains. */
  unexplained: z.object(sums),
});
export type MemoryModuleChanges = z.output<typeof moduleChanges>;

/** What became of a process's memory between two samples. A part is null where one of them does not have it. */
export const memoryComparison = z.object({
  before: memorySample,
  after: memorySample,
  noise_bytes: bytes,
  verdict: said,
  footprint: z.object({ ...sums, measure: z.enum(MEMORY_MEASURES) }).nullable(),
  /** What of the footprint has a stack, by the largest of the trees that both have, and what has none. */
  composition: z
    .object({ tree: z.enum(MEMORY_TREES), with_stack: z.object(sums), without_stack: z.object(sums) })
    .nullable(),
  regions: changes.nullable(),
  zones: changes.nullable(),
  classes: changes.nullable(),
  /** Each of them, however small. */
  leaks: changes.nullable(),
  malloc: changes.nullable(),
  vm: changes.nullable(),
  java: changes.nullable(),
  /** Of the partition rules that are saved; 0 where there are none. */
  rules_version: z.int(),
  /** By module: what malloc gave out, Java's objects and regions, and the tree of VM regions, which is never added to it. */
  partitions: z.object({ held: moduleChanges, vm: moduleChanges.nullable() }).nullable(),
});
export type MemoryComparison = z.output<typeof memoryComparison>;
