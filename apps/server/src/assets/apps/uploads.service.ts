import { Readable } from "node:stream";
import type { FastifyBaseLogger } from "fastify";
import { LIMITS, UdtError, type App, type shapes, type Said, say } from "@udt/contract";
import type { z } from "zod";
import { every } from "../../platform/clock.ts";
import type { Queries } from "../../platform/database/database.ts";
import { newId } from "../../platform/ids.ts";
import { appOf } from "./apps.answers.ts";
import type { Actor } from "../../platform/http/caller.ts";
import * as appsRepository from "./apps.repository.ts";
import type { AppsDependencies } from "./apps.service.ts";
import { chunkBytes, chunkKey, chunkNumber, exactly, missingChunks, WrongLength } from "./chunks.ts";
import { checkFileName, checkKind, checkPackageName } from "./file-name.ts";
import { iconKey, insertOnce, withIcon, type KeptPackage } from "./kept-package.ts";
import type { PackageReader } from "./package-reader.ts";
import { ChunkLost, joinChunks, readPackage } from "./synthesis.ts";
import * as repository from "./uploads.repository.ts";
import type { UploadKey, UploadRow } from "./uploads.repository.ts";

export { bytesUnderWay } from "./uploads.repository.ts";
export type Upload = z.output<typeof shapes.upload>;

const HOUR_MS = 3_600_000;
/** Of one file, by what its bytes become. */
const SIZE_MAX_BYTES: Record<UploadRow["purpose"], number> = {
  app: LIMITS.app_size_max_bytes,
  memory: LIMITS.memory_file_max_bytes,
};
/** An upload that nobody touches for so long is given up. */
export const UPLOAD_KEPT_MS = 24 * HOUR_MS;
const PACKAGE_REFUSALS = new Set(["app_corrupt", "app_hostile", "app_unsupported"]);

export interface UploadsDependencies extends Omit<AppsDependencies, "testsWith" | "uses"> {
  log: FastifyBaseLogger;
  readPackage: PackageReader;
}

/** Packages on their way in: chunk by chunk, each kept whole or not at all, then joined, checked and read. */
export class UploadsService {
  readonly #needs: UploadsDependencies;
  readonly #syntheses = new Map<string, Promise<App>>();
  readonly #stopSweeping: () => void;
  #sweeping: Promise<void>;

  constructor(needs: UploadsDependencies) {
    this.#needs = needs;
    const sweep = () => {
      this.#sweeping = this.sweep().catch((error: unknown) => needs.log.error({ err: error }, "sweeping uploads"));
      return this.#sweeping;
    };
    this.#sweeping = sweep();
    this.#stopSweeping = every(needs.clock, HOUR_MS, sweep);
  }

  /**
   * @param within the transaction that it is part of, instead of its own
   * @throws UdtError upload_file_name, upload_wrong_type, upload_too_large
   */
  async create(
    owner: { project_id: string; user_id: string },
    file: { file_name: string; size_bytes: number; md5: string },
    purpose: UploadRow["purpose"] = "app",
    within?: Queries,
  ): Promise<Upload> {
    const isApp = purpose === "app";
    (isApp ? checkPackageName : checkFileName)(file.file_name);
    const limit_bytes = SIZE_MAX_BYTES[purpose];
    if (file.size_bytes > limit_bytes) throw new UdtError("upload_too_large", { limit_bytes });
    const { project_id } = owner;
    const begin = async (tx: Queries) => {
      const known = isApp ? await appsRepository.lockAppByBytes(tx, { project_id, ...file }) : undefined;
      const upload = await repository.findOrInsertUpload(tx, {
        ...owner,
        ...file,
        upload_id: newId(),
        chunk_size: LIMITS.chunk_size_bytes,
        purpose,
        state: known ? "done" : "receiving",
        app_id: known?.app.app_id ?? null,
        touched_at: this.#needs.clock.now(),
      });
      return this.#answer(tx, upload, known);
    };
    return within ? begin(within) : this.#needs.database.transaction(begin);
  }

  /** @throws UdtError upload_not_found */
  async get(key: UploadKey): Promise<Upload> {
    const { db } = this.#needs.database;
    return this.#answer(db, await this.#find(key));
  }

