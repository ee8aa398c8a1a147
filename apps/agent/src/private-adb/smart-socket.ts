import type { Socket } from "node:net";

/** Four hex digits of length before the bytes, as adb's clients and servers send each message. */
export const framed = (text: string): Buffer => {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.from(bytes.length.toString(16).padStart(4, "0")), bytes]);
};

export const okay = (text?: string): Buffer =>
  text === undefined ? Buffer.from("OKAY") : Buffer.concat([Buffer.from("OKAY"), framed(text)]);

export const refusal = (reason: string): Buffer => Buffer.concat([Buffer.from("FAIL"), framed(reason)]);

/**
 * The requests that come in over one socket, one at a time: what follows the last is the service's and is left unread.
 * @see https://android.googlesource.com/platform/packages/modules/adb/+/refs/heads/main/docs/dev/services.md
 */
export class RequestReader {
  readonly #socket: Socket;
  #held: Buffer = Buffer.alloc(0);

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  /** Undefined when the client has gone. Throws for what is no request. */
  async next(): Promise<string | undefined> {
    const head = await this.#take(4);
    if (!head) return undefined;
    const text = head.toString("latin1");
    if (!/^[0-9a-fA-F]{4}$/.test(text)) throw new Error("not an adb request");
    const body = await this.#take(Number.parseInt(text, 16));
    return body?.toString("utf8");
  }

  /** What was read beyond the last request. */
  rest(): Buffer {
    const rest = this.#held;
    this.#held = Buffer.alloc(0);
    return rest;
  }

  async #take(length: number): Promise<Buffer | undefined> {
    while (this.#held.length < length) {
      const bytes = await this.#some();
      if (!bytes) return undefined;
      this.#held = Buffer.concat([this.#held, bytes]);
    }
    const taken = this.#held.subarray(0, length);
    this.#held = this.#held.subarray(length);
    return taken;
  }

  #some(): Promise<Buffer | undefined> {
    const ready = this.#socket.read() as Buffer | null;
    if (ready) return Promise.resolve(ready);
    if (this.#socket.readableEnded || this.#socket.destroyed) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const done = () => {
        this.#socket.off("readable", done);
        this.#socket.off("end", done);
        this.#socket.off("close", done);
        const bytes = this.#socket.read() as Buffer | null;
        if (bytes) resolve(bytes);
        else if (this.#socket.readableEnded || this.#socket.destroyed) resolve(undefined);
        else resolve(this.#some());
      };
      this.#socket.once("readable", done);
      this.#socket.once("end", done);
      this.#socket.once("close", done);
    });
  }
}
