import type { PartitionRule } from "../partitions/rules.ts";

/** A rule that asks for these patterns and nothing else. */
export const partitionRuleOf = (module: string, patterns: Partial<PartitionRule>): PartitionRule => ({
  owner: "",
  budget_bytes: null,
  symbol: "",
  image: "",
  region: "",
  ...patterns,
  module,
});
