import { randomUUID } from "node:crypto";
import type { Dirent } from "node:fs";
import { chmod, lstat, mkdir, opendir, readdir, rename, rmdir, unlink } from "node:fs/promises";
import { join } from "node:path";

/** Files that are removed at once: the system's threads are all busy with these, and none of them waits long. */
const AT_ONCE = 64;

/**
 * Removes a folder with all that is in it, however many files programs left, however deep they nested it, whatever they called
 * things and whatever permissions they took away. A path that is longer than the system takes (4,096 bytes on Linux) cannot be
 * named: so each folder is first moved up to the top, where its path is short. What is called off in between goes on from where it
 * was. Nothing must write to the folder meanwhile.
 * @param signal leaves the rest as it is
 */
export async function removeTree(top: string, signal?: AbortSignal): Promise<void> {
  const facts = await lstat(top).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
  if (!facts) return;
  if (!facts.isDirectory()) return unlink(top);
  // What was moved up is met again at the top.
  const moved = new Set<string>();
  const folders = [top];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    await chmod(folder, 0o700);
    const files = new Batch();
    const below: string[] = [];
    // Names are bytes: one that is not UTF-8 would not be found again by its text.
    for await (const entry of await openFolder(folder)) {
      if (signal?.aborted) return files.done();
      if (folder === top && moved.has(entry.name.toString())) continue;
      const path = Buffer.concat([Buffer.from(join(folder, "/")), entry.name]);
      if (!entry.isDirectory()) {
        await files.add(unlink(path));
        continue;
      }
      const name = randomUUID();
      const aside = join(top, name);
      // Moving a folder changes what is in it: its own parent.
      await chmod(path, 0o700);
      moved.add(name);
      await rename(path, aside);
      if ((await lstat(aside)).isDirectory()) below.push(aside);
    }
    await files.done();
    if (folder !== top) await rmdir(folder);
    // One by one: a call takes fewer arguments than a folder may have entries.
    for (const each of below) folders.push(each);
  }
  await rmdir(top);
}

/** Does {@link AT_ONCE} things at once, and tells the first failure once these are over. */
class Batch {
  #going: Promise<void>[] = [];
  #failure: unknown;

  async add(work: Promise<void>): Promise<void> {
    this.#going.push(work.catch((error: unknown) => void (this.#failure ??= error)));
    if (this.#going.length >= AT_ONCE) await this.done();
  }

  async done(): Promise<void> {
    await Promise.all(this.#going);
    this.#going = [];
    if (this.#failure !== undefined) throw this.#failure;
  }
}

/** Its entries a few at a time: of a folder with a million of them the list alone would hold the process up. */
const openFolder = async (folder: string): Promise<AsyncIterable<Dirent<Buffer>>> =>
  // Its types know text alone: https://nodejs.org/docs/latest-v24.x/api/fs.html#fspromisesopendirpath-options
  (await opendir(folder, { encoding: "buffer" as BufferEncoding, bufferSize: AT_ONCE })) as never;

/**
 * Moves folders of an earlier life aside at once, and removes them and what was moved aside before while the process goes on.
 * @param signal leaves the rest to the next start.
 * @param onFailed is told of what could not be removed: it stays where it was moved to, and is tried again at the next start.
 * @returns once all is moved aside; `removed` is for who waits until it is gone, too.
 */
export async function removeAside(
  folders: readonly string[],
  trash: string,
  onFailed: (folder: string, error: unknown) => void,
  signal: AbortSignal,
): Promise<{ removed: Promise<void> }> {
  await mkdir(trash, { recursive: true, mode: 0o700 });
  for (const folder of folders)
    await rename(folder, join(trash, randomUUID())).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") onFailed(folder, error);
    });
  const remove = async () => {
    for (const name of await readdir(trash)) {
      if (signal.aborted) return;
      const folder = join(trash, name);
      await removeTree(folder, signal).catch((error: unknown) => onFailed(folder, error));
    }
  };
  return { removed: remove().catch((error: unknown) => onFailed(trash, error)) };
}
