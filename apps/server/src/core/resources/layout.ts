import { Readable } from "node:stream";
import { segmentIndex, stretched } from "@udt/video/mp4";
import type { Blobs } from "../../platform/blobs/blobs.ts";
import type { PieceRow } from "./resources.repository.ts";

/** A stretch of a file: stored somewhere, or made just now. */
export type Part = { size_bytes: number; blob_key: string } | { size_bytes: number; bytes: Uint8Array };

/** What a file that is still in pieces consists of. A video is given the index that its recorder could not write. */
export async function partsOf(
  blobs: Blobs,
  file: { content_type: string; duration_ms: number | null },
  pieces: readonly PieceRow[],
): Promise<Part[]> {
  const [head, ...fragments] = pieces;
  const last = fragments.at(-1);
  if (file.content_type !== "video/mp4" || !head || !last) return [...pieces];
  const duration_ms = Math.max(file.duration_ms ?? 0, last.duration_ms ?? 0);
  const bytes = stretched(await wholeOf(blobs, last.blob_key), duration_ms);
  const index = segmentIndex(fragments, duration_ms);
  return [
    head,
    { bytes: index, size_bytes: index.length },
    ...fragments.slice(0, -1),
    { bytes, size_bytes: bytes.length },
  ];
}

export const sizeOf = (parts: readonly Part[]): number => parts.reduce((sum, part) => sum + part.size_bytes, 0);

/** The bytes from `start` up to and with `end` of a file that consists of these parts. */
export function readParts(blobs: Blobs, parts: readonly Part[], range: { start: number; end: number }): Readable {
  async function* read() {
    let offset = 0;
    for (const part of parts) {
      const first = Math.max(0, range.start - offset);
      const last = Math.min(part.size_bytes - 1, range.end - offset);
      offset += part.size_bytes;
      if (first > last) continue;
      if ("bytes" in part) {
        yield part.bytes.subarray(first, last + 1);
        continue;
      }
      const blob = await blobs.get(part.blob_key, { start: first, end: last });
      if (!blob) throw new Error(`the file ${part.blob_key} is gone`);
      yield* blob.stream as AsyncIterable<Uint8Array>;
    }
  }
  return Readable.from(read(), { objectMode: false });
}

async function wholeOf(blobs: Blobs, blob_key: string): Promise<Buffer> {
  const blob = await blobs.get(blob_key);
  if (!blob) throw new Error(`the file ${blob_key} is gone`);
  return Buffer.concat(await blob.stream.toArray());
}
