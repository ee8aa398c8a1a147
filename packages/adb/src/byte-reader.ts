const EMPTY = new Uint8Array(0);

/** Reads a byte stream in pieces of the caller's size. One owner; it locks the stream. */
export class ByteReader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  #rest: Uint8Array = EMPTY;

  constructor(readable: ReadableStream<Uint8Array>) {
    this.#reader = readable.getReader();
  }

  /** The next bytes, at least one and at most `limit`; undefined at the end. */
  async some(limit = Infinity): Promise<Uint8Array | undefined> {
    while (this.#rest.length === 0) {
      const next = await this.#reader.read();
      if (next.done) return undefined;
      this.#rest = next.value;
    }
    const taken = this.#rest.subarray(0, limit);
    this.#rest = this.#rest.subarray(taken.length);
    return taken;
  }

  /** Exactly `length` bytes; undefined when the stream ends before. */
  async exactly(length: number): Promise<Uint8Array | undefined> {
    if (length === 0) return EMPTY;
    const first = await this.some(length);
    if (!first || first.length === length) return first;
    const bytes = new Uint8Array(length);
    bytes.set(first);
    for (let filled = first.length; filled < length;) {
      const part = await this.some(length - filled);
      if (!part) return undefined;
      bytes.set(part, filled);
      filled += part.length;
    }
    return bytes;
  }

  /** Tells the source that nothing more is wanted. */
  cancel(): void {
    this.#rest = EMPTY;
    this.#reader.cancel().catch(() => undefined);
  }
}
