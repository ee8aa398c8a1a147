import { concatBytes } from "../bytes.ts";
import { NAL_TYPE, nalType, startCodeAt } from "./nal-units.ts";

/** Parameter sets, or a whole picture, in Annex B with the start codes that the stream has. */
export interface AccessUnit {
  kind: "config" | "key" | "delta";
  data: Uint8Array;
}

/**
 * Cuts a raw Annex B stream, as `screenrecord --output-format=h264` writes it, into access units. A unit is known to be
 * complete when the next one starts; {@link flush} completes it when the source has gone quiet.
 */
export class AnnexBSplitter {
  #pending: Uint8Array = new Uint8Array();
  #scanned = 0;
  #unit: { kind: AccessUnit["kind"] | undefined; parts: Uint8Array[]; hasSlice: boolean } = {
    kind: undefined,
    parts: [],
    hasSlice: false,
  };

  /** Takes the stream's next bytes, cut anywhere, and gives the units that they complete. */
  push(chunk: Uint8Array): AccessUnit[] {
    this.#pending = concatBytes([this.#pending, chunk]);
    const units: AccessUnit[] = [];
    for (;;) {
      const next = this.#nextUnit();
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
      this.#pending = new Uint8Array();
      this.#scanned = 0;
    }
    this.#close(units);
    return units;
  }

  /** Where the start code behind the first one begins, its leading zero included, or -1. */
  #nextUnit(): number {
    const from = Math.max(this.#scanned, 3);
    const code = startCodeAt(this.#pending, from);
    return code > from && this.#pending[code - 1] === 0 ? code - 1 : code;
  }

  #takeNal(nal: Uint8Array, units: AccessUnit[]): void {
    const header = nal[2] === 1 ? 3 : 4;
    if (nal.length <= header) return;
    const type = nalType(nal.subarray(header));
    const isConfig = type === NAL_TYPE.sps || type === NAL_TYPE.pps;
    const isSlice = type === NAL_TYPE.slice || type === NAL_TYPE.idr;
    // first_mb_in_slice is the first Exp-Golomb number of a slice (§7.3.3): 0 is the single bit 1.
    const startsPicture = isSlice && ((nal[header + 1] ?? 0) & 0x80) !== 0;
    const endsConfig = this.#unit.kind === "config" && !isConfig;
    const endsPicture = this.#unit.hasSlice && (startsPicture || !isSlice);
    if (endsConfig || endsPicture) this.#close(units);
    this.#unit.parts.push(nal);
    if (isConfig) this.#unit.kind = "config";
    if (isSlice) {
      this.#unit.hasSlice = true;
      this.#unit.kind = type === NAL_TYPE.idr ? "key" : "delta";
    }
  }

  #close(units: AccessUnit[]): void {
    const { kind, parts } = this.#unit;
    this.#unit = { kind: undefined, parts: [], hasSlice: false };
    if (kind) units.push({ kind, data: concatBytes(parts) });
  }
}
