/**
 * What RTP does not carry of a picture goes before it as a NAL unit that decoders pass over: supplemental enhancement
 * information of type `user_data_unregistered` (ITU-T H.264 (08/2024) §7.3.2.3 and annex D.1.7).
 */
import { concatBytes } from "../bytes.ts";

export interface PictureMark {
  /** Since the pictures go by this way; pictures of another turn are none of this one's. */
  turn: number;
  /** Of the turn's pictures, from 1. */
  number: number;
  /** Presentation time, microseconds. */
  pts_us: number;
  /** Bytes that were sent to this viewer with it and before it. */
  bytes: number;
}

const FIELDS = ["turn", "number", "pts_us", "bytes"] as const satisfies readonly (keyof PictureMark)[];
/** Says whose user data it is; 16 bytes. */
const OURS = new TextEncoder().encode("udt picture mark");
/** Seven bits each, the eighth always set: a zero byte could look like a start code. */
const FIELD_BYTES = 8;
const GROUP = 0x80;
const PAYLOAD_BYTES = OURS.length + FIELDS.length * FIELD_BYTES;
const START_CODE = [0, 0, 0, 1];
const HEAD = Uint8Array.of(6, 5, PAYLOAD_BYTES, ...OURS);
/** `rbsp_trailing_bits` */
const STOP = 0x80;

/** A picture in Annex B with its mark before it. Fields are whole numbers below 2^53. */
export function markedPicture(mark: PictureMark, ...picture: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const groups = FIELDS.flatMap((field) => {
    let left = mark[field];
    return Array.from({ length: FIELD_BYTES }, () => {
      const group = left % GROUP;
      left = Math.floor(left / GROUP);
      return GROUP + group;
    }).toReversed();
  });
  const unit = Uint8Array.of(...START_CODE, ...HEAD, ...groups, STOP);
  return concatBytes([unit, ...picture]);
}

/** A picture's mark, and what follows it; undefined where none stands first. */
export function readMarked<T extends ArrayBufferLike>(
  marked: Uint8Array<T>,
): { mark: PictureMark; picture: Uint8Array<T> } | undefined {
  // Whoever takes packets apart may write another start code.
  const one = marked.indexOf(1);
  if (one !== 2 && one !== 3) return undefined;
  const begin = one + 1;
  if (HEAD.some((byte, at) => marked[begin + at] !== byte)) return undefined;
  const mark: PictureMark = { turn: 0, number: 0, pts_us: 0, bytes: 0 };
  let at = begin + HEAD.length;
  for (const field of FIELDS)
    for (const end = at + FIELD_BYTES; at < end; at++) mark[field] = mark[field] * GROUP + ((marked[at] ?? 0) % GROUP);
  return marked[at] === STOP ? { mark, picture: marked.subarray(at + 1) } : undefined;
}
