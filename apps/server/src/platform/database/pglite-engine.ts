/** The embedded database's thread: started, and started again when it has broken down. */
import { mkdirSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import { lockFolder } from "./folder-lock.ts";
import { refuseMoved } from "./moved.ts";
import { damaged, dataIn, prepareData } from "./pglite-folder.ts";
import { PgliteStream, type FromWorker, type ToWorker } from "./pglite-stream.ts";
import { DISK_FULL } from "./violations.ts";

/** Compiling the database takes seconds and a gigabyte: not with every query that would like to have it back. */
const START_AGAIN_MS = 5_000;
/** Coming back, it makes a file of 16 MiB for its log, and another one soon after. */
const ROOM_BYTES = 32 * 1024 ** 2;

export interface PgliteEngine {
  /** A connection to it, to be connected by `pg`. */
  stream(): PgliteStream;
  close(): Promise<void>;
}

/** Why the database is not there, by the code that PostgreSQL gave. */
class Down extends Error {
  readonly code: string;
  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Takes the folder and starts its database. When it breaks down later, as PostgreSQL does when its log finds no room, its
 * connections end with the reason's code, and the next connection brings it back from its log.
 * @throws Error with one sentence when it does not start
 */
export async function startPglite(folder: string): Promise<PgliteEngine> {
  mkdirSync(folder, { recursive: true });
  const lock = lockFolder(folder);
  const data = dataIn(folder);
  const streams = new Set<PgliteStream>();
  let running: Promise<Worker>;
  let down: Down | undefined;
  let triedAt = -Infinity;
  let closing = false;

  async function start(): Promise<Worker> {
    const worker = new Worker(new URL("./pglite.worker.ts", import.meta.url), { workerData: { folder: data } });
    await heard(worker, "ready").catch(async (error: Error) => {
      // The thread ends by throwing what it has just told.
      worker.on("error", () => {});
      await worker.terminate();
      throw error;
    });
    let isOver = false;
    const breakDown = (reason: string, code: string) => {
      if (isOver || closing) return;
      isOver = true;
      down = new Down(reason, code);
      for (const stream of streams) stream.destroy(down);
      void worker.terminate();
    };
    worker.on("message", (message: FromWorker) => {
      if (message.type === "broken") breakDown(message.reason, message.code);
    });
    worker.on("error", (error) => breakDown(error instanceof Error ? error.message : String(error), ""));
    worker.on("exit", () => breakDown("the thread of the database ended", ""));
    return worker;
  }

  async function startAgain(before: Down): Promise<Worker> {
    if (before.code === DISK_FULL && (await roomIn(data)) < ROOM_BYTES) throw before;
    return start().catch((error: Error) => {
      throw new Down(`${before.message}; it does not start again: ${error.message}`, before.code);
    });
  }

  /** The thread, which is started again when it is down. @throws Down when it cannot be had now */
  function worker(): Promise<Worker> {
    if (!down) return running;
    if (performance.now() - triedAt < START_AGAIN_MS) return Promise.reject(down);
    triedAt = performance.now();
    const before = down;
    down = undefined;
    running = startAgain(before).catch((error: Down) => {
      down = error;
      throw error;
    });
    return running;
  }

  try {
    refuseMoved(folder);
    const made = prepareData(data);
    running = start();
    await running.catch((error: Error) => {
      throw new Error(damaged(data, error.message), { cause: error });
    });
    made?.();
  } catch (error) {
    lock.release();
    throw error;
  }
  return {
    stream() {
      const stream = new PgliteStream(worker);
      streams.add(stream);
      stream.once("close", () => streams.delete(stream));
      return stream;
    },
    async close() {
      closing = true;
      const worker = down ? undefined : await running.catch(() => undefined);
      if (worker) {
        const closed = heard(worker, "closed");
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
        worker.postMessage({ type: "close" } satisfies ToWorker);
        await closed;
        await worker.terminate();
      }
      lock.release();
    },
  };
}

async function roomIn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

function heard(worker: Worker, type: "ready" | "closed"): Promise<void> {
  return new Promise((resolve, reject) => {
    const onMessage = (message: FromWorker) => {
      if (message.type !== type && message.type !== "failed") return;
      worker.off("message", onMessage);
      worker.off("error", reject);
      if (message.type === "failed") reject(new Error(message.reason));
      else resolve();
    };
    worker.on("message", onMessage);
    worker.once("error", reject);
  });
}
