import { ByteReader } from "@udt/adb";
import type { Adb, AdbSocket } from "@yume-chan/adb";
import { settleQuietly } from "../../with-signal.ts";

/** What one DATA may carry: https://android.googlesource.com/platform/packages/modules/adb/+/refs/tags/android-14.0.0_r1/SYNC.TXT */
const DATA_MAX_BYTES = 64 * 1024;
const HEADER_BYTES = 8;
/** What goes out at once: the device answers each piece, so that few large ones wait less. */
const PIECE_MAX_BYTES = 512 * 1024;
/** `-rw-rw-rw-`, of which the device takes what its folder allows. */
const MODE = 0o100_666;

const encoder = new TextEncoder();

/** An id of four letters and a number. */
function putHeader(into: Uint8Array, at: number, id: string, number: number): void {
  encoder.encodeInto(id, into.subarray(at, at + 4));
  new DataView(into.buffer, into.byteOffset).setUint32(at + 4, number, true);
}

function request(id: string, words: string): Uint8Array {
  const text = encoder.encode(words);
  const bytes = new Uint8Array(HEADER_BYTES + text.length);
  putHeader(bytes, 0, id, text.length);
  bytes.set(text, HEADER_BYTES);
  return bytes;
}

/**
 * The bytes of files over adb's sync service, one file after the other. ya-webadb speaks the same, and copies them more often on
 * their way, which is felt with files of any size.
 */
export class SyncLine {
  readonly #socket: AdbSocket;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #bytes: ByteReader;
  readonly #pieceBytes: number;

  static async open(adb: Adb): Promise<SyncLine> {
    return new SyncLine(await adb.createSocket("sync:"), Math.min(PIECE_MAX_BYTES, adb.maxPayloadSize));
  }

  private constructor(socket: AdbSocket, pieceBytes: number) {
    this.#socket = socket;
    this.#writer = (socket.writable as unknown as WritableStream<Uint8Array>).getWriter();
    this.#writer.closed.catch(() => undefined);
    this.#bytes = new ByteReader(socket.readable as unknown as ReadableStream<Uint8Array>);
    this.#pieceBytes = pieceBytes;
  }

  /** Ends whatever is under way: who reads sees an end before its time. */
  dispose(): void {
    this.#bytes.cancel();
    settleQuietly(() => this.#socket.close());
  }

  /** @throws Error the device's words */
  async *receive(path: string): AsyncGenerator<Uint8Array, void, void> {
    await this.#writer.write(request("RECV", path));
    let left = 0;
    try {
      for (left = await this.#header("DATA"); left >= 0; left = await this.#header("DATA")) {
        while (left > 0) {
          const part = await this.#some(left);
          left -= part.length;
          yield part;
        }
      }
    } catch (error) {
      left = -1;
      throw error;
    } finally {
      await this.#skip(left);
    }
  }

  /** A file that the device refuses amid its bytes is not read any further. @throws Error the device's words */
  async send(path: string, bytes: ReadableStream<Uint8Array>): Promise<void> {
    const reader = bytes.getReader();
    const answered = this.#header("OKAY");
    answered.catch((error: unknown) => reader.cancel(error).catch(() => undefined));
    const pieces = new Pieces(this.#writer, this.#pieceBytes);
    await this.#writer.write(request("SEND", `${path},${MODE}`));
    for (let next = await reader.read(); !next.done; next = await reader.read()) await pieces.add(next.value);
    await pieces.end(Math.floor(Date.now() / 1000));
    await answered;
  }

  /** The device sends all of a file: what is not wanted of it is read before the next one. */
  async #skip(given: number): Promise<void> {
    for (let left = given; left >= 0; left = await this.#header("DATA")) {
      while (left > 0) left -= (await this.#some(left)).length;
    }
  }

  /** The number of what is answered; -1 where that is DONE. */
  async #header(wanted: "DATA" | "OKAY"): Promise<number> {
    const header = await this.#bytes.exactly(HEADER_BYTES);
    if (!header) throw new Error("The device ended the connection.");
    const view = new DataView(header.buffer, header.byteOffset, HEADER_BYTES);
    const id = String.fromCharCode(...header.subarray(0, 4));
    const number = view.getUint32(4, true);
    if (id === wanted) return number;
    if (id === "DONE" && wanted === "DATA") return -1;
    if (id !== "FAIL" || number > DATA_MAX_BYTES) throw new Error("The device answered what nobody asked.");
    const words = await this.#bytes.exactly(number);
    throw new Error(new TextDecoder().decode(words));
  }

  async #some(limit: number): Promise<Uint8Array> {
    const part = await this.#bytes.some(limit);
    if (!part) throw new Error("The device ended the connection.");
    return part;
  }
}

/** DATA packets, several in one piece; one piece is filled while the one before it goes out. */
class Pieces {
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  #filling: Uint8Array;
  #going: Uint8Array;
  #length = 0;
  #gone: Promise<void> = Promise.resolve();

  constructor(writer: WritableStreamDefaultWriter<Uint8Array>, pieceBytes: number) {
    this.#writer = writer;
    this.#filling = new Uint8Array(pieceBytes);
    this.#going = new Uint8Array(pieceBytes);
  }

  async add(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length;) {
      if (this.#room <= 0) await this.#flush();
      const part = bytes.subarray(at, at + Math.min(DATA_MAX_BYTES, this.#room));
      this.#header("DATA", part.length);
      this.#filling.set(part, this.#length);
      this.#length += part.length;
      at += part.length;
    }
  }

  async end(modifiedAtS: number): Promise<void> {
    if (this.#room < 0) await this.#flush();
    this.#header("DONE", modifiedAtS);
    await this.#flush();
    await this.#gone;
  }

  get #room(): number {
    return this.#filling.length - this.#length - HEADER_BYTES;
  }

  #header(id: string, number: number): void {
    putHeader(this.#filling, this.#length, id, number);
    this.#length += HEADER_BYTES;
  }

  async #flush(): Promise<void> {
    await this.#gone;
    this.#gone = this.#writer.write(this.#filling.subarray(0, this.#length));
    // Whoever waits next hears of it.
    this.#gone.catch(() => undefined);
    [this.#filling, this.#going] = [this.#going, this.#filling];
    this.#length = 0;
  }
}
