import { open, rm, type FileHandle } from "node:fs/promises";
import { ApiError } from "@udt/client";
import type { RunCaseResult } from "@udt/contract";

/** Below what a body may hold, with room for what is around the results. */
const SEND_BYTES = 600 * 1024;
const SEND_COUNT = 100;

/**
 * Results on their way to the server, in order, on disk: a server that is away for an hour costs a file, not memory. What
 * was sent is sent again when no answer came; the server takes each but once.
 */
export class ResultSpool {
  readonly #path: string;
  readonly #file: FileHandle;
  readonly #send: (results: RunCaseResult[], signal: AbortSignal) => Promise<void>;
  readonly #signal: AbortSignal;
  /** Bytes of each result that was not sent yet. */
  readonly #waiting: number[] = [];
  #writing: Promise<void> = Promise.resolve();
  #written = 0;
  #sent = 0;
  #sending: Promise<void> | undefined;
  #fault: unknown;

  /** @param send rejects for good only when nobody wants the results any more */
  static async open(
    path: string,
    send: (results: RunCaseResult[], signal: AbortSignal) => Promise<void>,
    signal: AbortSignal,
  ): Promise<ResultSpool> {
    return new ResultSpool(path, await open(path, "w+", 0o600), send, signal);
  }

  private constructor(
    path: string,
    file: FileHandle,
    send: (results: RunCaseResult[], signal: AbortSignal) => Promise<void>,
    signal: AbortSignal,
  ) {
    this.#path = path;
    this.#file = file;
    this.#send = send;
    this.#signal = signal;
  }

  add(result: RunCaseResult): void {
    const bytes = Buffer.from(JSON.stringify(result));
    const write = async (before: Promise<void>): Promise<void> => {
      await before;
      await this.#file.write(bytes, 0, bytes.length, this.#written);
      this.#written += bytes.length;
      this.#waiting.push(bytes.length);
      void this.#wake();
    };
    this.#writing = write(this.#writing);
    this.#writing.catch((error: unknown) => (this.#fault ??= error));
  }

  /** Resolves when the server has everything; rejects when it never will. */
  async drained(): Promise<void> {
    await this.#writing;
    while (this.#waiting.length > 0 && this.#fault === undefined) await this.#wake();
    if (this.#fault !== undefined) throw this.#fault;
  }

  async close(): Promise<void> {
    await this.#writing.catch(() => undefined);
    await this.#sending?.catch(() => undefined);
    await this.#file.close();
    await rm(this.#path, { force: true });
  }

  #wake(): Promise<void> {
    this.#sending ??= this.#sendAll()
      .catch((error: unknown) => void (this.#fault ??= error))
      .finally(() => (this.#sending = undefined));
    return this.#sending;
  }

  async #sendAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      let count = 0;
      let bytes = 0;
      for (const next of this.#waiting.slice(0, SEND_COUNT)) {
        if (count > 0 && bytes + next > SEND_BYTES) break;
        bytes += next;
        count++;
      }
      const results = await this.#read(count);
      await this.#sendSome(results);
      this.#waiting.splice(0, count);
      this.#sent += bytes;
    }
  }

  async #read(count: number): Promise<RunCaseResult[]> {
    const results: RunCaseResult[] = [];
    let at = this.#sent;
    for (const length of this.#waiting.slice(0, count)) {
      const buffer = Buffer.alloc(length);
      await this.#file.read(buffer, 0, length, at);
      results.push(JSON.parse(buffer.toString("utf8")) as RunCaseResult);
      at += length;
    }
    return results;
  }

  async #sendSome(results: RunCaseResult[]): Promise<void> {
    try {
      await this.#send(results, this.#signal);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "body_too_large") throw error;
      // How a case came out matters more than its words.
      for (const { reported: _, ...result } of results) await this.#send([{ ...result, detail: null }], this.#signal);
    }
  }
}
