import { fail, type Result, say, type Said } from "@udt/base";
import type { MemoryPartitions, PartitionRule } from "@udt/contract";
import { readingThread } from "../../platform/reading-thread.ts";

export type Partitioning = Result<MemoryPartitions, Said>;
export interface PartitionerInput {
  /** Where the packed sample lies. */
  path: string;
  rules: PartitionRule[];
}
/** @param project_id who asks. @throws UdtError reading_busy; the signal's reason */
export type Partitioner = (input: PartitionerInput, project_id: string, signal: AbortSignal) => Promise<Partitioning>;

const PARTITION_MAX_MINUTES = 1;
const HEAP_MAX_MB = 1_024;

/** Sorts samples by rules in threads: those with large trees take seconds. */
export function threadedPartitioner(): Partitioner {
  const partition = readingThread<PartitionerInput, Partitioning>(
    new URL("./partitioner.worker.ts", import.meta.url),
    { readers: 2, waiting_each: 4, waiting_max: 24, ms: PARTITION_MAX_MINUTES * 60_000, heap_mb: HEAP_MAX_MB },
    (bound) =>
      fail(bound === "time" ? say("memory_read_long", { minutes: PARTITION_MAX_MINUTES }) : say("memory_read_large")),
  );
  return (input, ...asked) => partition(() => input, ...asked);
}
