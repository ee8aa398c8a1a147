/**
 * What a recorder that may be killed at any moment cannot write: where the parts of its video are, and how long the last
 * picture stayed (ISO/IEC 14496-12:2022).
 *
 * @see https://www.iso.org/standard/83102.html
 */
import { boxesOf, fullBox, HIGHEST, u16, u32 } from "./boxes.ts";
import { TICKS_PER_MS } from "./movie.ts";
import { runOf } from "./run.ts";

/** `reference_count` of a segment index has 16 bits. */
const REFERENCES_MAX = 0xffff;
/** starts_with_SAP, and SAP_type 1: a picture that needs no other. */
const STARTS_WITH_KEY = 0x9000_0000;

/** A stretch of whole fragments. */
export interface Segment {
  size_bytes: number;
  /** Where it ends, from the beginning of the recording; null when nobody knows. */
  duration_ms: number | null;
  /** Whether it begins with a key frame, so that a player may begin here. */
  is_start: boolean;
}

/** The segment index (`sidx`, §8.16.3): players seek by it and know the duration. It stands before the first fragment. */
export function segmentIndex(segments: readonly Segment[], duration_ms: number): Buffer {
  const references = referencesOf(segments, duration_ms);
  // reference_ID is the track's. The timescale is its too: FFmpeg takes the sum for the track's duration as it stands.
  const head = [u32(1, TICKS_PER_MS * 1000, 0, 0), u16(0, references.length)];
  const entries = references.map(({ size_bytes, ms, is_start }) =>
    u32(
      (size_bytes & 0x7fff_ffff) >>> 0,
      Math.min(HIGHEST, Math.round(ms * TICKS_PER_MS)),
      is_start ? STARTS_WITH_KEY : 0,
    ),
  );
  return fullBox("sidx", 0, 0, ...head, ...entries);
}

function referencesOf(segments: readonly Segment[], duration_ms: number) {
  const references: { size_bytes: number; ms: number; is_start: boolean }[] = [];
  let from = 0;
  for (const [index, segment] of segments.entries()) {
    const isLast = index === segments.length - 1;
    const until = isLast ? duration_ms : Math.min(duration_ms, Math.max(from, segment.duration_ms ?? from));
    const open = references.at(-1);
    const mayOpen = references.length < REFERENCES_MAX && segment.is_start;
    if (!open || mayOpen) {
      references.push({ size_bytes: segment.size_bytes, ms: until - from, is_start: segment.is_start });
    } else {
      open.size_bytes += segment.size_bytes;
      open.ms += until - from;
    }
    from = until;
  }
  return references;
}

/**
 * These fragments with the last picture staying until `duration_ms`. What they are is the sender's word: anything odd, and
 * what lasts as long already, is given back as it is.
 */
export function stretched(fragments: Buffer, duration_ms: number): Buffer {
  const moof = [...boxesOf(fragments)].findLast(({ type }) => type === "moof");
  const run = moof && runOf(fragments, moof);
  const last = run?.entries.at(-1);
  if (!run || last === undefined) return fragments;
  let start = run.start_ticks;
  for (const entry of run.entries.slice(0, -1)) start += fragments.readUInt32BE(entry);
  const wanted = Math.min(HIGHEST, Math.round(duration_ms * TICKS_PER_MS - start));
  if (wanted <= fragments.readUInt32BE(last)) return fragments;
  const copy = Buffer.from(fragments);
  copy.writeUInt32BE(wanted, last);
  return copy;
}
