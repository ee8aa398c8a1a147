/**
 * Fragmented MP4 with one H.264 track (ISO/IEC 14496-12 and -15). A fragment may begin with any picture, because a screen
 * that stands still sends no key frame for minutes and what was recorded must be on its way within a second; the muxers
 * that were tried cut at key frames only. The index that players seek by is made by the server.
 */
import type { ParameterSets } from "./h264.ts";

/** Ticks a millisecond; the server's index counts on it. */
const TICKS_PER_MS = 90;
const TIMESCALE = 1000 * TICKS_PER_MS;
const HIGHEST = 0xffff_ffff;
const IDENTITY_MATRIX = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000];
/** `sample_depends_on` 2, none, for a key frame; else 1 and `sample_is_non_sync_sample` (14496-12 §8.8.3.1). */
const KEY_FLAGS = 0x0200_0000;
const DELTA_FLAGS = 0x0101_0000;
/** Profiles whose decoder configuration tells the colours (14496-15 §5.3.3.1.2). */
const HIGH_PROFILES = new Set([100, 110, 122, 144]);

export interface Sample {
  /** Length-prefixed NAL units. */
  data: Uint8Array;
  is_key: boolean;
  /** From the beginning of the recording. */
  at_ms: number;
}

/** The head of the file. */
export function head(size: { width: number; height: number }, sets: ParameterSets): Buffer {
  const movie = full(
    "mvhd",
    0,
    u32(0, 0, TIMESCALE, 0, 0x10000),
    u16(0x100, 0),
    u32(0, 0, ...IDENTITY_MATRIX),
    u32(0, 0, 0, 0, 0, 0, 2),
  );
  const extent = u32(size.width * 0x10000, size.height * 0x10000);
  const track = full("tkhd", 7, u32(0, 0, 1, 0, 0, 0, 0, 0, 0, ...IDENTITY_MATRIX), extent);
  const media = full("mdhd", 0, u32(0, 0, TIMESCALE, 0), u16(0x55c4, 0));
  const handler = full("hdlr", 0, u32(0), ascii("vide"), u32(0, 0, 0), ascii("VideoHandler\0"));
  const data = box("dinf", full("dref", 0, u32(1), full("url ", 1)));
  const table = box(
    "stbl",
    full("stsd", 0, u32(1), visualEntry(size, sets)),
    full("stts", 0, u32(0)),
    full("stsc", 0, u32(0)),
    full("stsz", 0, u32(0, 0)),
    full("stco", 0, u32(0)),
  );
  const info = box("minf", full("vmhd", 1, u32(0, 0)), data, table);
  const extended = box("mvex", full("trex", 0, u32(1, 1, 0, 0, 0)));
  const moov = box("moov", movie, box("trak", track, box("mdia", media, handler, info)), extended);
  return Buffer.concat([box("ftyp", ascii("iso6"), u32(0x200), ascii("iso6isomavc1mp41")), moov]);
}

/** Pictures in their order; the last stays until `until_ms`. */
export function fragment(sequence: number, samples: readonly Sample[], until_ms: number): Buffer {
  const ticks = samples.map(({ at_ms }) => Math.round(at_ms * TICKS_PER_MS));
  const end = Math.round(until_ms * TICKS_PER_MS);
  const entries = samples.map(({ data, is_key }, index) => {
    const duration = (ticks[index + 1] ?? end) - ticks[index]!;
    return u32(Math.min(HIGHEST, Math.max(1, duration)), data.length, is_key ? KEY_FLAGS : DELTA_FLAGS);
  });
  // Offset of the data, then duration, size and flags of each sample. The offset is known once the boxes before it are.
  const run = full("trun", 0x701, u32(samples.length, 0), ...entries);
  const time = Buffer.alloc(8);
  time.writeBigUInt64BE(BigInt(ticks[0]!));
  const traf = box("traf", full("tfhd", 0x020000, u32(1)), fullVersion("tfdt", 1, 0, time), run);
  const moof = box("moof", full("mfhd", 0, u32(sequence)), traf);
  const mdat = box("mdat", ...samples.map(({ data }) => data));
  moof.writeUInt32BE(moof.length + 8, moof.length - entries.length * 12 - 4);
  return Buffer.concat([moof, mdat]);
}

function visualEntry({ width, height }: { width: number; height: number }, { sps, pps }: ParameterSets): Buffer {
  const profile = sps.subarray(1, 4);
  // 4:2:0 with eight bits, which is what screens are encoded in.
  const colours = HIGH_PROFILES.has(profile[0]!) ? bytes(0xfd, 0xf8, 0xf8, 0) : bytes();
  const config = [bytes(1), profile, bytes(0xff, 0xe1), u16(sps.length), sps, bytes(1), u16(pps.length), pps, colours];
  const shape = [u32(0, 0, 0, 0), u16(width, height), u32(0x480000, 0x480000, 0), u16(1), Buffer.alloc(32)];
  return box("avc1", Buffer.alloc(6), u16(1), ...shape, u16(0x18, 0xffff), box("avcC", ...config));
}

function box(type: string, ...parts: Uint8Array[]): Buffer {
  const size = parts.reduce((sum, part) => sum + part.length, 8);
  return Buffer.concat([u32(size), ascii(type), ...parts]);
}

const full = (type: string, flags: number, ...parts: Uint8Array[]): Buffer => fullVersion(type, 0, flags, ...parts);
const fullVersion = (type: string, version: number, flags: number, ...parts: Uint8Array[]): Buffer =>
  box(type, u32(version * 0x100_0000 + flags), ...parts);
const ascii = (text: string): Buffer => Buffer.from(text, "latin1");
const bytes = (...values: number[]): Buffer => Buffer.from(values);

function u32(...values: number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => buffer.writeUInt32BE(value, index * 4));
  return buffer;
}

function u16(...values: number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 2);
  values.forEach((value, index) => buffer.writeUInt16BE(value, index * 2));
  return buffer;
}
