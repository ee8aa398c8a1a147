import { expect } from "vitest";
import type { ShelvedFile } from "./growing-shelf.ts";

export interface Fragment {
  sequence: number;
  start_ms: number;
  sizes: number[];
  durations_ms: number[];
  data: Buffer;
}
/** The fragments of pieces, read by the layout of 14496-12 that the recorder writes. */
export function fragmentsOf(file: ShelvedFile): Fragment[] {
  const fragments: Fragment[] = [];
  const bytes = Buffer.concat(file.pieces.slice(1).map((piece) => piece.bytes));
  for (let at = 0; at < bytes.length;) {
    const moof = bytes.subarray(at, at + bytes.readUInt32BE(at));
    const mdatAt = at + moof.length;
    const mdat = bytes.subarray(mdatAt, mdatAt + bytes.readUInt32BE(mdatAt));
    expect([moof.toString("latin1", 4, 8), mdat.toString("latin1", 4, 8)]).toEqual(["moof", "mdat"]);
    const run = moof.indexOf("trun") + 4;
    const count = moof.readUInt32BE(run + 4);
    // The offset of the data counts from the fragment's beginning.
    expect(moof.readUInt32BE(run + 8)).toBe(moof.length + 8);
    const entries = Array.from({ length: count }, (_, index) => run + 12 + index * 12);
    fragments.push({
      sequence: moof.readUInt32BE(moof.indexOf("mfhd") + 8),
      start_ms: Number(moof.readBigUInt64BE(moof.indexOf("tfdt") + 8)) / 90,
      durations_ms: entries.map((entry) => moof.readUInt32BE(entry) / 90),
      sizes: entries.map((entry) => moof.readUInt32BE(entry + 4)),
      data: mdat.subarray(8),
    });
    at = mdatAt + mdat.length;
  }
  return fragments;
}
