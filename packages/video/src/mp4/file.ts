import { ascii, box, fullBox, HEADER_BYTES, u32 } from "./boxes.ts";
import { movie, TICKS_PER_MS, type Track } from "./movie.ts";

/** One coded picture. */
export interface Mp4Sample {
  /** NAL units behind their lengths, see `lengthPrefixed`. */
  data: Uint8Array;
  isKey: boolean;
  /** Presentation time in microseconds, from whenever. */
  ptsUs: number;
}

export interface Mp4Video extends Track {
  /** In the order of their times. */
  samples: readonly Mp4Sample[];
  /** From the first picture to the end; the last one stays until then. */
  durationUs: number;
}

/** A whole MP4 file of a recording that is over, the index behind the pictures (ISO/IEC 14496-12:2022). */
export function mp4File(video: Mp4Video): Uint8Array {
  const head = box("ftyp", ascii("isom"), u32(0x200), ascii("isomavc1mp41"));
  const pictures = box("mdat", ...video.samples.map(({ data }) => data));
  const durations = sampleTicks(video);
  const duration = durations.reduce((sum, ticks) => sum + ticks, 0);
  const tables = sampleTables(video, durations, head.length + HEADER_BYTES);
  return Buffer.concat([head, pictures, movie(video, { duration, tables, more: [] })]);
}

/** Durations, key pictures, and where each picture lies: `firstOffset` is the first's place in the file (§8.6.1, §8.6.2, §8.7). */
function sampleTables({ samples }: Mp4Video, durations: readonly number[], firstOffset: number): Uint8Array[] {
  const keys = samples.flatMap(({ isKey }, index) => (isKey ? [index + 1] : []));
  return [
    fullBox("stts", 0, 0, u32(durations.length), u32(...durations.flatMap((ticks) => [1, ticks]))),
    fullBox("stss", 0, 0, u32(keys.length, ...keys)),
    // One chunk holds them all.
    fullBox("stsc", 0, 0, u32(1, 1, samples.length, 1)),
    fullBox("stsz", 0, 0, u32(0, samples.length, ...samples.map(({ data }) => data.length))),
    fullBox("stco", 0, 0, u32(1, firstOffset)),
  ];
}

/** How long each picture stays, from the times they carry. */
function sampleTicks({ samples, durationUs }: Mp4Video): number[] {
  const startUs = samples[0]?.ptsUs ?? 0;
  return samples.map(({ ptsUs }, index) => {
    const nextUs = samples[index + 1]?.ptsUs ?? startUs + durationUs;
    return Math.max(1, Math.round(((nextUs - ptsUs) * TICKS_PER_MS) / 1000));
  });
}
