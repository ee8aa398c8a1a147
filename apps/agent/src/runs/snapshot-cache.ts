import { SaidError, say, textBefore } from "@udt/base";
import { createHash, randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { link, mkdir, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { LIMITS } from "@udt/contract";
import { withSignal } from "../with-signal.ts";

/** What the cache takes up at the most. */
const CACHE_BYTES = 8 * LIMITS.snapshot_max_bytes;
const PART = ".part";
/** Of this process: the same is never downloaded twice at once. */
const downloads = new Map<string, Promise<void>>();

/**
 * Libraries' files by their SHA-256, so that a run on many devices, and the next run at the same commit, downloads them
 * once. A user gets a name of its own for the file, which stays when the cache lets go of its.
 */
export class SnapshotCache {
  readonly #folder: string;
  readonly #maxBytes: number;

  constructor(folder: string, maxBytes = CACHE_BYTES) {
    this.#folder = folder;
    this.#maxBytes = maxBytes;
  }

  /**
   * Puts the file at `target`, on the same file system; `download` is asked for its bytes when they are not here. Of several
   * that ask at once one downloads; when that one is given up, the next does.
   */
  async take(
    sha256: string,
    target: string,
    download: (signal: AbortSignal) => Promise<AsyncIterable<Uint8Array>>,
    signal: AbortSignal,
  ): Promise<void> {
    const file = join(this.#folder, sha256);
    for (;;) {
      if (await this.#linked(sha256, file, target, signal)) return;
      const present = downloads.get(file);
      if (present) {
        await withSignal(
          present.catch(() => undefined),
          signal,
        );
        continue;
      }
      const downloading = this.#download(sha256, file, target, download, signal);
      downloads.set(file, downloading);
      try {
        return await downloading;
      } finally {
        downloads.delete(file);
      }
    }
  }

  /** Whether the cache had it whole; what a crash or the disk has spoilt is thrown away. */
  async #linked(sha256: string, file: string, target: string, signal: AbortSignal): Promise<boolean> {
    try {
      await link(file, target);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
      throw error;
    }
    const hash = createHash("sha256");
    await pipeline(createReadStream(target), hash, { signal });
    if (hash.digest("hex") === sha256) {
      const now = new Date();
      await utimes(target, now, now);
      return true;
    }
    await rm(target);
    await rm(file, { force: true });
    return false;
  }

  async #download(
    sha256: string,
    file: string,
    target: string,
    download: (signal: AbortSignal) => Promise<AsyncIterable<Uint8Array>>,
    signal: AbortSignal,
  ): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const part = `${file}.${randomUUID()}${PART}`;
    const hash = createHash("sha256");
    try {
      const body = await download(signal);
      const hashed = async function* () {
        for await (const chunk of body) {
          hash.update(chunk);
          yield chunk;
        }
      };
      await pipeline(hashed, createWriteStream(part, { mode: 0o600 }), { signal });
      const actual = hash.digest("hex");
      if (actual !== sha256) throw new SaidError(say("library_files_damaged", { actual, expected: sha256 }));
      await link(part, target);
      await rename(part, file);
    } finally {
      await rm(part, { force: true });
    }
    await this.#tidy();
  }

  /** Throws away what is above the bound, the longest unused first, and halves that a killed agent left. */
  async #tidy(): Promise<void> {
    const files: { path: string; size: number; usedMs: number }[] = [];
    for (const name of await readdir(this.#folder)) {
      const path = join(this.#folder, name);
      const isBeingWritten = downloads.has(join(this.#folder, textBefore(name, ".")));
      if (name.endsWith(PART)) {
        if (!isBeingWritten) await rm(path, { force: true });
        continue;
      }
      const facts = await stat(path).catch(() => undefined);
      if (facts) files.push({ path, size: facts.size, usedMs: facts.mtimeMs });
    }
    let total = files.reduce((sum, { size }) => sum + size, 0);
    for (const { path, size } of files.toSorted((one, other) => one.usedMs - other.usedMs)) {
      if (total <= this.#maxBytes) return;
      await rm(path, { force: true });
      total -= size;
    }
  }
}
