/** The stream ended where more bytes were due, or between two messages. */
export class EndOfStream extends Error {}

/** Reads exact numbers of bytes from a stream of chunks. */
export class ByteReader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  #chunk: Uint8Array = new Uint8Array();

  constructor(readable: ReadableStream<Uint8Array>) {
    this.#reader = readable.getReader();
  }

  async bytes(length: number): Promise<Buffer> {
    const result = Buffer.alloc(length);
    let at = 0;
    while (at < length) {
      if (this.#chunk.length === 0) {
        const { done, value } = await this.#reader.read();
        if (done) throw new EndOfStream("end of stream");
        this.#chunk = value;
      }
      const part = this.#chunk.subarray(0, length - at);
      result.set(part, at);
      at += part.length;
      this.#chunk = this.#chunk.subarray(part.length);
    }
    return result;
  }

  cancel(): void {
    // The stream may have failed already; there is nothing left to release then.
    this.#reader.cancel().catch(() => undefined);
  }
}
