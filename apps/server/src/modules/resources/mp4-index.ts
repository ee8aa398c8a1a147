/**
 * What a recorder that may be killed at any moment cannot write: where the parts of its video are, and how long the last
 * picture stayed. Agents send fragmented MP4: piece 0 is the head (`ftyp`, `moov`), every further piece is fragments
 * (`moof`, `mdat`) with times in 1/90,000 s. Boxes as in ISO/IEC 14496-12.
 */

const MEDIA_TICKS_PER_MS = 90;
const HIGHEST_DURATION = 0xffff_ffff;
/** `reference_count` of a segment index has 16 bits. */
const REFERENCES_MAX = 0xffff;

interface Fragments {
  size_bytes: number;
  duration_ms: number | null;
  is_start: boolean;
}

/** The segment index (`sidx`, 14496-12 §8.16.3): players seek by it and know the duration. It stands before the first fragment. */
export function indexOf(fragments: readonly Fragments[], duration_ms: number): Uint8Array {
  const references = referencesOf(fragments, duration_ms);
  const box = Buffer.alloc(8 + 4 + 8 + 8 + 4 + references.length * 12);
  let at = 0;
  const u32 = (value: number) => (at = box.writeUInt32BE(value >>> 0, at));
  u32(box.length);
  at += box.write("sidx", at, "latin1");
  u32(0);
  // reference_ID is the track's. The timescale is its too: FFmpeg takes the sum for the track's duration as it stands.
  for (const value of [1, MEDIA_TICKS_PER_MS * 1000, 0, 0]) u32(value);
  at = box.writeUInt16BE(0, at);
  at = box.writeUInt16BE(references.length, at);
  for (const { size_bytes, ms, is_start } of references) {
    u32(size_bytes & 0x7fff_ffff);
    u32(Math.min(HIGHEST_DURATION, Math.round(ms * MEDIA_TICKS_PER_MS)));
    // starts_with_SAP, and SAP_type 1: a picture that needs no other.
    u32(is_start ? 0x9000_0000 : 0);
  }
  return box;
}

function referencesOf(fragments: readonly Fragments[], duration_ms: number) {
  const references: { size_bytes: number; ms: number; is_start: boolean }[] = [];
  let from = 0;
  for (const [index, fragment] of fragments.entries()) {
    const isLast = index === fragments.length - 1;
    const until = isLast ? duration_ms : Math.min(duration_ms, Math.max(from, fragment.duration_ms ?? from));
    const open = references.at(-1);
    const mayOpen = references.length < REFERENCES_MAX && fragment.is_start;
    if (!open || mayOpen)
      references.push({ size_bytes: fragment.size_bytes, ms: until - from, is_start: fragment.is_start });
    else {
      open.size_bytes += fragment.size_bytes;
      open.ms += until - from;
    }
    from = until;
  }
  return references;
}

/** These fragments with the last picture staying until `duration_ms`. What they are is the sender's word: anything odd stays as it is. */
export function stretched(fragments: Buffer, duration_ms: number): Buffer {
  const moof = [...boxes(fragments, 0, fragments.length)].findLast(({ type }) => type === "moof");
  const traf = moof && find(fragments, moof, "traf");
  const tfdt = traf && find(fragments, traf, "tfdt");
  const trun = traf && find(fragments, traf, "trun");
  if (!tfdt || !trun || tfdt.end - tfdt.start < 12 || trun.end - trun.start < 12) return fragments;
  if (fragments[tfdt.start] !== 1) return fragments;
  const flags = fragments.readUIntBE(trun.start + 1, 3);
  const count = fragments.readUInt32BE(trun.start + 4);
  // Offset of the data, then duration, size and flags of every sample: the one form that agents write.
  const samples = trun.start + 12;
  if (flags !== 0x701 || count === 0 || samples + count * 12 !== trun.end) return fragments;
  let start = Number(fragments.readBigUInt64BE(tfdt.start + 4));
  for (let sample = 0; sample < count - 1; sample++) start += fragments.readUInt32BE(samples + sample * 12);
  const last = samples + (count - 1) * 12;
  const wanted = Math.min(HIGHEST_DURATION, Math.round(duration_ms * MEDIA_TICKS_PER_MS - start));
  if (wanted <= fragments.readUInt32BE(last)) return fragments;
  const copy = Buffer.from(fragments);
  copy.writeUInt32BE(wanted, last);
  return copy;
}

interface Box {
  type: string;
  /** Of what is in it. */
  start: number;
  end: number;
}

function* boxes(bytes: Buffer, from: number, to: number): Generator<Box> {
  for (let at = from; at + 8 <= to;) {
    const size = bytes.readUInt32BE(at);
    if (size < 8 || at + size > to) return;
    yield { type: bytes.toString("latin1", at + 4, at + 8), start: at + 8, end: at + size };
    at += size;
  }
}

const find = (bytes: Buffer, inside: Box, type: string): Box | undefined =>
  [...boxes(bytes, inside.start, inside.end)].find((box) => box.type === type);
