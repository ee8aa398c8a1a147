import { randomUUID } from "node:crypto";
import { backoffMs, delay } from "@udt/base";
import { ApiError, type Client } from "@udt/client";
import { ENDPOINTS, type ErrorName, type Refused, type ResourceKind } from "@udt/contract";
import { messageOf, type Logger } from "../logger.ts";
import { withSignal } from "../with-signal.ts";
import { Backlog } from "./backlog.ts";
import { DiskQueue } from "./disk-queue.ts";
import type { Entry } from "./entry.ts";
import type { ServerClock } from "./server-clock.ts";
import type { About, RecordingSpool } from "./spool.ts";

/** What has no row in the table of errors is this agent's own trouble: a part that cannot be read from its disk any more. */
const refusalOf = (error: unknown): Refused =>
  error instanceof ApiError && error.code ? { code: error.code, args: error.args } : { code: "internal", args: {} };

/** Where the files of one device's part in a test go. */
export interface Upload {
  client: Client;
  test_id: string;
  device_id: string;
  lease_token: number;
  clock: ServerClock;
  spool: RecordingSpool;
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
  /** What the server has not acknowledged after so long is written to disk. */
  spillMs: number;
}

type Line = Pick<Upload, "client" | "spool" | "log">;
type Leftover = Awaited<ReturnType<RecordingSpool["leftovers"]>>[number];

