import { backoffMs, delay } from "@udt/base";
import { ApiError, type Client } from "@udt/client";
import { ENDPOINTS, type ErrorName, type ResourceKind } from "@udt/contract";
import { messageOf, type Logger } from "../logger.ts";
import type { ServerClock } from "./server-clock.ts";

/** Where the files of one device's part in a test go. */
export interface Upload {
  client: Client;
  test_id: string;
  device_id: string;
  lease_token: number;
  clock: ServerClock;
  log: Logger;
}

export interface GrowingFileOptions {
  name: string;
  kind: ResourceKind;
  content_type: string;
  /** When its timeline begins, by the server's clock. */
  started_at: number;
  /** Waits this long for more before it sends a piece; 0 sends at once. */
  gatherMs: number;
}

interface Waiting {
  bytes: Uint8Array;
  duration_ms: number;
  /** Begins a piece of its own. */
  is_start: boolean;
}

/** More than this goes as the next piece. */
const PIECE_BYTES = 2 * 1024 ** 2;
const RETRY_CAP_MS = 5_000;
const CALL_TIMEOUT_MS = 20_000;
/** The server will never take more of it. */
const FINAL: readonly ErrorName[] = [
  "agent_stale_lease",
  "agent_token",
  "test_not_found",
  "device_not_found",
  "resource_not_found",
  "resource_ended",
  "resource_piece",
  "resource_quota",
  "body_too_large",
  "invalid_param",
];

/**
 * A file that is sent while it comes into being. Pieces go one after the other; a server that is away is tried again and
 * again while what comes waits here, so whoever feeds it looks at {@link waitingBytes} and leaves out what does not fit.
 */
export class GrowingFile {
  readonly #upload: Upload;
  readonly #options: GrowingFileOptions;
  readonly #giveUp = new AbortController();
  readonly #running: Promise<void>;
  #queue: Waiting[] = [];
  #waitingBytes = 0;
  #wake: () => void = () => undefined;
  #isEnding = false;
  #refusal: string | undefined;
  #duration_ms = 0;
  /** Told when waiting bytes have gone. */
  onSent: () => void = () => undefined;

  constructor(upload: Upload, options: GrowingFileOptions) {
    this.#upload = upload;
    this.#options = options;
    this.#running = this.#run();
  }

  get started_at(): number {
    return this.#options.started_at;
  }

  /** Bytes that the server has not taken yet. */
  get waitingBytes(): number {
    return this.#waitingBytes;
  }

  /** The server takes nothing more: every further byte is lost. */
  get isRefused(): boolean {
    return this.#refusal !== undefined;
  }

  /** @param duration_ms how far the timeline has come with it */
  append(bytes: Uint8Array, duration_ms: number, is_start = false): void {
    if (this.#isEnding || this.isRefused || bytes.length === 0) return;
    this.#queue.push({ bytes, duration_ms, is_start });
    this.#waitingBytes += bytes.length;
    this.#duration_ms = Math.max(this.#duration_ms, duration_ms);
    this.#wake();
  }

  /** Nothing new came, but the timeline has come so far. */
  extend(duration_ms: number): void {
    if (this.#isEnding || this.isRefused || duration_ms <= this.#duration_ms) return;
    this.#duration_ms = duration_ms;
    this.#wake();
  }

  /** Sends what waits and completes the file. Gives up, without a word, with `signal`; the server keeps what it has. */
  async end(signal: AbortSignal): Promise<void> {
    this.#isEnding = true;
    this.#wake();
    const abort = () => this.#giveUp.abort(new Error("recording was given up"));
    signal.addEventListener("abort", abort, { once: true });
    if (signal.aborted) abort();
    await this.#running;
    signal.removeEventListener("abort", abort);
  }

  async #run(): Promise<void> {
    const { client, test_id, device_id, lease_token, log } = this.#upload;
    const { name, kind, content_type, started_at, gatherMs } = this.#options;
    const { signal } = this.#giveUp;
    const params = { test_id, device_id };
    const ours = { signal, timeoutMs: CALL_TIMEOUT_MS };
    try {
      const body = { name, kind, content_type, lease_token, started_at: Math.round(started_at) };
      const { resource_id } = await this.#insist(() =>
        client.call(ENDPOINTS.agentResourceBegin, { params, body, ...ours }),
      );
      let told = 0;
      for (let piece = 0; ;) {
        const next = this.#next();
        if (!next && this.#duration_ms <= told) {
          if (this.#isEnding) break;
          await this.#somethingNew();
          if (gatherMs > 0 && !this.#isEnding) await this.#pause(gatherMs);
          continue;
        }
        told = next ? next.duration_ms : this.#duration_ms;
        const query = { lease_token, duration_ms: Math.round(told), is_start: next?.is_start ? "1" : "0" } as const;
        await this.#insist(() =>
          client.call(ENDPOINTS.agentResourcePiece, {
            params: { ...params, resource_id, piece },
            query,
            body: new Uint8Array(next?.bytes ?? []),
            ...ours,
          }),
        );
        if (!next) continue;
        piece++;
        this.#waitingBytes -= next.bytes.length;
        this.onSent();
      }
      const duration_ms = Math.round(this.#duration_ms);
      await this.#insist(() =>
        client.call(ENDPOINTS.agentResourceEnd, {
          params: { ...params, resource_id },
          body: { lease_token, duration_ms },
          ...ours,
        }),
      );
    } catch (error) {
      this.#refusal = messageOf(error);
      this.#queue = [];
      this.#waitingBytes = 0;
      if (!signal.aborted) log("warn", "the server takes no more of a file", { name, kind, error: this.#refusal });
      this.onSent();
    }
  }

  /** As much of the queue as makes one piece. */
  #next(): Waiting | undefined {
    const [first] = this.#queue;
    if (!first) return undefined;
    let count = 1;
    let size = first.bytes.length;
    for (; count < this.#queue.length; count++) {
      const { bytes, is_start } = this.#queue[count]!;
      if (is_start || size + bytes.length > PIECE_BYTES || this.#isHead(first)) break;
      size += bytes.length;
    }
    const taken = this.#queue.splice(0, count);
    return {
      bytes: taken.length === 1 ? first.bytes : Buffer.concat(taken.map(({ bytes }) => bytes)),
      duration_ms: taken.at(-1)!.duration_ms,
      is_start: first.is_start,
    };
  }

  /** The head of a video stands alone: the server puts its index behind it. */
  #isHead(one: Waiting): boolean {
    return this.#options.content_type === "video/mp4" && one.duration_ms === 0 && !one.is_start;
  }

  async #insist<T>(call: () => Promise<T>): Promise<T> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await call();
      } catch (error) {
        this.#giveUp.signal.throwIfAborted();
        if (error instanceof ApiError && error.code !== undefined && FINAL.includes(error.code)) throw error;
        await delay(backoffMs(attempt, 200, RETRY_CAP_MS), this.#giveUp.signal);
      }
    }
  }

  #somethingNew(): Promise<void> {
    return new Promise((resolve) => (this.#wake = resolve));
  }

  /** As long as this, or until the file ends. */
  async #pause(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ms);
    this.#wake = () => this.#isEnding && resolve();
    await promise;
    clearTimeout(timer);
  }
}
