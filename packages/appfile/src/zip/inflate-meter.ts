import { hostile } from "../fault.ts";

/** Counts the bytes taken out of an archive, and stops the reading that goes over its limit. */
export class InflateMeter {
  readonly limitBytes: number;
  #inflatedBytes = 0;

  constructor(limitBytes: number) {
    this.limitBytes = limitBytes;
  }

  get inflatedBytes(): number {
    return this.#inflatedBytes;
  }

  get leftBytes(): number {
    return Math.max(0, this.limitBytes - this.#inflatedBytes);
  }

  add(bytes: number): void {
    this.#inflatedBytes += bytes;
    if (this.#inflatedBytes > this.limitBytes) {
      throw hostile(`The package unpacks to more than ${this.limitBytes} bytes.`, "package_unpacks_too_large");
    }
  }
}
