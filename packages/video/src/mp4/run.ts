/** The one form of `moof` that UDT writes, found again (ISO/IEC 14496-12:2022 §8.8.7, §8.8.8, §8.8.12). */
import { boxIn, type BoxPlace } from "./boxes.ts";

/** Flags of `trun`: the data's offset, then duration, size and flags of every sample. */
export const RUN_FLAGS = 0x701;
export const ENTRY_BYTES = 12;
const FULL_HEADER_BYTES = 4;

export interface Run {
  /** When its first sample begins. */
  start_ticks: number;
  /** Where its samples begin, from the beginning of the `moof`. */
  data_offset: number;
  /** Where the entry of each sample lies: duration in ticks, size in bytes, flags. */
  entries: number[];
}

/** Of this `moof`; undefined when it is not as UDT writes it. */
export function runOf(file: Buffer, moof: BoxPlace): Run | undefined {
  const traf = boxIn(file, moof, "traf");
  const tfdt = traf && boxIn(file, traf, "tfdt");
  const trun = traf && boxIn(file, traf, "trun");
  if (!tfdt || !trun || tfdt.end - tfdt.start < FULL_HEADER_BYTES + 8) return undefined;
  const first = trun.start + FULL_HEADER_BYTES + 8;
  if (first > trun.end || file[tfdt.start] !== 1 || file.readUIntBE(trun.start + 1, 3) !== RUN_FLAGS) return undefined;
  const count = file.readUInt32BE(trun.start + FULL_HEADER_BYTES);
  // Judged before memory is taken for so many.
  if (count === 0 || first + count * ENTRY_BYTES !== trun.end) return undefined;
  return {
    start_ticks: Number(file.readBigUInt64BE(tfdt.start + FULL_HEADER_BYTES)),
    data_offset: file.readUInt32BE(trun.start + FULL_HEADER_BYTES + 4),
    entries: Array.from({ length: count }, (_, index) => first + index * ENTRY_BYTES),
  };
}
