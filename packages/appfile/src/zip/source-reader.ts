import { RandomAccessReader } from "yauzl";
import type { ByteSource } from "./byte-source.ts";

/** Lets yauzl read headers from a {@link ByteSource}. Closing the source stays with whoever opened it. */
export class SourceReader extends RandomAccessReader {
  readonly #source: ByteSource;

  constructor(source: ByteSource) {
    super();
    this.#source = source;
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    void this.#answer(buffer.subarray(offset), length, position, callback);
  }

  async #answer(
    target: Buffer,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): Promise<void> {
    let failure: Error | null = null;
    try {
      (await this.#source.read(position, length)).copy(target);
    } catch (error) {
      failure = error as Error;
    }
    callback(failure);
  }

  override close(callback: (error: Error | null) => void): void {
    callback(null);
  }
}
