import { randomUUID } from "node:crypto";
import { closeSync, ftruncateSync, openSync, readSync, unlinkSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Bytes of one file that stay in memory; what is more lies in a temporary file of the host. */
const MAX_IN_MEMORY = 256 * 1024;
const READ_LENGTH = 64 * 1024;

/** Closes the files of contents that were dropped while a reader had them, and that the reader then forgot. */
const forgotten = new FinalizationRegistry<number>((handle) => closeSync(handle));

/**
 * The bytes of one file of the phone. Few are kept in the chunks they came in; many go to a file that has no name any
 * more, so that it is gone with the process, however that ends, and memory does not grow with what a phone stores.
 */
export class FileContent {
  size = 0;
  #chunks: Uint8Array[] = [];
  #spill: Spill | undefined;

  append(bytes: Uint8Array): void {
    if (!this.#spill && this.size + bytes.length > MAX_IN_MEMORY) {
      this.#spill = new Spill();
      for (const chunk of this.#chunks) this.#spill.append(chunk);
      this.#chunks = [];
    }
    if (this.#spill) this.#spill.append(bytes);
    // A copy: the caller's bytes may be a window on a larger buffer that would otherwise live as long as the file.
    else this.#chunks.push(bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice());
    this.size += bytes.length;
  }

  /** The bytes as they are now; do not change them. Who reads them gets them whole, though the file is removed. */
  chunks(): Iterable<Uint8Array> {
    return this.#spill ? this.#spill.read(this.size) : [...this.#chunks];
  }

  /** Empties it. */
  clear(): void {
    this.#spill?.release();
    this.#spill = undefined;
    this.#chunks = [];
    this.size = 0;
  }
}

class Spill {
  readonly #handle: number;
  #length = 0;
  #readers = 0;
  #isReleased = false;
  #isClosed = false;

  constructor() {
    const path = join(tmpdir(), `udt-phone-${randomUUID()}`);
    this.#handle = openSync(path, "wx+", 0o600);
    unlinkSync(path);
    forgotten.register(this, this.#handle, this);
  }

  append(bytes: Uint8Array): void {
    for (let done = 0; done < bytes.length;) {
      done += writeSync(this.#handle, bytes, done, bytes.length - done, this.#length + done);
    }
    this.#length += bytes.length;
  }

  *read(length: number): Generator<Uint8Array> {
    this.#readers++;
    try {
      for (let at = 0; at < length;) {
        const chunk = new Uint8Array(Math.min(READ_LENGTH, length - at));
        const count = readSync(this.#handle, chunk, 0, chunk.length, at);
        if (count === 0) return;
        at += count;
        yield chunk.subarray(0, count);
      }
    } finally {
      this.#readers--;
      this.#closeIfUnused();
    }
  }

  release(): void {
    this.#isReleased = true;
    this.#closeIfUnused();
  }

  #closeIfUnused(): void {
    if (!this.#isReleased || this.#readers > 0 || this.#isClosed) return;
    this.#isClosed = true;
    forgotten.unregister(this);
    // The host gets the room back at once, even where closing takes its time.
    ftruncateSync(this.#handle, 0);
    closeSync(this.#handle);
  }
}
