import { crc32 } from "node:zlib";

/** What was recorded at one time. */
export interface Entry {
  /** Where its bytes begin in the file. */
  offset: number;
  bytes: Uint8Array;
  /** How far the timeline has come with it. */
  duration_ms: number;
  /** Begins a piece of its own. */
  is_start: boolean;
  /** Nothing comes after it. */
  is_end: boolean;
}

/** Check sum, length, offset, duration, flags; the sum is of all that follows it. */
const HEAD_BYTES = 4 + 4 + 8 + 8 + 1;
const IS_START = 1;
const IS_END = 2;

export const storedSize = ({ bytes }: Entry): number => HEAD_BYTES + bytes.length;

/** As it lies on disk. */
export function encode({ offset, bytes, duration_ms, is_start, is_end }: Entry): Buffer {
  const stored = Buffer.allocUnsafe(HEAD_BYTES + bytes.length);
  stored.writeUInt32BE(bytes.length, 4);
  stored.writeDoubleBE(offset, 8);
  stored.writeDoubleBE(duration_ms, 16);
  stored.writeUInt8((is_start ? IS_START : 0) + (is_end ? IS_END : 0), 24);
  stored.set(bytes, HEAD_BYTES);
  stored.writeUInt32BE(crc32(stored.subarray(4)), 0);
  return stored;
}

/** How long the entry is that begins with these bytes; undefined when its head is not whole. */
export const sizeAt = (stored: Buffer): number | undefined =>
  stored.length < HEAD_BYTES ? undefined : HEAD_BYTES + stored.readUInt32BE(4);

/** The entry that begins with these bytes; undefined when it is not whole. */
export function decode(stored: Buffer): Entry | undefined {
  const size = sizeAt(stored);
  if (size === undefined || size > stored.length) return undefined;
  if (crc32(stored.subarray(4, size)) !== stored.readUInt32BE(0)) return undefined;
  const flags = stored.readUInt8(24);
  return {
    offset: stored.readDoubleBE(8),
    bytes: stored.subarray(HEAD_BYTES, size),
    duration_ms: stored.readDoubleBE(16),
    is_start: (flags & IS_START) !== 0,
    is_end: (flags & IS_END) !== 0,
  };
}
