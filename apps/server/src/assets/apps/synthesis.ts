import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { AppFile, AppFileError } from "@udt/appfile";
import type { Result } from "@udt/base";
import { LIMITS, UdtError } from "@udt/contract";
import type { Blobs } from "../../platform/blobs/blobs.ts";
import { chunkKey, chunkNumber } from "./chunks.ts";
import type { UploadRow } from "./uploads.repository.ts";

/** A chunk that was received is not where it was put. */
export class ChunkLost extends Error {
  readonly chunk: number;
  constructor(chunk: number) {
    super(`chunk ${chunk} is lost`);
    this.chunk = chunk;
  }
}

/**
 * Writes an upload's chunks as one file under `blob_key`. All or nothing: nothing is kept of bytes with another MD5.
 * @throws UdtError upload_md5; ChunkLost; the signal's reason
 */
export async function joinChunks(
  blobs: Blobs,
  upload: UploadRow,
  blob_key: string,
  signal?: AbortSignal,
): Promise<void> {
  const md5 = createHash("md5");
  async function* bytes(): AsyncGenerator<Buffer> {
    for (let chunk = 1; chunk <= chunkNumber(upload); chunk++) {
      const found = await blobs.get(chunkKey(upload.upload_id, chunk));
      if (!found) throw new ChunkLost(chunk);
      for await (const piece of found.stream as AsyncIterable<Buffer>) {
        signal?.throwIfAborted();
        md5.update(piece);
        yield piece;
      }
    }
    const actual = md5.digest("hex");
    if (actual !== upload.md5) throw new UdtError("upload_md5", { actual, expected: upload.md5 });
  }
  await blobs.put(blob_key, Readable.from(bytes(), { objectMode: false }), upload.size_bytes);
}

/** @throws UdtError app_corrupt, app_hostile, app_unsupported, upload_too_large */
export async function readPackage<T = AppFile>(
  blobs: Blobs,
  blob_key: string,
  read: (path: string) => Promise<Result<T, AppFileError>>,
): Promise<T> {
  const path = await blobs.path(blob_key);
  if (path === undefined) throw new Error(`the package ${blob_key} is gone`);
  const reading = await read(path);
  if (reading.ok) return reading.value;
  throw refusalOf(reading.error);
}

/** Why a package is refused. */
export function refusalOf({ code, said: reason }: AppFileError): UdtError {
  switch (code) {
    case "hostile":
      return new UdtError("app_hostile", { reason });
    case "unsupported":
      return new UdtError("app_unsupported", { reason });
    case "too_large":
      return new UdtError("upload_too_large", { limit_bytes: LIMITS.app_size_max_bytes });
    case "corrupt":
    case "not_a_package":
      return new UdtError("app_corrupt", { reason });
    default:
      throw new Error(`unknown code ${String(code satisfies never)}`);
  }
}