  /**
   * Takes one chunk, in place of what came under its number before. It counts once all of it is on disk.
   * @param body The request's bytes.
   * @param claimedBytes What the caller says they will be, when it does.
   * @throws UdtError upload_not_found, upload_chunk
   */
  async putChunk(
    key: UploadKey,
    chunk: number,
    body: unknown,
    claimedBytes: number | undefined,
  ): Promise<{ received: number[] }> {
    const upload = await this.#find(key);
    if (upload.state === "done") return { received: allChunks(upload) };
    const refuse = (reason: Said, cause?: unknown): never => {
      throw new UdtError("upload_chunk", { chunk_number: chunk, reason }, { cause });
    };
    if (chunk > chunkNumber(upload)) refuse(say("chunk_beyond", { chunks: chunkNumber(upload) }));
    const bytes = chunkBytes(upload, chunk);
    if (!(body instanceof Readable)) return refuse(say("chunk_bytes", { actual: 0, expected: bytes }));
    if (claimedBytes !== undefined && claimedBytes !== bytes)
      refuse(say("chunk_bytes", { actual: claimedBytes, expected: bytes }));
    const blobKey = chunkKey(upload.upload_id, chunk);
    const pieces = exactly(body, bytes);
    try {
      await this.#needs.blobs.put(blobKey, Readable.from(pieces, { objectMode: false }), bytes);
    } catch (error) {
      if (error instanceof WrongLength) refuse(error.said, error);
      throw error;
    }
    const fresh = await this.#needs.database.transaction(async (tx) => {
      const fresh = await repository.lockUpload(tx, key);
      if (fresh?.state !== "receiving") return { upload: fresh, received: undefined };
      await repository.insertChunk(tx, fresh.upload_id, chunk);
      await repository.updateUpload(tx, fresh.upload_id, { touched_at: this.#needs.clock.now() });
      return { upload: fresh, received: await repository.receivedChunks(tx, fresh.upload_id) };
    });
    if (fresh.received) return { received: fresh.received };
    // It came to an end meanwhile: nobody else will delete this, unless what has taken it is still to read it.
    if (fresh.upload?.purpose !== "memory") await this.#needs.blobs.delete(blobKey);
    if (!fresh.upload) throw new UdtError("upload_not_found", { upload_id: key.upload_id });
    return { received: allChunks(fresh.upload) };
  }

  /**
   * Makes an app of an upload whose chunks are all there. However often and at whatever moment it is asked, there is one
   * app; until there is, the chunks stay, so that it can be asked again. A package that is refused is given up at once.
   * @throws UdtError upload_not_found, upload_incomplete, upload_md5, app_corrupt, app_hostile, app_unsupported
   */
  async synthesize(actor: Actor, project_id: string, upload_id: string): Promise<App> {
    const key = { project_id, user_id: actor.user.user_id, upload_id };
    const upload = await this.#find(key);
    if (upload.purpose !== "app") throw new UdtError("upload_not_found", { upload_id });
    const underWay = this.#syntheses.get(upload.upload_id);
    if (underWay) return underWay;
    const synthesis = this.#synthesize(actor, key, upload).finally(() => this.#syntheses.delete(upload.upload_id));
    this.#syntheses.set(upload.upload_id, synthesis);
    return synthesis;
  }