/** More than this goes as the next piece. */
const PIECE_BYTES = 2 * 1024 ** 2;
const RETRY_CAP_MS = 5_000;
const CALL_TIMEOUT_MS = 20_000;
const NOTHING = new Uint8Array();
/** The server will never take more of it. */
const FINAL: readonly ErrorName[] = [
  "agent_stale_lease",
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
 * again while what comes waits on disk. Whoever feeds it looks at {@link isFull} and leaves out what does not fit.
 */
export class GrowingFile {
  readonly #line: Line;
  readonly #about: About;
  readonly #backlog: Backlog;
  readonly #gatherMs: number;
  readonly #created: Promise<void>;
  readonly #leaving = new AbortController();
  readonly #running: Promise<void>;
  #wake: () => void = () => undefined;
  /** Told once when the server takes nothing more. */
  onRefused: (refused: Refused) => void = () => undefined;
  #isEnding: boolean;
  #isTruncated: boolean;
  #refused: Refused | undefined;
  #duration_ms = 0;
  #touched_at: number;
  /** How much the server has. */
  #piece = 0;
  #size_bytes = 0;

  /** Begins a file. @returns at once; what cannot be kept on disk waits in memory, as far as it goes */
  static begin({ test_id, device_id, lease_token, ...line }: Upload, options: GrowingFileOptions): GrowingFile {
    const { gatherMs, spillMs, started_at, ...what } = options;
    const resource_id = randomUUID();
    const about = { test_id, device_id, lease_token, resource_id, ...what, started_at: Math.floor(started_at) };
    const disk = new DiskQueue(line.spool.folderOf(resource_id), line.spool.max_bytes);
    return new GrowingFile(line, about, disk, { gatherMs, spillMs, create: () => line.spool.create(about) });
  }

  /** Goes on with what the agent was killed over. */
  static async resume(line: Line, leftover: Leftover): Promise<GrowingFile> {
    const disk = await DiskQueue.reopen(line.spool.folderOf(leftover.about.resource_id));
    return new GrowingFile(line, leftover.about, disk, { gatherMs: 0, spillMs: 0, leftover });
  }

  private constructor(
    line: Line,
    about: About,
    disk: DiskQueue,
    how: { gatherMs: number; spillMs: number; create?: () => Promise<void>; leftover?: Leftover },
  ) {
    this.#line = line;
    this.#about = about;
    this.#gatherMs = how.gatherMs;
    this.#isEnding = how.leftover !== undefined;
    this.#isTruncated = how.leftover?.isTruncated ?? false;
    this.#touched_at = how.leftover?.touched_at ?? Date.now();
    let fault = "";
    const onFault = (error: unknown) => {
      if (messageOf(error) !== fault) this.#warn("a recording cannot be kept on disk", error);
      fault = messageOf(error);
    };
    this.#backlog = new Backlog(disk, { memory_bytes: line.spool.memory_bytes, spillMs: how.spillMs, onFault });
    this.#leaving.signal.addEventListener("abort", () => this.#wake(), { once: true });
    this.#created = how.create?.().catch(onFault) ?? Promise.resolve();
    this.#running = this.#run();
    line.spool.track(this, this.#running);
  }

  get started_at(): number {
    return this.#about.started_at;
  }

  /** How many of its bytes the server has. */
  get sent_bytes(): number {
    return this.#size_bytes;
  }

  /** Told when there is more room for what comes. */
  set onRoom(listener: () => void) {
    this.#backlog.onRoom = listener;
  }

  /** Neither the server nor the disk takes what comes: it must be left out, and {@link markTruncated} be told. */
  get isFull(): boolean {
    return this.#backlog.isFull;
  }

  /** There is room again for a good while. */
  get hasRoom(): boolean {
    return this.#backlog.isHalfEmpty;
  }

  /** Why the server takes nothing more: every further byte is lost. */
  get refused(): Refused | undefined {
    return this.#refused;
  }

  /** @param duration_ms how far the timeline has come with it */
  append(bytes: Uint8Array, duration_ms: number, is_start = false): void {
    if (bytes.length > 0) this.#append({ bytes, duration_ms, is_start, is_end: false });
  }

  /** Nothing new came, but the timeline has come so far. */
  extend(duration_ms: number): void {
    if (duration_ms > this.#duration_ms) this.#append({ bytes: NOTHING, duration_ms, is_start: false, is_end: false });
  }

  /** Something that belongs here was left out; the server is told with the end. */
  markTruncated(): void {
    if (this.#isTruncated || this.#refused) return;
    this.#isTruncated = true;
    this.#warn("a part of a recording is left out");
    this.#created
      .then(() => this.#line.spool.markTruncated(this.#about.resource_id))
      .catch((error: unknown) => this.#warn("it may not be told so", error));
  }

  /** Completes the file. Resolves when the server has it, or with `signal`: what it has not goes on its way all the same. */
  async end(signal: AbortSignal): Promise<void> {
    const duration_ms = this.#duration_ms;
    this.#append({ bytes: NOTHING, duration_ms, is_start: false, is_end: true });
    this.#isEnding = true;
    this.#wake();
    await withSignal(this.#running, signal).catch(() => undefined);
  }

  /** Stops sending. What the server has not taken is on disk then, for {@link resume}. */
  async leave(): Promise<void> {
    this.#leaving.abort(new Error("the agent stops"));
    await this.#running;
  }

  #append(entry: Omit<Entry, "offset">): void {
    if (this.#isEnding || this.#refused || this.#leaving.signal.aborted) return;
    this.#touched_at = Date.now();
    this.#duration_ms = Math.max(this.#duration_ms, entry.duration_ms);
    this.#backlog.append(entry);
    this.#wake();
  }

  async #run(): Promise<void> {
    await this.#created;
    try {
      await this.#send();
    } catch (error) {
      if (this.#leaving.signal.aborted) return await this.#backlog.spill();
      this.#refuse(error);
    }
    await this.#backlog.clear();
    await this.#line.spool.remove(this.#about.resource_id).catch((error: unknown) => this.#warn("it stays", error));
  }

  async #send(): Promise<void> {
    const { client } = this.#line;
    const { test_id, device_id, ...body } = this.#about;
    const { resource_id, lease_token } = body;
    const { signal } = this.#leaving;
    const ours = { signal, timeoutMs: CALL_TIMEOUT_MS };
    const begun = await this.#insist(() =>
      client.call(ENDPOINTS.agentResourceBegin, { params: { test_id, device_id }, body, ...ours }),
    );
    this.#piece = begun.next_piece;
    this.#size_bytes = begun.size_bytes;
    let isWhole = false;
    try {
      isWhole = await this.#sendPieces();
    } catch (error) {
      signal.throwIfAborted();
      this.#isTruncated = true;
      this.#refuse(error);
    }
    const state = this.#isTruncated ? "truncated" : isWhole ? "complete" : "broken";
    const duration_ms = Math.round(this.#duration_ms) || null;
    await this.#insist(() =>
      client.call(ENDPOINTS.agentResourceEnd, {
        params: { test_id, device_id, resource_id },
        body: { lease_token, duration_ms, state },
        ...ours,
      }),
    );
  }

  /** Answers whether it came to its end. */
  async #sendPieces(): Promise<boolean> {
    const backlog = this.#backlog;
    for (;;) {
      this.#leaving.signal.throwIfAborted();
      if (backlog.isEmpty) {
        if (this.#isEnding) return false;
        await this.#somethingNew();
        if (this.#gatherMs > 0 && !this.#isEnding) await this.#pause(this.#gatherMs);
        continue;
      }
      const isLast = await this.#insist(() =>
        backlog.isOnDisk ? this.#line.spool.inTurn(() => this.#sendNext()) : this.#sendNext(),
      );
      if (isLast) return true;
    }
  }

  /** Sends the next piece; answers true when there is none because the file has come to its end. */
  async #sendNext(): Promise<boolean> {
    const entries = await this.#backlog.peek(PIECE_BYTES);
    const fresh = entries.findIndex((entry) => !this.#isThere(entry));
    const first = entries[fresh];
    if (fresh !== 0 || !first) {
      await this.#backlog.drop(fresh < 0 ? entries : entries.slice(0, fresh));
      return false;
    }
    if (first.offset !== this.#size_bytes) throw new Error("a part of it cannot be read any more");
    if (first.is_end) {
      this.#duration_ms = first.duration_ms;
      return true;
    }
    const { batch, last } = this.#batchOf(first, entries.slice(1));
    const { test_id, device_id, resource_id, lease_token } = this.#about;
    const body = Buffer.concat(batch.map(({ bytes }) => bytes));
    const { size_bytes } = await this.#line.client.call(ENDPOINTS.agentResourcePiece, {
      params: { test_id, device_id, resource_id, piece: this.#piece },
      query: {
        lease_token,
        duration_ms: Math.round(last.duration_ms),
        is_start: first.is_start ? "1" : "0",
      },
      body,
      signal: this.#leaving.signal,
      timeoutMs: CALL_TIMEOUT_MS,
    });
    if (body.length > 0) {
      this.#piece++;
      this.#size_bytes = size_bytes;
    }
    // The piece may have been there already with less in it, when it was sent before.
    const open = batch.findIndex(({ bytes, offset }) => offset + bytes.length > this.#size_bytes);
    await this.#backlog.drop(open < 0 ? batch : batch.slice(0, open));
    return false;
  }

  /** As many of the entries as make one piece with the first, and which of them is its last. */
  #batchOf(first: Entry, entries: readonly Entry[]): { batch: Entry[]; last: Entry } {
    const batch = [first];
    let last = first;
    let size = first.bytes.length;
    for (const entry of entries) {
      size += entry.bytes.length;
      const isNext = entry.offset === last.offset + last.bytes.length;
      if (!isNext || entry.is_start || entry.is_end || size > PIECE_BYTES || this.#isHead(first)) break;
      batch.push(entry);
      last = entry;
    }
    return { batch, last };
  }

  /** The server had it before an answer was lost. */
  #isThere({ offset, bytes }: Entry): boolean {
    return offset + bytes.length <= this.#size_bytes && offset < this.#size_bytes;
  }

  /** The head of a video stands alone: the server puts its index behind it. */
  #isHead({ offset }: Entry): boolean {
    return this.#about.content_type === "video/mp4" && offset === 0;
  }

  async #insist<T>(call: () => Promise<T>): Promise<T> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await call();
      } catch (error) {
        this.#leaving.signal.throwIfAborted();
        if (!(error instanceof ApiError) || (error.code !== undefined && FINAL.includes(error.code))) throw error;
        if (this.#isEnding && this.#line.spool.isTooOld(this.#touched_at)) throw error;
        await delay(backoffMs(attempt, 200, RETRY_CAP_MS), this.#leaving.signal);
      }
    }
  }

  #refuse(error: unknown): void {
    const isNew = this.#refused === undefined;
    this.#refused ??= refusalOf(error);
    this.#warn("no more of a recording can be sent", error);
    if (isNew) this.onRefused(this.#refused);
  }

  #warn(message: string, error?: unknown): void {
    const { name, kind, resource_id } = this.#about;
    const why = error === undefined ? {} : { error: messageOf(error) };
    this.#line.log("warn", message, { name, kind, resource_id, ...why });
  }

  #somethingNew(): Promise<void> {
    return new Promise((resolve) => (this.#wake = resolve));
  }

  /** As long as this, or until the file ends. */
  async #pause(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ms);
    this.#wake = () => (this.#isEnding || this.#leaving.signal.aborted) && resolve();
    await promise;
    clearTimeout(timer);
  }
}
