import { Duplex } from "node:stream";
import type { Worker } from "node:worker_threads";

export type ToWorker =
  | { type: "bytes"; connection: number; bytes: Uint8Array }
  | { type: "end"; connection: number }
  | { type: "close" };
export type FromWorker =
  | { type: "ready" }
  | { type: "bytes"; connection: number; bytes: Uint8Array }
  | { type: "closed" }
  /** It did not start. */
  | { type: "failed"; reason: string }
  /** It ran, and nothing more is to be had of it. `code` is PostgreSQL's own, or empty. */
  | { type: "broken"; reason: string; code: string };

let connections = 0;

/**
 * What `pg` takes for its socket: a connection to the PGlite worker. `pg` corks each extended query up to its Sync, so
 * one write here is one whole batch, as `execProtocolRaw` wants it.
 */
export class PgliteStream extends Duplex {
  readonly #start: () => Promise<Worker>;
  readonly #connection = ++connections;
  #worker: Worker | undefined;

  /** @param start The thread that it is to be connected to, as soon as it can be had. */
  constructor(start: () => Promise<Worker>) {
    super();
    this.#start = start;
  }

  readonly #onMessage = (message: FromWorker): void => {
    if (message.type !== "bytes" || message.connection !== this.#connection || message.bytes.length === 0) return;
    this.push(Buffer.from(message.bytes.buffer, message.bytes.byteOffset, message.bytes.byteLength));
  };

  connect(): this {
    void this.#dial();
    return this;
  }
  async #dial(): Promise<void> {
    try {
      const worker = await this.#start();
      if (this.destroyed) return;
      this.#worker = worker;
      worker.on("message", this.#onMessage);
      this.emit("connect");
    } catch (error) {
      this.destroy(error as Error);
    }
  }
  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#post(chunk);
    done();
  }

  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this.#post(Buffer.concat(chunks.map(({ chunk }) => chunk)));
    done();
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#end();
    this.push(null);
    done();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#end();
    done(error);
  }

  #post(bytes: Buffer): void {
    // A copy: small buffers of Node share one pool, and the whole pool would be sent.
    const message: ToWorker = { type: "bytes", connection: this.#connection, bytes: new Uint8Array(bytes) };
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    this.#worker?.postMessage(message);
  }

  #end(): void {
    const worker = this.#worker;
    if (!worker) return;
    this.#worker = undefined;
    worker.off("message", this.#onMessage);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    worker.postMessage({ type: "end", connection: this.#connection } satisfies ToWorker);
  }
}
