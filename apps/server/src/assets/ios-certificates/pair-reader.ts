import { fail } from "@udt/base";
import { say } from "@udt/contract";
import { readingThread } from "../../platform/reading-thread.ts";
import type { PairFiles, PairReading } from "./pair.ts";

/** @param project_id whose files they are. @throws UdtError reading_busy */
export type PairReader = (files: PairFiles, project_id: string) => Promise<PairReading>;

const READ_MAX_MS = 20_000;
const READERS_MAX = 2;
/** Of one project, and of all: who comes then waits a few minutes at most. */
const WAITING_EACH = 4;
const WAITING_MAX = 24;
const HEAP_MAX_MB = 256;

export function threadedPairReader(readMaxMs = READ_MAX_MS): PairReader {
  const read = readingThread<PairFiles, PairReading>(
    new URL("./pair-reader.worker.ts", import.meta.url),
    { readers: READERS_MAX, waiting_each: WAITING_EACH, waiting_max: WAITING_MAX, ms: readMaxMs, heap_mb: HEAP_MAX_MB },
    (bound) => {
      const reason =
        bound === "time" ? say("package_read_too_long", { seconds: readMaxMs / 1000 }) : say("package_read_memory");
      return fail({ code: "ios_certificate_p12", args: { reason } });
    },
  );
  return (files, project_id) => read(() => files, project_id);
}
