import { say } from "@udt/contract";
import { fail, type Result } from "@udt/base";
import type { AppFile, AppFileError } from "@udt/appfile";
import { readingThread } from "../../platform/reading-thread.ts";

export type PackageReading = Result<AppFile, AppFileError>;
/** Reads the package in a file. Rejects only when the file itself cannot be read. */
export type PackageReader = (path: string) => Promise<PackageReading>;

const READ_MAX_MS = 60_000;
/** Each may hold some hundred megabytes for a moment. */
const READERS_MAX = 2;
const HEAP_MAX_MB = 512;

/** Reads packages in threads, few at a time; one that takes too long or too much memory is refused as hostile. */
export function threadedPackageReader(readMaxMs = READ_MAX_MS): PackageReader {
  const read = readingThread<{ path: string }, PackageReading>(
    new URL("./package-reader.worker.ts", import.meta.url),
    { readers: READERS_MAX, ms: readMaxMs, heap_mb: HEAP_MAX_MB },
    (bound) => {
      const said =
        bound === "time" ? say("package_read_too_long", { seconds: readMaxMs / 1000 }) : say("package_read_memory");
      return fail({ code: "hostile", said });
    },
  );
  return (path) => read(() => ({ path }));
}
