import { fail } from "@udt/base";
import { say } from "@udt/contract";
import { readingThread } from "../../platform/reading-thread.ts";
import type { PairFiles, PairReading } from "./pair.ts";

export type PairReader = (files: PairFiles) => Promise<PairReading>;

/** A P12 says itself how often its password is to be hashed: one that asks for hours is given up. */
const READ_MAX_MS = 20_000;
const READERS_MAX = 2;
const HEAP_MAX_MB = 256;

export function threadedPairReader(readMaxMs = READ_MAX_MS): PairReader {
  return readingThread(
    new URL("./pair-reader.worker.ts", import.meta.url),
    { readers: READERS_MAX, ms: readMaxMs, heap_mb: HEAP_MAX_MB },
    (bound) => {
      const reason =
        bound === "time" ? say("package_read_too_long", { seconds: readMaxMs / 1000 }) : say("package_read_memory");
      return fail({ code: "ios_certificate_p12", args: { reason } });
    },
  );
}
