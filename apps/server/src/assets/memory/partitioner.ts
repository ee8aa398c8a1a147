import type { Result, Said } from "@udt/base";
import type { MemoryPartitions, PartitionRule } from "@udt/contract";
import { ofPackedSamples, type OfPackedSamples } from "./packed-samples.ts";

export type Partitioning = Result<MemoryPartitions, Said>;
export interface PartitionerInput {
  /** Where the packed sample lies. */
  path: string;
  rules: PartitionRule[];
}
export type Partitioner = OfPackedSamples<PartitionerInput, MemoryPartitions>;

const PARTITION_MAX_MINUTES = 1;

/** Sorts samples by rules. */
export const threadedPartitioner = (): Partitioner =>
  ofPackedSamples(new URL("./partitioner.worker.ts", import.meta.url), PARTITION_MAX_MINUTES);
