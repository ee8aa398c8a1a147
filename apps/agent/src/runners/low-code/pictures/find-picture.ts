import { pictureFacts } from "@udt/base";
import { Worker } from "node:worker_threads";
import { withSignal } from "../../../with-signal.ts";
import type { ScaleRange } from "./scales.ts";
import type { PicturePlace } from "./search.ts";

/** Both are PNG. */
export interface SearchWish extends ScaleRange {
  screen: Uint8Array;
  picture: Uint8Array;
  /** A place that is as like as this at the most likely scale is not looked for at others. */
  enough: number;
}
export type SearchAnswer = { width: number; height: number; places: PicturePlace[] } | SearchRefusal;
export interface SearchRefusal {
  /** `unread`: the picture is none; `even`: it is of one colour; `time`: it took too long. */
  refused: "unread" | "even" | "time" | "failed";
  evidence?: string;
}

/** A search of the widest range takes two seconds on a busy machine. */
const SEARCH_MS = 20_000;
/** Loaded anew it takes half a second, and there it takes 150 MB. */
const IDLE_MS = 60_000;
const HEAP_MB = 256;
/** Decoded, a screen takes four bytes of each. */
const SCREEN_SIDE_MAX = 8_192;
const SCREEN_PIXELS_MAX = 24_000_000;

/** The one thread of this process that looks for pictures: it begins with the first, and ends when none is looked for any more. */
class SearchThread {
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #last: Promise<unknown> = Promise.resolve();

  /** One after the other. Whoever does not want it any more waits no longer, and what is under way for them ends. */
  async search(wish: SearchWish, signal: AbortSignal): Promise<SearchAnswer> {
    signal.throwIfAborted();
    const before = this.#last;
    const done = Promise.withResolvers<void>();
    this.#last = before.then(() => done.promise);
    try {
      await withSignal(before, signal);
      return await this.#once(wish, signal);
    } finally {
      done.resolve();
    }
  }

  async #once(wish: SearchWish, signal: AbortSignal): Promise<SearchAnswer> {
    clearTimeout(this.#idle);
    const worker = (this.#worker ??= this.#begin());
    const answer = Promise.withResolvers<SearchAnswer>();
    const failed = (error: unknown) => answer.resolve({ refused: "failed", evidence: String(error) });
    const ended = () => answer.resolve({ refused: "failed" });
    worker.ref();
    worker.once("message", answer.resolve);
    worker.once("error", failed);
    worker.once("exit", ended);
    const timer = setTimeout(() => answer.resolve({ refused: "time" }), SEARCH_MS);
    let isWhole = false;
    try {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      worker.postMessage(wish);
      const told = await withSignal(answer.promise, signal);
      isWhole = !("refused" in told) || told.refused === "even" || told.refused === "unread";
      return told;
    } finally {
      clearTimeout(timer);
      worker.off("message", answer.resolve);
      worker.off("error", failed);
      worker.off("exit", ended);
      if (isWhole) this.#rest(worker);
      else await this.#end(worker);
    }
  }

  #begin(): Worker {
    const script = new URL("./picture-search.worker.ts", import.meta.url);
    const worker = new Worker(script, { resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } });
    const forget = () => {
      if (this.#worker === worker) this.#worker = undefined;
    };
    // Also while it rests: an error that nobody hears would end the agent.
    worker.on("error", forget);
    worker.once("exit", forget);
    return worker;
  }

  /** Nothing waits for it, and it keeps no process from ending. */
  #rest(worker: Worker): void {
    worker.unref();
    this.#idle = setTimeout(() => void this.#end(worker), IDLE_MS).unref();
  }

  async #end(worker: Worker): Promise<void> {
    if (this.#worker === worker) this.#worker = undefined;
    await worker.terminate();
  }
}

const thread = new SearchThread();

/** Whether a screen is one that is looked at: a larger one would take the agent's memory. */
const isScreen = (png: Uint8Array): boolean => {
  const facts = pictureFacts(png);
  if (!facts) return false;
  const { width, height } = facts;
  return Math.max(width, height) <= SCREEN_SIDE_MAX && width * height <= SCREEN_PIXELS_MAX;
};

/** Looks for a picture on a screen, whose own bounds the caller has judged. Rejects with the signal's reason alone. */
export async function findPicture(wish: SearchWish, signal: AbortSignal): Promise<SearchAnswer> {
  if (!isScreen(wish.screen)) return { refused: "failed" };
  return thread.search(wish, signal);
}
