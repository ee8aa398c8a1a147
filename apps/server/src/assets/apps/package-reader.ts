import { say } from "@udt/contract";
import { Worker } from "node:worker_threads";
import { fail, type Result } from "@udt/base";
import type { AppFile, AppFileError } from "@udt/appfile";

export type PackageReading = Result<AppFile, AppFileError>;
/** Reads the package in a file. Rejects only when the file itself cannot be read. */
export type PackageReader = (path: string) => Promise<PackageReading>;

const READ_MAX_MS = 60_000;
/** Each may hold some hundred megabytes for a moment. */
const READERS_MAX = 2;
const HEAP_MAX_MB = 512;

/** Reads packages in threads, few at a time; one that takes too long or too much memory is refused as hostile. */
export function threadedPackageReader(readMaxMs = READ_MAX_MS): PackageReader {
  let free = READERS_MAX;
  const waiting: (() => void)[] = [];
  return async (path) => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await readInThread(path, readMaxMs);
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}

async function readInThread(path: string, readMaxMs: number): Promise<PackageReading> {
  const worker = new Worker(new URL("./package-reader.worker.ts", import.meta.url), {
    workerData: { path },
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MAX_MB },
  });
  const { promise, resolve, reject } = Promise.withResolvers<PackageReading>();
  const timer = setTimeout(() => {
    resolve(fail({ code: "hostile", said: say("package_read_too_long", { seconds: readMaxMs / 1000 }) }));
  }, readMaxMs);
  worker.once("message", resolve);
  worker.once("error", (error: NodeJS.ErrnoException) => {
    const isTooLarge = error.code === "ERR_WORKER_OUT_OF_MEMORY";
    if (isTooLarge) resolve(fail({ code: "hostile", said: say("package_read_memory") }));
    else reject(error);
  });
  worker.once("exit", () => reject(new Error("the package's reader ended without a result")));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
