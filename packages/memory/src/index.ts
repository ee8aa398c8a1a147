export { type Change, type Changes, shortened, type Sums } from "./compare/changes.ts";
export { type Comparison, compareSamples, NOISE_BYTES } from "./compare/compare.ts";
export type { Composition } from "./compare/composition.ts";
export { type FlameColumns, flameColumns } from "./compare/flame-columns.ts";
export type { ModuleChange, ModuleChanges, PartitionChanges } from "./compare/partition-changes.ts";
export type { StackChange, TreeChanges } from "./compare/tree-changes.ts";
export { MemoryFault } from "./fault.ts";
export { type Grade, gradesOf, type SampleGrades } from "./grades.ts";
export {
  type DeviceMemory,
  footprintLimit,
  type Growth,
  type GrowthGrade,
  growthOf,
  isDeviceMemory,
  type Moment,
} from "./growth.ts";
export { LIMITS } from "./limits.ts";
export { MEMGRAPH_COMMANDS } from "./memgraph.ts";
export { packedSample, unpackedSample } from "./packed.ts";
export { type ModuleShare, partition, type Partitions } from "./partitions/partition.ts";
export type { PartitionRule } from "./partitions/rules.ts";
export type { Share } from "./partitions/share.ts";
export { type NamedFile, readMemorySample } from "./read-sample.ts";
export {
  FOOTPRINT_MEASURES,
  type FormatName,
  type FootprintMeasure,
  type LeakRow,
  type Leaks,
  type MemorySample,
  REGION_COLUMNS,
  TREES,
  type TreeName,
} from "./sample.ts";
export { bytesText, deltaText, sizeOf } from "./sizes.ts";
export type { CallTree } from "./tree/call-tree.ts";
export { type Stack, topStacks } from "./tree/top-stacks.ts";
export { collapsedStacks } from "./written/collapsed-stacks.ts";
export { pprofProfile } from "./written/pprof-profile.ts";
