import { fail, type Result, say, type Said } from "@udt/base";
import type { MemoryFacts, PartitionRule } from "@udt/contract";
import type { FormatName, NamedFile } from "@udt/memory";
import { readingThread } from "../../platform/reading-thread.ts";
import type { ModuleFacts } from "./budget-watch.ts";

export interface ReadSample {
  facts: MemoryFacts;
  taken_at: number | null;
  /** Of each file in their order. */
  files: ({ format: FormatName; lines: number } | null)[];
  /** Why some of them tell nothing: null in their place. */
  left_out: Said[];
  /** The sample packed, and what its report shows as gzipped JSON. */
  sample: Uint8Array<ArrayBuffer>;
  report: Uint8Array<ArrayBuffer>;
  /** What each module has by the rules; none without rules. */
  modules: ModuleFacts[];
}
/** A file that a tool wrote of a memory graph is left out where it cannot be read: it loses no other. */
export type SampleFile = NamedFile & { is_of_tool: boolean };
export type SampleReading = Result<ReadSample, Said>;
export interface ReaderInput {
  files: SampleFile[];
  /** The project's partition rules as its turn has come. */
  rules: PartitionRule[];
  /** How many bytes are read, in the first place. */
  read_bytes: Float64Array<SharedArrayBuffer>;
}
/** @param input got when its turn has come. @param project_id whose files they are. @throws the signal's reason */
export type SampleReader = (
  input: () => Promise<ReaderInput>,
  project_id: string,
  signal: AbortSignal,
) => Promise<SampleReading>;

const READ_MAX_MINUTES = 15;
/** The trees of a sample take some hundred megabytes more, outside of this. */
const HEAP_MAX_MB = 1_024;

/** Reads samples in a thread, one at a time: each may take all that a core can do. */
export function threadedSampleReader(): SampleReader {
  return readingThread<ReaderInput, SampleReading>(
    new URL("./sample-reader.worker.ts", import.meta.url),
    { readers: 1, ms: READ_MAX_MINUTES * 60_000, heap_mb: HEAP_MAX_MB },
    (bound) =>
      fail(bound === "time" ? say("memory_read_long", { minutes: READ_MAX_MINUTES }) : say("memory_read_large")),
  );
}
