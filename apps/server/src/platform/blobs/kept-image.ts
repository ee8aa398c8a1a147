import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { LIMITS } from "@udt/contract";
import type { Queries } from "../database/database.ts";
import type { Blobs } from "./blobs.ts";
import type { LooseBlobs } from "./loose-blobs.ts";

/** Where pictures are kept. */
export interface ImageStore {
  blobs: Blobs;
  loose: LooseBlobs;
}

/** A picture that is kept, and what its blob is called. */
export interface KeptImage {
  version: string;
  blob_key: string;
  content_type: string;
}

/**
 * Keeps a picture in the place of the one before. Each has a version of its own, so that browsers may keep what they have.
 * @param keyOf what its blob is called
 * @param set writes down that it is there, and tells within the same transaction, by `own`, what the blob before it is
 *   called, if there is one; where it rejects the picture is not kept
 */
export async function keepImage(
  { blobs, loose }: ImageStore,
  { bytes, content_type }: { bytes: Buffer; content_type: string },
  keyOf: (version: string) => string,
  set: (kept: KeptImage, own: (tx: Queries, before: string | undefined) => Promise<void>) => Promise<unknown>,
): Promise<void> {
  const version = randomUUID();
  const blob_key = keyOf(version);
  let replaced: string[] = [];
  await loose.note([blob_key]);
  try {
    await blobs.put(blob_key, Readable.from([bytes]), LIMITS.image_size_max_bytes);
    await set({ version, blob_key, content_type }, async (tx, before) => {
      replaced = before ? [before] : [];
      await loose.adopt(tx, [blob_key]);
      await loose.note(replaced, tx);
    });
  } catch (error) {
    await loose.deleteUnowned([blob_key]);
    throw error;
  }
  await loose.delete(replaced);
}

/** Takes a picture away, of which `set` writes down that it is gone and tells as it does of one that is kept. */
export async function dropImage(
  { loose }: ImageStore,
  set: (own: (tx: Queries, before: string | undefined) => Promise<void>) => Promise<unknown>,
): Promise<void> {
  let dropped: string[] = [];
  await set((tx, before) => {
    dropped = before ? [before] : [];
    return loose.note(dropped, tx);
  });
  await loose.delete(dropped);
}
