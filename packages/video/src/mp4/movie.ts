/**
 * `moov`, the description of a file with one H.264 track (ISO/IEC 14496-12:2022 §8).
 *
 * @see https://www.iso.org/standard/83102.html
 */
import type { ParameterSets } from "../h264/nal-units.ts";
import { decoderConfiguration } from "./avc.ts";
import { ascii, box, fullBox, u16, u32 } from "./boxes.ts";

/** All times in a file are counted in these. */
export const TICKS_PER_MS = 90;
const TIMESCALE = 1000 * TICKS_PER_MS;
const IDENTITY_MATRIX = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000];
/** The track is enabled, in the movie and in its preview (§8.3.2.3). */
const TRACK_FLAGS = 7;
/** The undetermined language, "und", as three letters of five bits (§8.4.2.3). */
const LANGUAGE = 0x55c4;

export interface Track extends ParameterSets {
  /** In pixels. */
  width: number;
  height: number;
}

interface MovieParts {
  /** In ticks; 0 when it is not known yet, as in a fragmented file. */
  duration: number;
  /** The tables of samples behind `stsd` (§8.6 and §8.7). */
  tables: readonly Uint8Array[];
  /** What stands behind the track. */
  more: readonly Uint8Array[];
}

export function movie(track: Track, { duration, tables, more }: MovieParts): Buffer {
  const [rate, volume, next_track_ID] = [0x10000, 0x100, 2];
  const header = [u32(0, 0, TIMESCALE, duration, rate), u16(volume, 0), u32(0, 0, ...IDENTITY_MATRIX)];
  const place = u32(0, 0, 1, 0, duration, 0, 0, 0, 0, ...IDENTITY_MATRIX);
  const extent = u32(track.width * 0x10000, track.height * 0x10000);
  const media = box(
    "mdia",
    fullBox("mdhd", 0, 0, u32(0, 0, TIMESCALE, duration), u16(LANGUAGE, 0)),
    fullBox("hdlr", 0, 0, u32(0), ascii("vide"), u32(0, 0, 0), ascii("VideoHandler\0")),
    box(
      "minf",
      fullBox("vmhd", 0, 1, u32(0, 0)),
      box("dinf", fullBox("dref", 0, 0, u32(1), fullBox("url ", 0, 1))),
      box("stbl", fullBox("stsd", 0, 0, u32(1), visualEntry(track)), ...tables),
    ),
  );
  return box(
    "moov",
    fullBox("mvhd", 0, 0, ...header, u32(0, 0, 0, 0, 0, 0, next_track_ID)),
    box("trak", fullBox("tkhd", 0, TRACK_FLAGS, place, extent), media),
    ...more,
  );
}

/** `avc1`, a VisualSampleEntry (14496-12 §12.1.3, 14496-15 §5.4.2.1): 72 dpi, one frame a sample, no name, 24 bits a pixel. */
function visualEntry(track: Track): Buffer {
  const [data_reference_index, dpi_72, frame_count, depth] = [1, 0x480000, 1, 0x18];
  const shape = [u32(0, 0, 0, 0), u16(track.width, track.height), u32(dpi_72, dpi_72, 0), u16(frame_count)];
  const entry = [Buffer.alloc(6), u16(data_reference_index), ...shape, Buffer.alloc(32), u16(depth, 0xffff)];
  return box("avc1", ...entry, decoderConfiguration(track));
}
