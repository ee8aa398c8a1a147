/**
 * What a recorder that may be killed at any moment cannot write: where the parts of its video are, and how long the last
 * picture stayed (ISO/IEC 14496-12:2022).
 *
 * @see https://www.iso.org/standard/83102.html
 */
import { box, boxesOf, fullBox, HEADER_BYTES, HIGHEST, u16, u32 } from "./boxes.ts";
import { TICKS_PER_MS } from "./movie.ts";
import { runOf } from "./run.ts";

/** More places to begin at are told of in groups: with a key frame every ten seconds, from nearly three hours on. */
const REFERENCES_MAX = 1024;
const REFERENCE_BYTES = 12;
/** Size, letters, version and flags, reference_ID, timescale, earliest time, first offset, count. */
const HEAD_BYTES = 32;
/** What the index and the free space behind it (`free`, §8.1.2) take up together, whatever is in it. */
const PLACE_BYTES = HEAD_BYTES + REFERENCES_MAX * REFERENCE_BYTES + HEADER_BYTES;
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

/**
 * The segment index (`sidx`, §8.16.3): players seek by it and know the duration. It stands before the first fragment, and
 * takes up the same place as long as the video grows: who plays it meanwhile has some bytes from before and some from after.
 */
export function segmentIndex(segments: readonly Segment[], duration_ms: number): Buffer {
  const references = inGroups(referencesOf(segments, duration_ms));
  const free = PLACE_BYTES - HEAD_BYTES - references.length * REFERENCE_BYTES;
  // reference_ID is the track's. The timescale is its too: FFmpeg takes the sum for the track's duration as it stands.
  const head = [u32(1, TICKS_PER_MS * 1000, 0, free), u16(0, references.length)];
  const entries = references.map(({ size_bytes, ms, is_start }) =>
    u32(
      (size_bytes & 0x7fff_ffff) >>> 0,
      Math.min(HIGHEST, Math.round(ms * TICKS_PER_MS)),
      is_start ? STARTS_WITH_KEY : 0,
    ),
  );
  return Buffer.concat([fullBox("sidx", 0, 0, ...head, ...entries), box("free", Buffer.alloc(free - HEADER_BYTES))]);
}

interface Reference {
  size_bytes: number;
  ms: number;
  is_start: boolean;
}

/** As many as the index has room for, each of as many neighbours. */
function inGroups(references: readonly Reference[]): Reference[] {
  const size = Math.ceil(references.length / REFERENCES_MAX);
  const groups = Array.from({ length: Math.ceil(references.length / (size || 1)) }, (_, index) =>
    references.slice(index * size, (index + 1) * size),
  );
  const sum = (of: readonly number[]) => of.reduce((total, one) => total + one, 0);
  return groups.map((group) => ({
    size_bytes: sum(group.map(({ size_bytes }) => size_bytes)),
    ms: sum(group.map(({ ms }) => ms)),
    is_start: group.every(({ is_start }) => is_start),
  }));
}

function referencesOf(segments: readonly Segment[], duration_ms: number): Reference[] {
  const references: Reference[] = [];
  let from = 0;
  for (const [index, segment] of segments.entries()) {
    const isLast = index === segments.length - 1;
    const until = isLast ? duration_ms : Math.min(duration_ms, Math.max(from, segment.duration_ms ?? from));
    const open = references.at(-1);
    if (!open || segment.is_start) {
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
