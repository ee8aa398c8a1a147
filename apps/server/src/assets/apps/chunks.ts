import { SaidError, say } from "@udt/contract";
import type { Readable } from "node:stream";

export interface Chunking {
  size_bytes: number;
  chunk_size: number;
}

export const chunkNumber = ({ size_bytes, chunk_size }: Chunking): number => Math.ceil(size_bytes / chunk_size);

/** Bytes of the chunk that has this number, counted from 1: all but the last are equally long. */
export const chunkBytes = ({ size_bytes, chunk_size }: Chunking, chunk: number): number =>
  Math.min(chunk_size, size_bytes - (chunk - 1) * chunk_size);

export const chunkKey = (upload_id: string, chunk: number): string => `uploads/${upload_id}/${chunk}`;

/** The chunks of an upload that are not in `received`, as ranges for a person: `2-5, 9`; empty when none is missing. */
export function missingChunks(upload: Chunking, received: readonly number[]): string {
  const there = new Set(received);
  const ranges: { from: number; to: number }[] = [];
  for (let chunk = 1; chunk <= chunkNumber(upload); chunk++) {
    if (there.has(chunk)) continue;
    const last = ranges.at(-1);
    if (last?.to === chunk - 1) last.to = chunk;
    else ranges.push({ from: chunk, to: chunk });
  }
  return ranges.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`)).join(", ");
}

export class WrongLength extends SaidError {}

/**
 * The bytes of `source` if they are exactly `bytes` many. Leaves the source alone when its reader stops early: a request
 * that was destroyed could not be answered any more.
 * @throws WrongLength
 */
export async function* exactly(source: Readable, bytes: number): AsyncGenerator<Buffer> {
  let seen = 0;
  try {
    for await (const piece of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      seen += piece.length;
      if (seen > bytes) throw new WrongLength(say("chunk_more", { expected: bytes }));
      yield piece;
    }
  } catch (error) {
    if (source.errored) throw new WrongLength(say("chunk_cut", { actual: seen }));
    throw error;
  }
  if (seen !== bytes) throw new WrongLength(say("chunk_bytes", { actual: seen, expected: bytes }));
}
