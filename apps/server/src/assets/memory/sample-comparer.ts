import { fail, type Result, say, type Said } from "@udt/base";
import type { MemoryComparison } from "@udt/contract";
import { readingThread } from "../../platform/reading-thread.ts";

export type Compared = Omit<MemoryComparison, "before" | "after">;
export type Comparing = Result<Compared, Said>;
export interface ComparerInput {
  /** Where the packed samples lie. */
  before: string;
  after: string;
  noise: number;
}
/** @param project_id who asks. @throws UdtError reading_busy; the signal's reason */
export type SampleComparer = (input: ComparerInput, project_id: string, signal: AbortSignal) => Promise<Comparing>;

const COMPARE_MAX_MINUTES = 2;
const HEAP_MAX_MB = 1_024;

/** Compares samples in threads: those with large trees take seconds. */
export function threadedSampleComparer(): SampleComparer {
  const compare = readingThread<ComparerInput, Comparing>(
    new URL("./sample-comparer.worker.ts", import.meta.url),
    { readers: 2, waiting_each: 4, waiting_max: 24, ms: COMPARE_MAX_MINUTES * 60_000, heap_mb: HEAP_MAX_MB },
    (bound) =>
      fail(bound === "time" ? say("memory_read_long", { minutes: COMPARE_MAX_MINUTES }) : say("memory_read_large")),
  );
  return (input, ...asked) => compare(() => input, ...asked);
}
