import { loose_blobs } from "../database/apps.schema.ts";
import type { Database, Queries } from "../database/database.ts";
import { inArray, lt } from "../database/sql.ts";
import type { ServerClock } from "../clock.ts";
import type { Blobs } from "./blobs.ts";

/** So long after it was noted nobody is still writing a file. */
const LEFT_BEHIND_MS = 24 * 3_600_000;

/** Notes of files that are being written, or whose owner goes: so that a crash between row and file leaves none behind. */
export class LooseBlobs {
  readonly #database: Database;
  readonly #blobs: Blobs;
  readonly #clock: ServerClock;

  constructor(needs: { database: Database; blobs: Blobs; clock: ServerClock }) {
    this.#database = needs.database;
    this.#blobs = needs.blobs;
    this.#clock = needs.clock;
  }

  /** Notes files that are about to be written, or that lose their owner with this transaction. */
  async note(blob_keys: readonly string[], tx: Queries = this.#database.db): Promise<void> {
    if (blob_keys.length === 0) return;
    const since = this.#clock.now();
    await tx
      .insert(loose_blobs)
      .values(blob_keys.map((blob_key) => ({ blob_key, since })))
      .onConflictDoNothing();
  }

  /** They have an owner from this transaction on. @returns how many of them had none until now */
  async adopt(tx: Queries, blob_keys: readonly string[]): Promise<number> {
    if (blob_keys.length === 0) return 0;
    const { blob_key } = loose_blobs;
    return (
      await tx
        .delete(loose_blobs)
        .where(inArray(blob_key, [...blob_keys]))
        .returning({ blob_key })
    ).length;
  }

  /** Deletes files that were noted. */
  async delete(blob_keys: readonly string[]): Promise<void> {
    for (const blob_key of blob_keys) await this.#blobs.delete(blob_key);
    await this.adopt(this.#database.db, blob_keys);
  }

  /** Deletes those of these files that have no owner. */
  async deleteUnowned(blob_keys: readonly string[]): Promise<void> {
    const rows = await this.#database.db
      .select({ blob_key: loose_blobs.blob_key })
      .from(loose_blobs)
      .where(inArray(loose_blobs.blob_key, [...blob_keys]));
    await this.delete(rows.map(({ blob_key }) => blob_key));
  }

  /** Deletes what was noted long ago: whoever wrote it is gone. */
  async sweep(): Promise<void> {
    const rows = await this.#database.db
      .select({ blob_key: loose_blobs.blob_key })
      .from(loose_blobs)
      .where(lt(loose_blobs.since, this.#clock.now() - LEFT_BEHIND_MS));
    for (const { blob_key } of rows) await this.delete([blob_key]);
  }
}
