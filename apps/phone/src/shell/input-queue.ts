import { type Deferred, deferred } from "@udt/base";
import type { ByteSource } from "./program.ts";

/** Bytes that may wait unread before the writer is made to wait. */
const MAX_WAITING_BYTES = 256 * 1024;

/** Bytes handed from a writer to one reader, with back-pressure. */
export class InputQueue implements ByteSource {
  readonly #isGone: () => boolean;
  #parts: Uint8Array[] = [];
  #waitingBytes = 0;
  #ended = false;
  #arrived: Deferred<void> | undefined;
  #drained: Deferred<void> | undefined;

  /** @param isGone whether nobody will read any more, so that writers need not wait. */
  constructor(isGone: () => boolean = () => false) {
    this.#isGone = isGone;
  }

  /** Resolves when there is room for more. */
  async push(bytes: Uint8Array): Promise<void> {
    if (this.#ended || bytes.length === 0 || this.#isGone()) return;
    this.#parts.push(bytes);
    this.#waitingBytes += bytes.length;
    this.#arrived?.resolve();
    if (this.#waitingBytes <= MAX_WAITING_BYTES) return;
    this.#drained ??= deferred();
    await this.#drained.promise;
  }

  end(): void {
    this.#ended = true;
    this.#arrived?.resolve();
    this.#drained?.resolve();
  }

  /** Puts bytes back to be read next. */
  unread(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.#parts.unshift(bytes);
    this.#waitingBytes += bytes.length;
  }

  async some(limit = Infinity): Promise<Uint8Array | undefined> {
    let first = this.#parts.shift();
    while (first === undefined) {
      if (this.#ended) return undefined;
      this.#arrived ??= deferred();
      await this.#arrived.promise;
      this.#arrived = undefined;
      first = this.#parts.shift();
    }
    const taken = first.subarray(0, limit);
    if (taken.length < first.length) this.#parts.unshift(first.subarray(taken.length));
    this.#waitingBytes -= taken.length;
    if (this.#waitingBytes <= MAX_WAITING_BYTES) {
      this.#drained?.resolve();
      this.#drained = undefined;
    }
    return taken;
  }
}
