import { fail, type Result, say, type Said } from "@udt/base";
import type { MemoryTree } from "@udt/contract";
import { readingThread } from "../../platform/reading-thread.ts";

/** Gzipped JSON of a `memoryFlame`. */
export type FlameReading = Result<Uint8Array<ArrayBuffer>, Said>;
export interface FlameInput {
  /** Where the packed samples lie. */
  sample: string;
  before: string | null;
  tree: MemoryTree;
}
/** @param project_id who asks. @throws UdtError reading_busy; the signal's reason */
export type FlameReader = (input: FlameInput, project_id: string, signal: AbortSignal) => Promise<FlameReading>;

const READ_MAX_MINUTES = 1;
const HEAP_MAX_MB = 1_024;

/** Makes trees ready for flame graphs in threads: large ones take a second. */
export function threadedFlameReader(): FlameReader {
  const read = readingThread<FlameInput, FlameReading>(
    new URL("./flame-reader.worker.ts", import.meta.url),
    { readers: 2, waiting_each: 4, waiting_max: 24, ms: READ_MAX_MINUTES * 60_000, heap_mb: HEAP_MAX_MB },
    (bound) =>
      fail(bound === "time" ? say("memory_read_long", { minutes: READ_MAX_MINUTES }) : say("memory_read_large")),
  );
  return (input, ...asked) => read(() => input, ...asked);
}
