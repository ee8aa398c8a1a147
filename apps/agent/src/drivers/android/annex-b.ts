/** H.264 NAL unit types that tell packets apart (ITU-T H.264 table 7-1). */
const SLICE = 1;
const IDR = 5;
const SPS = 7;
const PPS = 8;

export interface AccessUnit {
  kind: "config" | "key" | "delta";
  data: Uint8Array;
}

/**
 * Cuts a raw Annex B stream, as `screenrecord --output-format=h264` writes it, into access units. A unit is known to be
 * complete when the next one starts; {@link flush} completes it when the source has gone quiet.
 */
export class AnnexBSplitter {
  #pending = Buffer.alloc(0);
  #scanned = 0;
  #unit: { kind: AccessUnit["kind"] | undefined; parts: Uint8Array[]; hasSlice: boolean } = {
    kind: undefined,
    parts: [],
    hasSlice: false,
  };

  push(chunk: Uint8Array): AccessUnit[] {
    this.#pending = this.#pending.length === 0 ? Buffer.from(chunk) : Buffer.concat([this.#pending, chunk]);
    const units: AccessUnit[] = [];
    for (;;) {
      const next = findStartCode(this.#pending, Math.max(this.#scanned, 3));
      if (next < 0) {
        this.#scanned = Math.max(0, this.#pending.length - 3);
        return units;
      }
      this.#takeNal(this.#pending.subarray(0, next), units);
      this.#pending = this.#pending.subarray(next);
      this.#scanned = 3;
    }
  }

  /** What is there counts as complete. */
  flush(): AccessUnit[] {
    const units: AccessUnit[] = [];
    if (this.#pending.length > 4) {
      this.#takeNal(this.#pending, units);
      this.#pending = Buffer.alloc(0);
      this.#scanned = 0;
    }
    this.#close(units);
    return units;
  }

  #takeNal(nal: Uint8Array, units: AccessUnit[]): void {
    const header = nal[2] === 1 ? 3 : 4;
    if (nal.length <= header) return;
    const type = nal[header]! & 0x1f;
    const isConfig = type === SPS || type === PPS;
    const isSlice = type === SLICE || type === IDR;
    // first_mb_in_slice is the first Exp-Golomb number of a slice: 0 is the single bit 1.
    const startsPicture = isSlice && (nal[header + 1]! & 0x80) !== 0;
    const endsConfig = this.#unit.kind === "config" && !isConfig;
    const endsPicture = this.#unit.hasSlice && (startsPicture || !isSlice);
    if (endsConfig || endsPicture) this.#close(units);
    this.#unit.parts.push(nal);
    if (isConfig) this.#unit.kind = "config";
    if (isSlice) {
      this.#unit.hasSlice = true;
      this.#unit.kind = type === IDR ? "key" : "delta";
    }
  }

  #close(units: AccessUnit[]): void {
    const { kind, parts } = this.#unit;
    this.#unit = { kind: undefined, parts: [], hasSlice: false };
    if (kind) units.push({ kind, data: Buffer.concat(parts) });
  }
}

/** Where the next `00 00 01` or `00 00 00 01` begins at or after `from`, or -1. */
function findStartCode(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(1, from + 2); at >= 0; at = bytes.indexOf(1, at + 1)) {
    if (bytes[at - 1] !== 0 || bytes[at - 2] !== 0) continue;
    const start = at >= 3 && bytes[at - 3] === 0 ? at - 3 : at - 2;
    if (start >= from) return start;
    if (at - 2 >= from) return at - 2;
  }
  return -1;
}
