/** Reads what users send in threads: what it costs to take somebody's file apart costs no other caller. */
import { Worker } from "node:worker_threads";

export interface ThreadBounds {
  /** So many are read at once; the others wait. */
  readers: number;
  ms: number;
  heap_mb: number;
}

/**
 * A reader whose threads run `script`, which takes `workerData` and posts one answer. Rejects with what the script throws.
 * @param refused What is answered for what takes too long, or too much memory.
 */
export function readingThread<Input, Answer>(
  script: URL,
  bounds: ThreadBounds,
  refused: (bound: "time" | "memory") => Answer,
): (input: Input) => Promise<Answer> {
  let free = bounds.readers;
  const waiting: (() => void)[] = [];
  return async (input) => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await readOnce(script, input, bounds, refused);
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}

async function readOnce<Input, Answer>(
  script: URL,
  input: Input,
  { ms, heap_mb }: ThreadBounds,
  refused: (bound: "time" | "memory") => Answer,
): Promise<Answer> {
  const worker = new Worker(script, { workerData: input, resourceLimits: { maxOldGenerationSizeMb: heap_mb } });
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const timer = setTimeout(() => resolve(refused("time")), ms);
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
    await worker.terminate();
  }
}
