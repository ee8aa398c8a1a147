import { ADB_HEADER_LENGTH } from "../src/index.ts";
import type { AdbTransport } from "../src/index.ts";

/** A host's end of a connection, driven by hand: it sends bytes and looks at what comes. */
export class HandPeer {
  readonly transport: AdbTransport;
  readonly sent: Buffer[] = [];
  isClosed = false;
  readonly #incoming: ReadableStreamDefaultController<Uint8Array>;

  constructor() {
    let incoming: ReadableStreamDefaultController<Uint8Array> | undefined;
    const readable = new ReadableStream<Uint8Array>({
      start: (controller) => {
        incoming = controller;
      },
    });
    this.#incoming = incoming!;
    this.transport = {
      readable,
      write: (bytes) => void this.sent.push(Buffer.from(bytes)),
      close: () => {
        this.isClosed = true;
      },
    };
  }

  /** Sends a packet put together here, field by field, not with the codec under test. */
  packet(command: string, arg0: number, arg1: number, payload: Uint8Array = Buffer.alloc(0)): void {
    this.bytes(packetBytes(command, arg0, arg1, payload));
  }

  bytes(bytes: Uint8Array): void {
    this.#incoming.enqueue(bytes);
  }

  end(): void {
    this.#incoming.close();
  }

  /** Each packet that came, as `NAME arg0 arg1 payload`. */
  received(): string[] {
    return this.sent.map((bytes) => {
      const name = bytes.subarray(0, 4).toString("latin1");
      return `${name} ${bytes.readUInt32LE(4)} ${bytes.readUInt32LE(8)} ${bytes.subarray(ADB_HEADER_LENGTH).toString("latin1")}`.trim();
    });
  }
}

/** Header and payload by hand; the checksum is right. */
export function packetBytes(command: string, arg0: number, arg1: number, payload: Uint8Array): Buffer {
  const name = Buffer.from(command, "latin1");
  const header = Buffer.alloc(24);
  name.copy(header, 0);
  header.writeUInt32LE(arg0 >>> 0, 4);
  header.writeUInt32LE(arg1 >>> 0, 8);
  header.writeUInt32LE(payload.length, 12);
  header.writeUInt32LE(
    payload.reduce((sum, byte) => sum + byte, 0),
    16,
  );
  header.writeUInt32LE((name.readUInt32LE(0) ^ 0xffffffff) >>> 0, 20);
  return Buffer.concat([header, payload]);
}
