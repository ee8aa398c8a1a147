import { type MemorySample, type Region, TREES, type TreeName } from "../sample.ts";
import { type CallTree, ROOT } from "../tree/call-tree.ts";
import { NO_RULE, type PartitionRule, RuleTests } from "./rules.ts";
import { type Share, ShareSum } from "./share.ts";

export interface ModuleShare extends Share, Pick<PartitionRule, "module" | "owner" | "budget_bytes"> {
  /** Percent of all that is held, or of the tree of VM regions: the larger of the two. */
  percent: number;
  is_large: boolean;
  /** What is held, or what the tree of VM regions tells, is more than the budget. */
  is_over: boolean;
}

export interface Partitions {
  /** All modules together with what none has; null is what no file of the sample tells. */
  total: Record<TreeName | "regions", number | null> & { held: number };
  /** In the order of their first rules; one that has nothing as well. */
  modules: ModuleShare[];
  unexplained: Share;
  /** Percent of the footprint that is sure to have a stack; null without stacks or without a footprint. */
  stack_coverage: { percent: number; is_low: boolean } | null;
}

const LARGE_PERCENT = 25;
const COVERED_PERCENT = 50;
/** In which blocks of malloc lie, on Apple's systems and on Android. */
const MALLOC_REGION = /^(?:MALLOC[_ ]|Native Heap$)/;
/** In which objects of Java lie: the heaps of apps and of the zygote, and the image of the system's. `Dalvik Other` holds none. */
const JAVA_REGION = /^(?:Dalvik (?!Other)|\.art mmap$)/;

/**
 * Sorts a sample by rules: a stack belongs to the first rule that any of its calls fits, a region to the first that its type fits.
 * Each tree is gone through once, however many rules there are.
 *
 * @param most so many stacks of each tree, and types of regions, are told of each module, and of what no rule explains
 */
export function partition(
  { stacks, regions, footprint_bytes }: Pick<MemorySample, "stacks" | "regions" | "footprint_bytes">,
  rules: readonly PartitionRule[],
  most: { of_module: number; of_rest: number },
): Partitions {
  const tests = new RuleTests(rules);
  const firsts = rules.filter(({ module }, index) => rules.findIndex((rule) => rule.module === module) === index);
  const sums = new Map(firsts.map(({ module }) => [module, new ShareSum(most.of_module)]));
  const rest = new ShareSum(most.of_rest);
  const sumOf = (rule: number): ShareSum => sums.get(rules[rule]?.module ?? "") ?? rest;
  for (const key of TREES) {
    const tree = stacks[key];
    if (tree) shareTree(tree, tests, (rule, node, bytes) => sumOf(rule).addCall(key, node, bytes));
  }
  const isTold = ({ type }: Region) =>
    (stacks.malloc && MALLOC_REGION.test(type)) || (stacks.java && JAVA_REGION.test(type));
  const stackless = regions.filter((region) => !isTold(region));
  for (const region of stackless) sumOf(tests.ofRegion(region.type)).addRegion(region);
  const [malloc, vm, java] = [stacks.malloc?.total ?? null, stacks.vm?.total ?? null, stacks.java?.total ?? null];
  const ofRegions = stackless.reduce((sum, { footprint }) => sum + footprint, 0);
  const held = (malloc ?? 0) + (java ?? 0) + ofRegions;
  return {
    total: { malloc, vm, java, regions: regions.length === 0 ? null : ofRegions, held },
    modules: firsts.map((rule) => moduleOf(rule, sumOf(rules.indexOf(rule)).share(stacks), { held, vm: vm ?? 0 })),
    unexplained: rest.share(stacks),
    stack_coverage: coverageOf(stacks, footprint_bytes),
  };
}

/** Tells of each call which rule is the first for its stack, and what it allocated itself. */
function shareTree(tree: CallTree, tests: RuleTests, tell: (rule: number, node: number, bytes: number) => void): void {
  const { symbols, images } = tree.frames;
  const ofFrame = Int32Array.from(symbols, (symbol, frame) => tests.ofCall(symbol, images[frame] ?? ""));
  const own = tree.ownBytes();
  const ofNode = new Int32Array(tree.size);
  ofNode[ROOT] = NO_RULE;
  tell(NO_RULE, ROOT, own[ROOT] ?? 0);
  // A call comes after the one that called it, whose rule is the first of all calls before.
  for (let node = ROOT + 1; node < tree.size; node += 1) {
    const called = ofNode[tree.parent[node] ?? ROOT] ?? NO_RULE;
    const rule = Math.min(called, ofFrame[tree.frame[node] ?? 0] ?? NO_RULE);
    ofNode[node] = rule;
    tell(rule, node, own[node] ?? 0);
  }
}

function moduleOf(
  { module, owner, budget_bytes }: PartitionRule,
  share: Share,
  all: { held: number; vm: number },
): ModuleShare {
  const percent = Math.max(percentOf(share.held, all.held), percentOf(share.vm, all.vm));
  const is_over = budget_bytes !== null && Math.max(share.held, share.vm) > budget_bytes;
  return { module, owner, budget_bytes, ...share, percent, is_large: percent > LARGE_PERCENT, is_over };
}

function coverageOf(
  { malloc, vm, java }: MemorySample["stacks"],
  footprint: number | null,
): Partitions["stack_coverage"] {
  if ((!malloc && !vm && !java) || footprint === null || footprint <= 0) return null;
  // VM regions may be the same memory as the others, and more may be allocated than was ever touched.
  const told = Math.max((malloc?.total ?? 0) + (java?.total ?? 0), vm?.total ?? 0);
  const percent = Math.min(100, percentOf(told, footprint));
  return { percent, is_low: percent < COVERED_PERCENT };
}

const percentOf = (part: number, whole: number): number => (whole > 0 ? (part / whole) * 100 : 0);
