import { open, type FileHandle } from "node:fs/promises";

/** What a line may hold; a longer one is left out. */
const LINE_MAX_BYTES = 256 * 1024;
const READ_BYTES = 64 * 1024;

/**
 * Lines that a process appends to a file. The file is made and opened before the process starts, and read
 * by that handle alone: whatever a script puts in its place is never opened.
 */
export class LiveFile {
  readonly #file: FileHandle;
  readonly #onLine: (line: string) => void;
  readonly #buffer = Buffer.alloc(READ_BYTES);
  #at = 0;
  #parts: Buffer[] = [];
  #held = 0;
  #reading: Promise<void> = Promise.resolve();

  static async open(path: string, onLine: (line: string) => void): Promise<LiveFile> {
    const file = await open(path, "wx+");
    // The process may run as somebody else.
    await file.chmod(0o666);
    return new LiveFile(file, onLine);
  }

  private constructor(file: FileHandle, onLine: (line: string) => void) {
    this.#file = file;
    this.#onLine = onLine;
  }

  /** Resolves when everything that was in the file at the time of the call has been told. */
  read(): Promise<void> {
    return (this.#reading = this.#reading.catch(() => undefined).then(() => this.#readOn()));
  }

  /** Reads to the end and closes. */
  async close(): Promise<void> {
    await this.read().catch(() => undefined);
    await this.#file.close();
  }

  async #readOn(): Promise<void> {
    for (;;) {
      const { bytesRead } = await this.#file.read(this.#buffer, 0, READ_BYTES, this.#at);
      if (bytesRead === 0) return;
      this.#at += bytesRead;
      this.#take(Buffer.from(this.#buffer.subarray(0, bytesRead)));
    }
  }

  #take(bytes: Buffer): void {
    for (let from = 0; from < bytes.length;) {
      const end = bytes.indexOf(10, from);
      const part = bytes.subarray(from, end < 0 ? bytes.length : end);
      this.#held += part.length;
      if (this.#held <= LINE_MAX_BYTES) this.#parts.push(part);
      if (end < 0) return;
      if (this.#held > 0 && this.#held <= LINE_MAX_BYTES) this.#onLine(Buffer.concat(this.#parts).toString("utf8"));
      this.#parts = [];
      this.#held = 0;
      from = end + 1;
    }
  }
}
