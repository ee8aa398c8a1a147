/** Partition rules: which stacks and regions of an app's memory belong to which business module, and what a sample is by them. */
import { z } from "zod";
import { LIMITS } from "./limits.ts";
import { memoryStack } from "./memory.ts";
import { rule } from "./rules.ts";
import { text, time } from "./shapes.ts";

/** A name with `*` for any characters; the whole name has to fit. Empty: none asked for. */
const pattern = text(LIMITS.memory_pattern_max).trim().default("");

export const partitionRule = z
  .object({
    module: text(LIMITS.name_max).trim().min(1, rule("required")),
    /** Who answers for the module. */
    owner: text(LIMITS.name_max).trim().default(""),
    /** How much the module may have; null for no bound. */
    budget_bytes: z.int().min(1).nullable().default(null),
    /** Of one call of a stack: both have to fit the same call. */
    symbol: pattern,
    image: pattern,
    /** Of a region's type. */
    region: pattern,
  })
  .refine(({ symbol, image, region }) => `${symbol}${image}${region}` !== "", {
    message: rule("partition_pattern"),
    path: ["symbol"],
  });
export type PartitionRule = z.output<typeof partitionRule>;

/** In their order: the first that fits counts. All rules of a module have its one owner and budget. */
export const partitionRules = z
  .array(partitionRule)
  .max(LIMITS.memory_partition_rules_max)
  .superRefine((rules, { addIssue }) => {
    const firsts = new Map<string, PartitionRule>();
    for (const [index, one] of rules.entries()) {
      const first = firsts.get(one.module) ?? one;
      firsts.set(one.module, first);
      if (one.owner !== first.owner || one.budget_bytes !== first.budget_bytes)
        addIssue({ code: "custom", message: rule("partition_module"), path: [index, "module"] });
    }
  });

/** The rules as a file: what is exported and imported. */
export const partitionFile = z.object({ rules: partitionRules });

const savedBy = { version: z.int(), user_name: z.string(), created_at: time };
/** One version without its rules; `rules` is how many. */
export const partitionVersion = z.object({ ...savedBy, rules: z.int() });
export type PartitionVersion = z.output<typeof partitionVersion>;
/** `version` 0 where none was ever saved: no rules, of nobody. */
export const savedPartitions = z.object({ ...savedBy, created_at: time.nullable(), rules: z.array(partitionRule) });
export type SavedPartitions = z.output<typeof savedPartitions>;

const bytes = z.number();
const share = z.object({
  /** By the stacks of each tree, which are never added together. */
  malloc: bytes,
  vm: bytes,
  java: bytes,
  /** Footprint of regions by their type, without those in which what the trees of malloc and of Java's heap tell lies. */
  regions: bytes,
  /** `malloc`, `java` and `regions`, which have nothing in common. */
  held: bytes,
  /** The stacks of each tree, and the types of regions, that have the most of it. */
  stacks: z.object({ malloc: z.array(memoryStack), vm: z.array(memoryStack), java: z.array(memoryStack) }),
  types: z.array(z.object({ type: z.string(), footprint: bytes })),
});
export type PartitionShare = z.output<typeof share>;

const moduleShare = share.extend({
  module: z.string(),
  owner: z.string(),
  budget_bytes: bytes.nullable(),
  /** Of all that is held, or of the tree of VM regions: the larger of the two. */
  percent: z.number(),
  /** More than a quarter. */
  is_large: z.boolean(),
  is_over: z.boolean(),
});
export type PartitionModule = z.output<typeof moduleShare>;

/** What of a sample belongs to which module. */
export const memoryPartitions = z.object({
  /** All modules and what is unexplained; null is what no file of the sample tells. */
  total: z.object({
    malloc: bytes.nullable(),
    vm: bytes.nullable(),
    java: bytes.nullable(),
    regions: bytes.nullable(),
    held: bytes,
  }),
  /** In the order of their first rules. */
  modules: z.array(moduleShare),
  unexplained: share,
  /** Percent of the footprint that is sure to have a stack; low below half. */
  stack_coverage: z.object({ percent: z.number(), is_low: z.boolean() }).nullable(),
});
export type MemoryPartitions = z.output<typeof memoryPartitions>;
