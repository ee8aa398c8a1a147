/** Bits, most significant first, into a buffer that grows. */
export class BitWriter {
  #bytes: Buffer;
  #length = 0;
  #pending = 0;
  #pendingBits = 0;

  constructor(capacity = 64) {
    this.#bytes = Buffer.alloc(capacity);
  }

  bits(value: number, count: number): void {
    for (let bit = count - 1; bit >= 0; bit -= 1) {
      this.#pending = (this.#pending << 1) | ((value >>> bit) & 1);
      this.#pendingBits += 1;
      if (this.#pendingBits < 8) continue;
      this.#reserve(1);
      this.#bytes[this.#length] = this.#pending;
      this.#length += 1;
      this.#pending = 0;
      this.#pendingBits = 0;
    }
  }

  /** Exponential Golomb code, `ue(v)` of ITU-T H.264, clause 9.1. */
  ue(value: number): void {
    const length = 32 - Math.clz32(value + 1);
    this.bits(0, length - 1);
    this.bits(value + 1, length);
  }

  alignWithZeros(): void {
    if (this.#pendingBits > 0) this.bits(0, 8 - this.#pendingBits);
  }

  /** Room for `length` bytes to be filled by the caller, byte-aligned. */
  block(length: number): Buffer {
    this.#reserve(length);
    this.#length += length;
    return this.#bytes.subarray(this.#length - length, this.#length);
  }

  /** Ends the payload with a stop bit, and answers it as a NAL unit with its start code. */
  nalUnit(header: number): Buffer {
    this.bits(1, 1);
    this.alignWithZeros();
    const payload = this.#bytes.subarray(0, this.#length);
    const parts: Buffer[] = [Buffer.from([0, 0, 0, 1, header])];
    // Two zeros and a byte up to 3 would look like a start code; a 3 goes between (clause 7.4.1).
    let from = 0;
    for (let at = payload.indexOf(0); at >= 0 && at + 2 < payload.length; at = payload.indexOf(0, at + 1)) {
      if (at < from || payload[at + 1] !== 0 || payload.readUInt8(at + 2) > 3) continue;
      parts.push(payload.subarray(from, at + 2), Buffer.from([3]));
      from = at + 2;
      at += 1;
    }
    parts.push(payload.subarray(from));
    return Buffer.concat(parts);
  }

  #reserve(length: number): void {
    if (this.#length + length <= this.#bytes.length) return;
    const grown = Buffer.alloc(Math.max(this.#bytes.length * 2, this.#length + length));
    this.#bytes.copy(grown);
    this.#bytes = grown;
  }
}
