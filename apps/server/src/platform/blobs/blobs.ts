import { createReadStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, rmdir, stat, type FileHandle } from "node:fs/promises";
import { randomUUID } from "node:crypto";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { say, UdtError, type Said } from "@udt/contract";
import { askedOnce, NoAnswer } from "../asked-once.ts";
import { DISK_ANSWER_MS, diskOf, type Disk } from "../disk.ts";

/** Where files live. A key is made by the server: words of `A-Za-z0-9._-` joined by `/`; it never holds what a user typed. */
export interface Blobs {
  /**
   * Keeps all of `source` under `key`, in place of what was there; all or nothing, and on disk when it resolves.
   * Answers its size in bytes.
   * @throws UdtError body_too_large once it exceeds `maxBytes`.
   */
  put(key: string, source: Readable, maxBytes: number): Promise<number>;
  /** Its bytes from `start` up to and with `end`, or all of them. Undefined when there is none. */
  get(
    key: string,
    range?: { start: number; end: number },
  ): Promise<{ size_bytes: number; stream: Readable } | undefined>;
  /** Deletes a file, or a folder that is kept as one: a git repository. */
  delete(key: string): Promise<void>;
  /** Removes what writers that were killed left behind, and folders that are empty. */
  sweep(): Promise<void>;
  /** A path on this machine's disk, for readers that need random access. Undefined when there is none. */
  path(key: string): Promise<string | undefined>;
  /** Makes sure that a file can be written, by writing one. @throws what the disk says, and NoAnswer */
  assertRoom(): Promise<void>;
  /** How much room is left, and why files cannot be written, if so. */
  health(): Promise<Disk & { fault: Said | null }>;
}

/**
 * The chunks of `source`, until more than `maxBytes` have come: then it refuses with body_too_large. The source is left
 * open, because that of a request is its connection, on which the refusal is still to be sent.
 */
export async function* atMost(maxBytes: number, source: Readable): AsyncGenerator<Buffer> {
  let seen = 0;
  for await (const chunk of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    seen += chunk.length;
    if (seen > maxBytes) throw new UdtError("body_too_large", { limit_bytes: maxBytes });
    yield chunk;
  }
}

/** Nobody writes to a file for so long without having given up: readers of requests do much earlier. */
const LEFT_BEHIND_MS = 10 * 60_000;

/** No file system keeps so much beside the file's name. */
const PROBE = Buffer.alloc(64 * 1024);

export function folderBlobs(folder: string): Blobs {
  const pathOf = (key: string) => {
    if (!/^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/.test(key))
      throw new Error(`not a blob key: ${key}`);
    return join(folder, key);
  };
  const sizeOf = async (path: string) => {
    try {
      return (await stat(path)).size;
    } catch (error) {
      if (isGone(error)) return undefined;
      throw error;
    }
  };
  const assertRoom = askedOnce(async () => {
    const part = join(folder, `${randomUUID()}.part`);
    try {
      const file = await create(part);
      await file.write(PROBE).finally(() => file.close());
    } finally {
      await rm(part, { force: true });
    }
  }, DISK_ANSWER_MS);
  const room = askedOnce(() => diskOf(folder), DISK_ANSWER_MS);
  return {
    async put(key, source, maxBytes) {
      const path = pathOf(key);
      const part = `${path}.${randomUUID()}.part`;
      try {
        const file = await create(part);
        await pipeline(atMost(maxBytes, source), file.createWriteStream({ flush: true }));
        const { size } = await stat(part);
        await rename(part, path);
        const parent = await open(dirname(path));
        await parent.sync().finally(() => parent.close());
        return size;
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
    },
    async get(key, range) {
      const path = pathOf(key);
      const size_bytes = await sizeOf(path);
      return size_bytes === undefined ? undefined : { size_bytes, stream: createReadStream(path, range) };
    },
    delete: (key) => rm(pathOf(key), { force: true, recursive: true }),
    async sweep() {
      await sweepFolder(folder, Date.now() - LEFT_BEHIND_MS, true);
    },
    async path(key) {
      const path = pathOf(key);
      return (await sizeOf(path)) === undefined ? undefined : path;
    },
    assertRoom: () => assertRoom(),
    async health() {
      try {
        await assertRoom();
        return { ...(await room()), fault: null };
      } catch (error) {
        const fault =
          error instanceof NoAnswer
            ? say("alert_files_silent", { seconds: DISK_ANSWER_MS / 1000 })
            : say("alert_files_unwritable", {}, (error as NodeJS.ErrnoException).code);
        return { free_bytes: 0, total_bytes: 0, fault };
      }
    },
  };
}

/** A new file in a folder that is made for it, also when a sweep removes the empty folder at that very moment. */
async function create(path: string): Promise<FileHandle> {
  for (let attempt = 0; ; attempt++) {
    await mkdir(dirname(path), { recursive: true });
    try {
      return await open(path, "wx");
    } catch (error) {
      if (!isGone(error) || attempt > 2) throw error;
    }
  }
}

/** Git's own folders, in which empty ones have a meaning. */
const REPOSITORY = /\.git$/;

/** Removes old parts of files, and folders that have been empty for as long; a folder that this empties goes next time. */
async function sweepFolder(folder: string, before: number, isRoot = false): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (isGone(error)) return [];
    throw error;
  });
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && REPOSITORY.test(entry.name)) continue;
    if (entry.name.endsWith(".part")) {
      if (await isOlder(path, before)) await rm(path, { recursive: true, force: true });
    } else if (entry.isDirectory()) await sweepFolder(path, before);
  }
  if (!isRoot && entries.length === 0 && (await isOlder(folder, before))) {
    // Another writer may have come first: then the folder is wanted.
    await rmdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST" && error.code !== "ENOENT") throw error;
    });
  }
}

async function isOlder(path: string, time: number): Promise<boolean> {
  try {
    return (await stat(path)).mtimeMs < time;
  } catch (error) {
    if (isGone(error)) return false;
    throw error;
  }
}

const isGone = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === "ENOENT";
