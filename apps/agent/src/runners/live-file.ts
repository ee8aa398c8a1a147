import { open, type FileHandle } from "node:fs/promises";

/** What a line may hold; a longer one is left out. */
const LINE_MAX_BYTES = 256 * 1024;
const READ_BYTES = 64 * 1024;
/** So much is told before whoever hears it has the turn: a process may write faster than it is heard. */
const TELL_BYTES = 1024 ** 2;

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
  #reading: Promise<boolean> = Promise.resolve(false);

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

  /** Tells what has come since, or the first piece of it; answers whether there is more. */
  read(): Promise<boolean> {
    return (this.#reading = this.#reading.catch(() => false).then(() => this.#readOn()));
  }

  /** Tells all that was in the file at the time of the call. */
  async readAll(): Promise<void> {
    const { size } = await this.#file.stat();
    while (this.#at < size && (await this.read()));
  }

  async close(): Promise<void> {
    await this.#reading.catch(() => undefined);
    await this.#file.close();
  }

  async #readOn(): Promise<boolean> {
    for (const end = this.#at + TELL_BYTES; this.#at < end;) {
      const { bytesRead } = await this.#file.read(this.#buffer, 0, READ_BYTES, this.#at);
      if (bytesRead === 0) return false;
      this.#at += bytesRead;
      this.#take(Buffer.from(this.#buffer.subarray(0, bytesRead)));
    }
    return true;
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
