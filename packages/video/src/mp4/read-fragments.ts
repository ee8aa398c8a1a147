import { boxesOf, boxIn, HEADER_BYTES, type BoxPlace } from "./boxes.ts";
import { TICKS_PER_MS } from "./movie.ts";
import { runOf } from "./run.ts";

export interface Fragment {
  /** From 1. */
  sequence: number;
  /** From the beginning of the recording. */
  start_ms: number;
  durations_ms: number[];
  /** Of each sample, in bytes. */
  sizes: number[];
  /** The samples one after the other. */
  data: Buffer;
}

/**
 * The fragments of a file, or of a stretch of it that begins with a box; other boxes are passed over.
 *
 * @throws RangeError when one is not as `fragment` writes it, or has no samples where it says, or when the last box is cut short.
 */
export function readFragments(file: Buffer): Fragment[] {
  const places = [...boxesOf(file)];
  const end = places.at(-1)?.end ?? 0;
  if (end !== file.length) throw new RangeError(`no whole box at ${end}`);
  return places.flatMap((moof, index) => (moof.type === "moof" ? [readFragment(file, moof, places[index + 1])] : []));
}

function readFragment(file: Buffer, moof: BoxPlace, mdat: BoxPlace | undefined): Fragment {
  const header = boxIn(file, moof, "mfhd");
  const run = runOf(file, moof);
  const isWhole = mdat?.type === "mdat" && run?.data_offset === mdat.start - moof.start + HEADER_BYTES;
  if (!header || !run || !isWhole) throw new RangeError(`no fragment at ${moof.start - HEADER_BYTES}`);
  return {
    sequence: file.readUInt32BE(header.start + 4),
    start_ms: run.start_ticks / TICKS_PER_MS,
    durations_ms: run.entries.map((entry) => file.readUInt32BE(entry) / TICKS_PER_MS),
    sizes: run.entries.map((entry) => file.readUInt32BE(entry + 4)),
    data: file.subarray(mdat.start, mdat.end),
  };
}
