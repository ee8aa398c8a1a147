/** Reads what users send in threads: what it costs to take somebody's file apart costs no other caller. */
import { Worker } from "node:worker_threads";
import { UdtError } from "@udt/contract";
import { Turns } from "./turns.ts";

export interface ThreadBounds {
  /** So many are read at once; the others wait. */
  readers: number;
  /** So many wait of one asker, and of all; without them as many as come. */
  waiting_each?: number;
  waiting_max?: number;
  ms: number;
  heap_mb: number;
}

/**
 * A reader whose threads run `script`, which takes `workerData` and posts one answer. Rejects with what the script throws. Of
 * several that ask, one of each has its turn after the other. What is large, or secret, is got when its turn has come.
 * @param refused What is answered for what takes too long, or too much memory.
 * @returns the reader, which a signal stops: it rejects with the signal's reason then
 * @throws UdtError reading_busy, where no more may wait
 */
export function readingThread<Input, Answer>(
  script: URL,
  bounds: ThreadBounds,
  refused: (bound: "time" | "memory") => Answer,
): (input: () => Input | Promise<Input>, asker?: string, signal?: AbortSignal) => Promise<Answer> {
  const turns = new Turns({ at_once: bounds.readers, ...bounds }, () => new UdtError("reading_busy"));
  return (input, asker = "", signal) =>
    turns.during(asker, async () => {
      signal?.throwIfAborted();
      return readOnce(script, await input(), { ...bounds, signal }, refused);
    });
}

async function readOnce<Input, Answer>(
  script: URL,
  input: Input,
  { ms, heap_mb, signal }: ThreadBounds & { signal: AbortSignal | undefined },
  refused: (bound: "time" | "memory") => Answer,
): Promise<Answer> {
  const worker = new Worker(script, { workerData: input, resourceLimits: { maxOldGenerationSizeMb: heap_mb } });
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const timer = setTimeout(() => resolve(refused("time")), ms);
  const stop = () => reject(signal?.reason);
  signal?.addEventListener("abort", stop);
  worker.once("message", resolve);
  worker.once("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "ERR_WORKER_OUT_OF_MEMORY") resolve(refused("memory"));
    else reject(error);
  });
  worker.once("exit", () => reject(new Error("the reader ended without an answer")));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
    await worker.terminate();
  }
}
