import { type Deferred, deferred } from "@udt/base";
import { AdbCommand } from "./packet.ts";

/** What a stream needs of its connection. */
export interface StreamCarrier {
  readonly maxPayload: number;
  send(command: number, arg0: number, arg1: number, payload?: Uint8Array): void;
  /** The stream is over on this side; its id may not be used again. */
  forget(stream: AdbStream): void;
}

/** Bytes that a stream buffers beyond what its reader asked for before it withholds the OKAY. */
const READ_AHEAD_BYTES = 256 * 1024;

/**
 * One stream of an ADB connection, seen from the device. Each WRTE is answered by one OKAY: ours goes out when the reader
 * keeps up, and `write` waits for the peer's, so neither side ever buffers more than one payload beyond its read-ahead.
 */
export class AdbStream {
  readonly localId: number;
  remoteId: number;
  readonly readable: ReadableStream<Uint8Array>;
  readonly #carrier: StreamCarrier;
  readonly #closed = deferred<void>();
  #controller!: ReadableStreamDefaultController<Uint8Array>;
  #owesOkay = false;
  #pendingOkay: Deferred<void> | undefined;
  #writes: Promise<void> = Promise.resolve();
  #state: "open" | "closing" | "closed" = "open";

  constructor(carrier: StreamCarrier, localId: number, remoteId: number) {
    this.#carrier = carrier;
    this.localId = localId;
    this.remoteId = remoteId;
    this.readable = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        pull: () => this.#giveOkay(),
        cancel: () => this.#giveOkay(),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: READ_AHEAD_BYTES }),
    );
  }

  /** Resolves when the stream is over, whoever ended it. */
  get closed(): Promise<void> {
    return this.#closed.promise;
  }

  /** Resolves when the peer has taken all of `bytes`; rejects when the stream ends first. Calls are sent in order. */
  write(bytes: Uint8Array): Promise<void> {
    if (this.#state !== "open") return Promise.reject(new Error("The stream is closed."));
    const written = this.#writes.then(() => this.#writeParts(bytes));
    this.#writes = written.catch(() => undefined);
    return written;
  }

  /** Ends the stream once everything written before has been taken. */
  close(): void {
    if (this.#state !== "open") return;
    this.#state = "closing";
    void this.#writes.then(() => this.end(true));
  }

  /** A WRTE came. A peer that does not wait for our OKAY breaks the protocol, and its stream ends. */
  receive(bytes: Uint8Array): void {
    if (this.#state === "closed") return;
    if (this.#owesOkay) {
      this.end(true);
      return;
    }
    this.#owesOkay = true;
    try {
      if (bytes.length > 0) this.#controller.enqueue(bytes);
    } catch {
      // The reader has cancelled: what still comes is taken and dropped, as a closed pipe's reader would.
      this.#giveOkay();
      return;
    }
    if ((this.#controller.desiredSize ?? 0) > 0) this.#giveOkay();
  }

  /** An OKAY came for our last WRTE. */
  acknowledge(): void {
    this.#pendingOkay?.resolve();
    this.#pendingOkay = undefined;
  }

  /** Ends it now. @param tellPeer send a CLSE; false when the connection itself is gone. */
  end(tellPeer: boolean): void {
    if (this.#state === "closed") return;
    this.#state = "closed";
    this.#carrier.forget(this);
    if (tellPeer) this.#carrier.send(AdbCommand.Close, this.localId, this.remoteId);
    this.#pendingOkay?.reject(new Error("The stream is closed."));
    this.#pendingOkay = undefined;
    try {
      this.#controller.close();
    } catch {
      // Already cancelled by its reader.
    }
    this.#closed.resolve();
  }

  async #writeParts(bytes: Uint8Array): Promise<void> {
    for (let offset = 0; offset < bytes.length;) {
      if (this.#state === "closed") throw new Error("The stream is closed.");
      const part = bytes.subarray(offset, offset + this.#carrier.maxPayload);
      const okay = deferred<void>();
      this.#pendingOkay = okay;
      this.#carrier.send(AdbCommand.Write, this.localId, this.remoteId, part);
      await okay.promise;
      offset += part.length;
    }
  }

  #giveOkay(): void {
    if (!this.#owesOkay || this.#state === "closed") return;
    this.#owesOkay = false;
    this.#carrier.send(AdbCommand.Okay, this.localId, this.remoteId);
  }
}
