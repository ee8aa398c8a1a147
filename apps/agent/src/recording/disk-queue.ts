import { must } from "@udt/base";
import { appendFile, open, readdir, rm, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import { decode, encode, sizeAt, storedSize, type Entry } from "./entry.ts";

/** What has been taken frees its disk in steps of this. */
const SEGMENT_BYTES = 4 * 1024 ** 2;
/** The disk is not the recordings' alone. */
const LEAVE_FREE_BYTES = 512 * 1024 ** 2;
const SUFFIX = ".part";

interface Segment {
  path: string;
  size_bytes: number;
}

/**
 * Entries on disk, first in, first out, in files that are only appended to and go once they have been taken. Nothing of
 * it is kept in memory. Calls come one after the other.
 */
export class DiskQueue {
  readonly #folder: string;
  readonly #max_bytes: number;
  #segments: Segment[] = [];
  #made = 0;
  /** The end of the last segment is not to be trusted. */
  #isTorn = false;
  /** How much of the first segment has been taken. */
  #taken = 0;

  constructor(folder: string, max_bytes: number) {
    this.#folder = folder;
    this.#max_bytes = max_bytes;
  }

  /** What an earlier life left in the folder. */
  static async reopen(folder: string): Promise<DiskQueue> {
    const queue = new DiskQueue(folder, 0);
    const names = (await readdir(folder)).filter((name) => name.endsWith(SUFFIX));
    for (const name of names.toSorted((one, other) => parseInt(one, 10) - parseInt(other, 10))) {
      const path = join(folder, name);
      queue.#segments.push({ path, size_bytes: (await stat(path)).size });
    }
    return queue;
  }

  get isEmpty(): boolean {
    return this.#segments.length === 0;
  }

  /** On disk and not dropped yet. */
  get size_bytes(): number {
    return this.#held - this.#taken;
  }

  /** Appends all of them, or none and answers false: the queue or the disk is as full as it may be. */
  async write(entries: readonly Entry[]): Promise<boolean> {
    const stored = Buffer.concat(entries.map(encode));
    if (this.#held + stored.length > this.#max_bytes) return false;
    let last = this.#segments.at(-1);
    if (!last || last.size_bytes >= SEGMENT_BYTES || this.#isTorn) {
      const { bavail, bsize } = await statfs(this.#folder);
      if (bavail * bsize - stored.length < LEAVE_FREE_BYTES) return false;
      last = { path: join(this.#folder, `${this.#made++}${SUFFIX}`), size_bytes: 0 };
    }
    this.#isTorn = true;
    await appendFile(last.path, stored, { mode: 0o600 });
    this.#isTorn = false;
    if (last.size_bytes === 0) this.#segments.push(last);
    last.size_bytes += stored.length;
    return true;
  }

  /** The first entries, as many as fit into `limit` bytes but one at least; they stay until they are dropped. */
  async read(limit: number): Promise<Entry[]> {
    for (let first = this.#segments[0]; first; first = this.#segments[0]) {
      const left = first.size_bytes - this.#taken;
      let stored = await readAt(first.path, this.#taken, Math.min(left, limit));
      const needed = sizeAt(stored);
      if (needed !== undefined && needed > stored.length && needed <= left)
        stored = await readAt(first.path, this.#taken, needed);
      const entries: Entry[] = [];
      for (let entry = decode(stored); entry; entry = decode(stored)) {
        entries.push(entry);
        stored = stored.subarray(storedSize(entry));
      }
      if (entries.length > 0) return entries;
      // Its writer was killed here: what follows is no entry.
      await this.#next();
    }
    return [];
  }

  /** The first entries, as they were read, are needed no more. */
  async drop(entries: readonly Entry[]): Promise<void> {
    for (const entry of entries) {
      this.#taken += storedSize(entry);
      if (this.#taken >= must(this.#segments[0], "segment of what was read").size_bytes) await this.#next();
    }
  }

  get #held(): number {
    return this.#segments.reduce((sum, { size_bytes }) => sum + size_bytes, 0);
  }

  async #next(): Promise<void> {
    const gone = this.#segments.shift();
    this.#taken = 0;
    if (gone) await rm(gone.path, { force: true });
  }
}

async function readAt(path: string, position: number, length: number): Promise<Buffer> {
  const file = await open(path, "r");
  try {
    const buffer = Buffer.allocUnsafe(length);
    const { bytesRead } = await file.read(buffer, 0, length, position);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