  /** @throws UdtError upload_not_found, also for one that has become an app */
  async cancel(key: UploadKey): Promise<void> {
    if (!(await this.#drop(key))) throw new UdtError("upload_not_found", { upload_id: key.upload_id });
  }

  /** Removes what nobody will ask for any more. */
  async sweep(): Promise<void> {
    const { database, clock, blobs, loose } = this.#needs;
    const before = clock.now() - UPLOAD_KEPT_MS;
    await this.removeDropped(await repository.dropAbandoned(database.db, before));
    await blobs.sweep();
    await loose.sweep();
  }

  async close(): Promise<void> {
    this.#stopSweeping();
    await this.#sweeping;
    await Promise.allSettled(this.#syntheses.values());
  }

  async #find(key: UploadKey): Promise<UploadRow> {
    const upload = await repository.findUpload(this.#needs.database.db, key);
    if (!upload) throw new UdtError("upload_not_found", { upload_id: key.upload_id });
    return upload;
  }

  async #answer(db: Queries, upload: UploadRow, known?: appsRepository.AppListing): Promise<Upload> {
    const { upload_id, file_name, size_bytes, chunk_size, project_id, app_id } = upload;
    const app = known ?? (app_id === null ? undefined : await appsRepository.findApp(db, project_id, app_id));
    return {
      upload_id,
      file_name,
      size_bytes,
      chunk_size,
      chunk_number: chunkNumber(upload),
      received: app ? allChunks(upload) : await repository.receivedChunks(db, upload_id),
      app: app ? appOf(app) : null,
    };
  }

  async #synthesize(actor: Actor, key: UploadKey, upload: UploadRow): Promise<App> {
    const { blobs, database, loose } = this.#needs;
    const known = await this.#finishWithKnown(key);
    if (known) return known;
    const missing = missingChunks(upload, await repository.receivedChunks(database.db, upload.upload_id));
    if (missing !== "") throw new UdtError("upload_incomplete", { missing });

    const blob_key = `packages/${newId()}`;
    const blob_keys = [blob_key, iconKey(blob_key)];
    await loose.note(blob_keys);
    try {
      await joinChunks(blobs, upload, blob_key);
      const file = await readPackage(blobs, blob_key, this.#needs.readPackage);
      checkKind(upload.file_name, file.kind);
      return await this.#keep(actor, key, await withIcon(blobs, file, blob_key));
    } catch (error) {
      if (error instanceof ChunkLost) {
        // Cancelled meanwhile, or lost for good: then it has to be sent again.
        await repository.deleteChunk(database.db, upload.upload_id, error.chunk);
        await this.#find(key);
        throw new UdtError("upload_incomplete", { missing: String(error.chunk) }, { cause: error });
      }
      if (error instanceof UdtError && PACKAGE_REFUSALS.has(error.code)) await this.#drop(key);
      throw error;
    } finally {
      await loose.deleteUnowned(blob_keys);
    }
  }

  /** The app, when the upload has become one or the project has got the same bytes in another way. */
  async #finishWithKnown(key: UploadKey): Promise<App | undefined> {
    const done = await this.#needs.database.transaction(async (tx) => {
      const upload = await repository.lockUpload(tx, key);
      if (!upload) throw new UdtError("upload_not_found", { upload_id: key.upload_id });
      const known = await appsRepository.lockAppByBytes(tx, upload);
      if (!known) return undefined;
      await repository.updateUpload(tx, upload.upload_id, { state: "done", app_id: known.app.app_id });
      return { upload, app: appOf(known) };
    });
    if (done) await this.#removeChunks(done.upload);
    return done?.app;
  }

  /** The app's row, the upload's end and the event, in one transaction. */
  async #keep(actor: Actor, key: UploadKey, told: KeptPackage): Promise<App> {
    const { bus, clock, audit } = this.#needs;
    const { app, upload } = await bus.transaction(async (tx, announce) => {
      const upload = await repository.lockUpload(tx, key);
      if (!upload) throw new UdtError("upload_not_found", { upload_id: key.upload_id });
      const { project_id, user_id, file_name, size_bytes, md5 } = upload;
      const app_id = newId();
      const created_at = clock.now();
      const row = { ...told, project_id, size_bytes, md5, app_id, user_id, file_name, created_at };
      const { app, isNew } = await insertOnce(tx, this.#needs.loose, row);
      if (isNew) {
        announce(project_id, { type: "app.changed", app_id });
        await audit.write(tx, { action: "app.upload", ...actor, project_id, target: file_name, detail: { app_id } });
      }
      await repository.updateUpload(tx, upload.upload_id, {
        state: "done",
        app_id: app.app.app_id,
        touched_at: created_at,
      });
      return { app: appOf(app), upload };
    });
    await this.#removeChunks(upload);
    return app;
  }

  /** Gives up an upload under way, with its chunks. False when there is none. */
  async #drop(key: UploadKey): Promise<boolean> {
    const upload = await this.#needs.database.transaction(async (tx) => {
      const upload = await repository.lockUpload(tx, key);
      if (upload?.state !== "receiving") return undefined;
      await repository.updateUpload(tx, upload.upload_id, { state: "dropped" });
      return upload;
    });
    if (upload) await this.removeDropped([upload]);
    return upload !== undefined;
  }

  /** Removes what is left of uploads that were dropped. */
  async removeDropped(uploads: readonly UploadRow[]): Promise<void> {
    for (const upload of uploads) {
      await this.#removeChunks(upload);
      await repository.deleteDropped(this.#needs.database.db, upload.upload_id);
    }
  }

  async #removeChunks(upload: UploadRow): Promise<void> {
    for (const chunk of allChunks(upload)) await this.#needs.blobs.delete(chunkKey(upload.upload_id, chunk));
  }
}

const allChunks = (upload: UploadRow): number[] => Array.from({ length: chunkNumber(upload) }, (_, index) => index + 1);
