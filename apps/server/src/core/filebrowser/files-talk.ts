import { Readable } from "node:stream";
import {
  type FileEntry,
  type FilesToAgent,
  filesToServer,
  type FilesToServer,
  isFolder,
  UdtError,
} from "@udt/contract";
import type { WebSocket } from "ws";
import type { ServerClock } from "../../platform/clock.ts";
import { agentError, closedFor, parseJson, unreadableAnswer } from "../links/links.service.ts";

/** What a device is given for what it says in one message; for bytes it may take any time. */
const ANSWER_TIMEOUT_MS = 60_000;
/** Bytes that wait for whoever is slower before their source is held up. */
const WAITING_BYTES = 1024 * 1024;

type Message<T extends FilesToServer["type"]> = Extract<FilesToServer, { type: T }>;

export interface OpenFile {
  entry: FileEntry;
  /** Null where it is not known before: of an archive, and of what the device makes as it is read. */
  size_bytes: number | null;
  bytes: Readable;
}

/** The server's end of a `files` stream: what it asks, and what it is answered. */
export class FilesTalk {
  readonly #socket: WebSocket;
  readonly #clock: ServerClock;
  readonly #onBytes: (count: number) => void;
  readonly #said: FilesToServer[] = [];
  #isDone = false;
  #failure: UdtError | undefined;
  #wake: () => void = () => {};
  #leave: (why: UdtError) => void = () => {};
  #asked: FilesToAgent | undefined;
  #out: (Omit<OpenFile, "entry"> & { left: number }) | undefined;

  /** @param onBytes told of each part of a file that goes by */
  constructor(socket: WebSocket, clock: ServerClock, onBytes: (count: number) => void) {
    this.#socket = socket;
    this.#clock = clock;
    this.#onBytes = onBytes;
    socket.on("message", (data: Buffer, isBinary) => (isBinary ? this.#takeBytes(data) : this.#take(data)));
    socket.once("close", (_code, reason) => this.#fail(closedFor(socket, reason)));
  }

  ask(message: FilesToAgent): void {
    this.#asked = message;
    this.#socket.send(JSON.stringify(message));
  }

  /** The next message, which must be one of these. @throws UdtError what the agent refuses with, agent_timeout, agent_lost */
  async next<T extends FilesToServer["type"]>(...types: readonly T[]): Promise<Message<T>> {
    const cancelTimer = this.#clock.at(this.#clock.now() + ANSWER_TIMEOUT_MS, () =>
      this.#fail(new UdtError("agent_timeout")),
    );
    try {
      for (;;) {
        const message = this.#said.shift();
        if (message && !types.some((type) => type === message.type)) throw unreadableAnswer();
        if (message) return message as Message<T>;
        if (this.#failure) throw this.#failure;
        await new Promise<void>((resolve) => (this.#wake = resolve));
      }
    } finally {
      cancelTimer();
    }
  }

  /** Waits for somebody else, who may never come, for no longer than the talk lasts. @throws UdtError as {@link next} */
  meanwhile<T>(work: Promise<T>): Promise<T> {
    if (this.#failure) return Promise.reject(this.#failure);
    const over = Promise.withResolvers<never>();
    this.#leave = over.reject;
    return Promise.race([work, over.promise]);
  }

  /** Resolves when there is room for more. */
  async send(part: Uint8Array): Promise<void> {
    if (this.#failure) throw this.#failure;
    this.#onBytes(part.length);
    const sent = new Promise<void>((resolve) => this.#socket.send(part, { compress: false }, () => resolve()));
    if (this.#socket.bufferedAmount > WAITING_BYTES) await sent;
  }

  /**
   * What was found, with its bytes; the device is held up while nobody reads them. Whoever stops reading ends the talk.
   * @throws UdtError as {@link next}
   */
  async found(): Promise<OpenFile> {
    const { entry } = await this.next("found");
    if (this.#failure && !this.#isDone) throw this.#failure;
    if (!this.#out) throw unreadableAnswer();
    const { bytes, size_bytes } = this.#out;
    return { entry, bytes, size_bytes };
  }

  close(): void {
    this.#socket.resume();
    this.#socket.close(1000);
  }

  /** At once: the first bytes may come with the message. */
  #begin(entry: FileEntry): void {
    const asked = this.#asked;
    const most = asked?.type === "read" ? (asked.max_bytes ?? Infinity) : Infinity;
    const isSized = !isFolder(entry) && entry.size_bytes > 0;
    const size_bytes = isSized ? Math.min(most, entry.size_bytes) : null;
    const bytes = new Readable({
      highWaterMark: WAITING_BYTES,
      read: () => this.#socket.resume(),
      destroy: (error, callback) => {
        this.close();
        callback(error);
      },
    });
    // Whoever reads it hears of a failure, and nobody else must.
    bytes.on("error", () => {});
    this.#out = { bytes, size_bytes, left: size_bytes ?? 0 };
  }

  #takeBytes(data: Buffer): void {
    if (!this.#out) return this.#fail(unreadableAnswer());
    this.#out.left -= data.length;
    this.#onBytes(data.length);
    // What still comes after the reader has left is let by, so that the closing behind it is seen.
    if (!this.#out.bytes.destroyed && !this.#out.bytes.push(data)) this.#socket.pause();
  }

  #take(data: Buffer): void {
    const message = filesToServer.safeParse(parseJson(data.toString()));
    if (!message.success) return this.#fail(unreadableAnswer());
    if (message.data.type === "refused") return this.#fail(agentError(message.data));
    if (message.data.type === "found") this.#begin(message.data.entry);
    const isDone = message.data.type === "done";
    // A file that became shorter must not pass for whole.
    if (isDone && this.#out && this.#out.left > 0) return this.#fail(unreadableAnswer());
    this.#isDone = isDone;
    if (isDone) this.#out?.bytes.push(null);
    this.#said.push(message.data);
    this.#wake();
  }

  #fail(why: UdtError): void {
    if (this.#failure) return;
    this.#failure = why;
    this.#wake();
    this.#leave(why);
    // What waits to be read after the end is still good.
    if (!this.#isDone) this.#out?.bytes.destroy(why);
    this.close();
  }
}
