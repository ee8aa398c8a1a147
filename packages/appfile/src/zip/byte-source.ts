import { open, type FileHandle } from "node:fs/promises";
import { corrupt } from "../fault.ts";

/** Random access to a package's bytes. Reads are whole or fail: a range past the end is a damaged package. */
export interface ByteSource {
  readonly size: number;
  read(position: number, length: number): Promise<Buffer>;
  close(): Promise<void>;
}

/** Small reads are answered from one window of this size, so that walking a directory costs few system calls. */
const WINDOW_BYTES = 64 * 1024;

class FileSource implements ByteSource {
  readonly size: number;
  readonly #handle: FileHandle;
  #window: Buffer = Buffer.alloc(0);
  #windowStart = 0;

  constructor(handle: FileHandle, size: number) {
    this.#handle = handle;
    this.size = size;
  }

  async read(position: number, length: number): Promise<Buffer> {
    checkRange(position, length, this.size);
    if (length > WINDOW_BYTES) return await this.#readExactly(position, length);
    const start = position - this.#windowStart;
    if (start < 0 || start + length > this.#window.length) {
      this.#window = await this.#readExactly(position, Math.min(WINDOW_BYTES, this.size - position));
      this.#windowStart = position;
      return this.#window.subarray(0, length);
    }
    return this.#window.subarray(start, start + length);
  }

  async #readExactly(position: number, length: number): Promise<Buffer> {
    const buffer = Buffer.allocUnsafe(length);
    let done = 0;
    while (done < length) {
      const { bytesRead } = await this.#handle.read(buffer, done, length - done, position + done);
      if (bytesRead === 0) throw corrupt("The file became shorter while it was read.");
      done += bytesRead;
    }
    return buffer;
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }
}

class MemorySource implements ByteSource {
  readonly #bytes: Buffer;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get size(): number {
    return this.#bytes.length;
  }

  async read(position: number, length: number): Promise<Buffer> {
    checkRange(position, length, this.size);
    return this.#bytes.subarray(position, position + length);
  }

  async close(): Promise<void> {}
}

function checkRange(position: number, length: number, size: number): void {
  if (position < 0 || length < 0 || position + length > size) {
    throw corrupt(`The package points to bytes ${position} to ${position + length} of a file of ${size} bytes.`);
  }
}

/** A path is opened and read piece by piece; bytes are used where they are. Rejects with the system's error. */
export async function openSource(source: string | Uint8Array): Promise<ByteSource> {
  if (typeof source !== "string") return new MemorySource(source);
  const handle = await open(source, "r");
  try {
    return new FileSource(handle, (await handle.stat()).size);
  } catch (error) {
    await handle.close();
    throw error;
  }
}
