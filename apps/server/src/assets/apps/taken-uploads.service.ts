import { UdtError } from "@udt/contract";
import type { Blobs } from "../../platform/blobs/blobs.ts";
import type { Database, Queries } from "../../platform/database/database.ts";
import { missingChunks } from "./chunks.ts";
import { ChunkLost, joinChunks } from "./synthesis.ts";
import * as repository from "./uploads.repository.ts";
import type { UploadKey, UploadRow } from "./uploads.repository.ts";

/** Uploads that become files of a memory sample. */
export class TakenUploads {
  readonly #needs: { database: Database; blobs: Blobs };

  constructor(needs: { database: Database; blobs: Blobs }) {
    this.#needs = needs;
  }

  /**
   * Takes whole uploads for one sample: no other can have them then.
   * @throws UdtError upload_not_found, upload_incomplete
   */
  async take(
    tx: Queries,
    owner: Omit<UploadKey, "upload_id">,
    upload_ids: readonly string[],
    touched_at: number,
  ): Promise<UploadRow[]> {
    const taken = new Map<string, UploadRow>();
    // In one order, so that two who want the same do not wait for each other.
    for (const upload_id of upload_ids.toSorted()) {
      const upload = await repository.lockUpload(tx, { ...owner, upload_id });
      if (upload?.purpose !== "memory" || upload.state !== "receiving")
        throw new UdtError("upload_not_found", { upload_id });
      const missing = missingChunks(upload, await repository.receivedChunks(tx, upload_id));
      if (missing !== "") throw new UdtError("upload_incomplete", { missing });
      await repository.updateUpload(tx, upload_id, { state: "done", touched_at });
      taken.set(upload_id, upload);
    }
    return upload_ids.flatMap((upload_id) => taken.get(upload_id) ?? []);
  }

  /** Writes the bytes of one that was taken as one file. @returns false where they did not come whole. @throws the signal's reason */
  async writeTo(upload_id: string, blob_key: string, signal: AbortSignal): Promise<boolean> {
    const { database, blobs } = this.#needs;
    const upload = await repository.findTaken(database.db, upload_id);
    if (!upload) return false;
    try {
      await joinChunks(blobs, upload, blob_key, signal);
      return true;
    } catch (error) {
      if (error instanceof ChunkLost || (error instanceof UdtError && error.code === "upload_md5")) return false;
      throw error;
    }
  }

  /** Gives up those that were taken. @returns what is to be removed once the transaction is over */
  drop(tx: Queries, files: readonly { upload_id: string | null }[]): Promise<UploadRow[]> {
    return repository.dropTaken(
      tx,
      files.flatMap(({ upload_id }) => upload_id ?? []),
    );
  }
}
