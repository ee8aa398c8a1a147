/** Which business module a call belongs to, by the project's partition rules. */
import type { PartitionRule } from "@udt/contract";
import { NO_RULE, RuleTests } from "@udt/memory/rules";
import { ROOT, type FlameNames, type FlameTree } from "./tree.ts";

/** Modules by their number, in the order of their first rules. */
export interface FrameModules {
  modules: readonly string[];
  /** Of each rule its module's number. */
  of_rule: readonly number[];
  /** Of each frame the first rule that it fits, or {@link NO_RULE}. */
  rule: Int32Array;
}

export function frameModules({ symbols, images, image }: FlameNames, rules: readonly PartitionRule[]): FrameModules {
  const tests = new RuleTests(rules);
  const modules = [...new Set(rules.map(({ module }) => module))];
  return {
    modules,
    of_rule: rules.map(({ module }) => modules.indexOf(module)),
    rule: Int32Array.from(symbols, (symbol, frame) => tests.ofCall(symbol, images[image[frame] ?? -1] ?? "")),
  };
}

/**
 * Of each call the number of the module that the stack up to it belongs to, -1 of none: the first rule that one of its calls
 * fits. What a call leads to may belong to another, by a rule that goes before.
 */
export function callModules(tree: FlameTree, { rule, of_rule }: FrameModules): Int32Array {
  const first = new Int32Array(tree.size).fill(NO_RULE);
  const modules = new Int32Array(tree.size).fill(-1);
  for (let node = 1; node < tree.size; node += 1) {
    const own = rule[tree.frame[node] ?? 0] ?? NO_RULE;
    const number = Math.min(own, first[tree.parent[node] ?? ROOT] ?? NO_RULE);
    first[node] = number;
    modules[node] = of_rule[number] ?? -1;
  }
  return modules;
}
