/**
 * Fragmented MP4 with one H.264 track (ISO/IEC 14496-12:2022 §8.8). A fragment may begin with any picture, because a screen
 * that stands still sends no key frame for minutes and what was recorded must be on its way within a second; the muxers
 * that were tried cut at key frames only. The index that players seek by is made afterwards, see `segmentIndex`.
 *
 * @see https://www.iso.org/standard/83102.html
 */
import { ascii, box, fullBox, HEADER_BYTES, HIGHEST, u32, u64 } from "./boxes.ts";
import { movie, TICKS_PER_MS, type Track } from "./movie.ts";
import { ENTRY_BYTES, RUN_FLAGS } from "./run.ts";

/** `sample_depends_on` 2, none, for a key frame; else 1 and `sample_is_non_sync_sample` (§8.8.3.1). */
const KEY_FLAGS = 0x0200_0000;
const DELTA_FLAGS = 0x0101_0000;
/** `default-base-is-moof`: offsets count from the fragment's beginning (§8.8.7.1). */
const BASE_IS_MOOF = 0x02_0000;

export interface Sample {
  /** Length-prefixed NAL units. */
  data: Uint8Array;
  is_key: boolean;
  /** From the beginning of the recording. */
  at_ms: number;
}

/** The head of the file: `ftyp` and `moov`, which says that fragments follow. */
export function fragmentedHead(track: Track): Buffer {
  const tables = [
    fullBox("stts", 0, 0, u32(0)),
    fullBox("stsc", 0, 0, u32(0)),
    fullBox("stsz", 0, 0, u32(0, 0)),
    fullBox("stco", 0, 0, u32(0)),
  ];
  const more = [box("mvex", fullBox("trex", 0, 0, u32(1, 1, 0, 0, 0)))];
  const brands = box("ftyp", ascii("iso6"), u32(0x200), ascii("iso6isomavc1mp41"));
  return Buffer.concat([brands, movie(track, { duration: 0, tables, more })]);
}

/**
 * `moof` and `mdat`: pictures in their order, of which the last stays until `until_ms`. `sequence` is 1 for the first
 * fragment and one more for each.
 *
 * @throws RangeError without any picture.
 */
export function fragment(sequence: number, samples: readonly Sample[], until_ms: number): Buffer {
  const [first] = samples;
  if (!first) throw new RangeError("a fragment has a picture");
  const entries = samples.map(({ data, is_key, at_ms }, index) => {
    const duration = ticksOf(samples[index + 1]?.at_ms ?? until_ms) - ticksOf(at_ms);
    return u32(Math.min(HIGHEST, Math.max(1, duration)), data.length, is_key ? KEY_FLAGS : DELTA_FLAGS);
  });
  const run = fullBox("trun", 0, RUN_FLAGS, u32(samples.length, 0), ...entries);
  const traf = box(
    "traf",
    fullBox("tfhd", 0, BASE_IS_MOOF, u32(1)),
    fullBox("tfdt", 1, 0, u64(ticksOf(first.at_ms))),
    run,
  );
  const moof = box("moof", fullBox("mfhd", 0, 0, u32(sequence)), traf);
  // The data's offset is known only now that the boxes before it are.
  moof.writeUInt32BE(moof.length + HEADER_BYTES, moof.length - entries.length * ENTRY_BYTES - 4);
  return Buffer.concat([moof, box("mdat", ...samples.map(({ data }) => data))]);
}

const ticksOf = (ms: number): number => Math.round(ms * TICKS_PER_MS);
