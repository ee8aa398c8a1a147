import type { FromMd5Worker, ToMd5Worker } from "./md5-worker.ts";

/** Computes a file's MD5 in a worker of its own, piece by piece, so that a 1 GB package neither fills memory nor blocks. */
export function md5Of(file: File, onProgress: (doneBytes: number) => void, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const worker = new Worker(new URL("./md5-worker.ts", import.meta.url), { type: "module" });
    const finish = (settle: () => void) => {
      worker.terminate();
      signal.removeEventListener("abort", onAbort);
      settle();
    };
    const onAbort = () => finish(() => reject(signal.reason));
    signal.addEventListener("abort", onAbort);
    worker.addEventListener("error", (event) => finish(() => reject(new Error(event.message))));
    worker.addEventListener("message", (event: MessageEvent<FromMd5Worker>) => {
      const message = event.data;
      if (message.type === "progress") onProgress(message.done_bytes);
      else if (message.type === "md5") finish(() => resolve(message.md5));
      else finish(() => reject(new Error(message.reason)));
    });
    worker.postMessage({ file } satisfies ToMd5Worker, []);
  });
}
