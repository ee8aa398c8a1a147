export * from "./android-text.ts";
export * from "./apple-text.ts";
export { memgraphBytes } from "./memgraph-bytes.ts";
export { partitionRuleOf } from "./partition-rule.ts";
export * from "./hprof-bytes.ts";
export { javaHeapBytes } from "./java-heap.ts";
export * from "./pprof-bytes.ts";
export { sampleOf, SampleFiles } from "./sample-files.ts";
export { shopFiles } from "./shop-files.ts";
