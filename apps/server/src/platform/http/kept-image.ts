import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { LIMITS } from "@udt/contract";
import type { Blobs } from "../blobs/blobs.ts";
import type { readImage } from "./image-body.ts";

/**
 * Keeps a picture in the place of the one before. Each has a version of its own, so that browsers may keep what they have.
 * @param keyOf what its blob is called
 * @param set writes down that it is there, and answers what the blob before it is called, if there is one; where it rejects
 *   the picture is not kept
 */
export async function keepImage(
  blobs: Blobs,
  { bytes, content_type }: Awaited<ReturnType<typeof readImage>>,
  keyOf: (version: string) => string,
  set: (kept: { version: string; blob_key: string; content_type: string }) => Promise<string | undefined>,
): Promise<void> {
  const version = randomUUID();
  const blob_key = keyOf(version);
  await blobs.put(blob_key, Readable.from([bytes]), LIMITS.image_size_max_bytes);
  const before = await set({ version, blob_key, content_type }).catch(async (error: unknown) => {
    await blobs.delete(blob_key);
    throw error;
  });
  if (before) await blobs.delete(before);
}
