/**
 * Apple's `.memgraph`, as Xcode exports it and `leaks --outputGraph` writes it: a binary property list with an archive of objects whose
 * classes are Apple's own, so that nobody but Apple's tools can read it. It is told apart and looked at from outside: whether it is whole.
 * https://opensource.apple.com/source/CF/CF-1153.18/CFBinaryPList.c
 */
import { say } from "@udt/base";
import { MemoryFault, type Place } from "./fault.ts";

const MAGIC = Buffer.from("bplist00");
/** Five bytes unused, one of the sort version, then what {@link Trailer} names. */
const TRAILER_BYTES = 32;
const EXPECTED = "the end of a binary property list: OFFSET_SIZE REF_SIZE OBJECTS TOP_OBJECT OFFSET_TABLE";

/** What has Apple's tools write texts that are read. */
export const MEMGRAPH_COMMANDS =
  "footprint --json FILE, vmmap -summary, heap -s, leaks, malloc_history -allBySize -fullStacks";

interface Trailer {
  offset_size: number;
  ref_size: number;
  objects: bigint;
  top: bigint;
  table: bigint;
}

export const isMemgraph = (head: Uint8Array): boolean => MAGIC.equals(head.subarray(0, MAGIC.length));

/**
 * Goes through a memory graph, of any size, and counts its objects as the lines of its place.
 * @throws MemoryFault where its end is not that of a whole one
 */
export async function checkMemgraph(pieces: AsyncIterable<Buffer>, place: Place): Promise<void> {
  let bytes = 0;
  let end = Buffer.alloc(0);
  for await (const piece of pieces) {
    bytes += piece.length;
    end = Buffer.concat([end, piece.subarray(-TRAILER_BYTES)]).subarray(-TRAILER_BYTES);
  }
  const trailer = end.length === TRAILER_BYTES ? trailerOf(end) : undefined;
  if (!trailer || !isWhole(trailer, bytes))
    throw new MemoryFault(
      say("memory_bytes_unexpected", {
        file: place.file,
        byte: Math.max(0, bytes - TRAILER_BYTES),
        expected: EXPECTED,
      }),
    );
  place.line = Number(trailer.objects);
}

const trailerOf = (end: Buffer): Trailer => ({
  offset_size: end.readUInt8(6),
  ref_size: end.readUInt8(7),
  objects: end.readBigUInt64BE(8),
  top: end.readBigUInt64BE(16),
  table: end.readBigUInt64BE(24),
});

/** The table of offsets, one for each object, ends where the trailer begins; every object has at least one byte before it. */
function isWhole({ offset_size, ref_size, objects, top, table }: Trailer, bytes: number): boolean {
  const isSized = [offset_size, ref_size].every((size) => size >= 1 && size <= 8);
  const begin = BigInt(MAGIC.length);
  const ends = table + objects * BigInt(offset_size) === BigInt(bytes - TRAILER_BYTES);
  return isSized && objects > 0n && top < objects && table >= begin + objects && ends;
}
