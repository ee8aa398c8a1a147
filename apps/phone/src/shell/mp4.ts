/** One coded picture. */
export interface Mp4Sample {
  /** In AVCC form, see {@link toAvcc}. */
  data: Uint8Array;
  isKey: boolean;
  ptsUs: number;
}

export interface Mp4Track {
  width: number;
  height: number;
  sps: Uint8Array;
  pps: Uint8Array;
  samples: readonly Mp4Sample[];
  /** From the first picture to the end; the last one stays until then. */
  durationUs: number;
}

/** Ticks a second. */
const TIMESCALE = 90_000;
const IDENTITY_MATRIX = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000];

/** The NAL units of an Annex B byte stream, without their start codes. */
export function splitAnnexB(stream: Uint8Array): Uint8Array[] {
  const starts: number[] = [];
  for (let at = 0; at + 2 < stream.length; at++) {
    if (stream[at] === 0 && stream[at + 1] === 0 && stream[at + 2] === 1) starts.push((at += 2) + 1);
  }
  return starts.map((start, index) => {
    let end = index + 1 < starts.length ? starts[index + 1]! - 3 : stream.length;
    // Zeros before the next start code belong to it, or are padding.
    while (end > start && stream[end - 1] === 0) end--;
    return stream.subarray(start, end);
  });
}

/** Annex B as MP4 wants it: each NAL unit behind its 32-bit length. */
export function toAvcc(stream: Uint8Array): Uint8Array {
  return concat(splitAnnexB(stream).flatMap((unit) => [u32(unit.length), unit]));
}

/** An MP4 file with one H.264 track (ISO/IEC 14496-12 and -15), the index behind the pictures. */
export function buildMp4(track: Mp4Track): Uint8Array {
  const head = box("ftyp", ascii("isom"), u32(0x200), ascii("isomavc1mp41"));
  const pictures = box("mdat", ...track.samples.map(({ data }) => data));
  return concat([head, pictures, movie(track, head.length + 8)]);
}

function movie(track: Mp4Track, firstOffset: number): Uint8Array {
  const durations = sampleTicks(track);
  const total = durations.reduce((sum, ticks) => sum + ticks, 0);
  const header = full(
    "mvhd",
    0,
    u32(0, 0, TIMESCALE, total, 0x10000),
    u16(0x100, 0),
    u32(0, 0, ...IDENTITY_MATRIX, 0, 0, 0, 0, 0, 0, 2),
  );
  const trackHeader = full(
    "tkhd",
    7,
    u32(0, 0, 1, 0, total, 0, 0, 0, 0, ...IDENTITY_MATRIX, track.width * 0x10000, track.height * 0x10000),
  );
  const mediaHeader = full("mdhd", 0, u32(0, 0, TIMESCALE, total), u16(0x55c4, 0));
  const handler = full("hdlr", 0, u32(0), ascii("vide"), u32(0, 0, 0), ascii("VideoHandler\0"));
  const dataInfo = box("dinf", full("dref", 0, u32(1), full("url ", 1)));
  const info = box("minf", full("vmhd", 1, u32(0, 0)), dataInfo, sampleTable(track, durations, firstOffset));
  return box("moov", header, box("trak", trackHeader, box("mdia", mediaHeader, handler, info)));
}

function sampleTable(track: Mp4Track, durations: readonly number[], firstOffset: number): Uint8Array {
  const { samples } = track;
  const keys = samples.flatMap(({ isKey }, index) => (isKey ? [index + 1] : []));
  return box(
    "stbl",
    full("stsd", 0, u32(1), visualEntry(track)),
    full("stts", 0, u32(durations.length), u32(...durations.flatMap((ticks) => [1, ticks]))),
    full("stss", 0, u32(keys.length, ...keys)),
    // One chunk holds them all.
    full("stsc", 0, u32(1, 1, samples.length, 1)),
    full("stsz", 0, u32(0, samples.length, ...samples.map(({ data }) => data.length))),
    full("stco", 0, u32(1, firstOffset)),
  );
}

function visualEntry({ width, height, sps, pps }: Mp4Track): Uint8Array {
  const profile = sps.subarray(1, 4);
  const config = concat([bytes(1), profile, bytes(0xff, 0xe1), u16(sps.length), sps, bytes(1), u16(pps.length), pps]);
  const shape = concat([
    u32(0, 0, 0, 0),
    u16(width, height),
    u32(0x480000, 0x480000, 0),
    u16(1),
    new Uint8Array(32),
    u16(0x18, 0xffff),
  ]);
  return box("avc1", new Uint8Array(6), u16(1), shape, box("avcC", config));
}

/** How long each picture stays, from the times they carry. */
function sampleTicks({ samples, durationUs }: Mp4Track): number[] {
  const startUs = samples[0]?.ptsUs ?? 0;
  return samples.map(({ ptsUs }, index) => {
    const nextUs = samples[index + 1]?.ptsUs ?? startUs + durationUs;
    return Math.max(1, Math.round(((nextUs - ptsUs) * TIMESCALE) / 1e6));
  });
}

function box(type: string, ...parts: Uint8Array[]): Uint8Array {
  return concat([u32(parts.reduce((sum, part) => sum + part.length, 8)), ascii(type), ...parts]);
}

/** A box with a version, which is 0 here, and flags. */
function full(type: string, flags: number, ...parts: Uint8Array[]): Uint8Array {
  return box(type, u32(flags), ...parts);
}

const concat = (parts: readonly Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(parts));
const ascii = (text: string): Uint8Array => Buffer.from(text, "latin1");
const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);

function u32(...values: number[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(values.length * 4));
  values.forEach((value, index) => view.setUint32(index * 4, value));
  return new Uint8Array(view.buffer);
}

function u16(...values: number[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(values.length * 2));
  values.forEach((value, index) => view.setUint16(index * 2, value));
  return new Uint8Array(view.buffer);
}
