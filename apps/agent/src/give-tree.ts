import { lchown, opendir } from "node:fs/promises";
import type { Dirent } from "node:fs";

const SEPARATOR = Buffer.from("/");
/** It was removed meanwhile, or lies deeper than a path can tell: programs made that, whose own it is. */
const OUT_OF_REACH = new Set(["ENOENT", "ENAMETOOLONG"]);

/**
 * Makes a folder with all that is in it a user's own, links themselves and not what they lead to. Names are bytes: one that
 * a program left and that is not UTF-8 would not be found by its text.
 */
export async function giveTree(top: string, uid: number): Promise<void> {
  await lchown(top, uid, uid);
  const folders = [Buffer.from(top)];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    try {
      for await (const entry of await entriesOf(folder)) {
        const path = Buffer.concat([folder, SEPARATOR, entry.name]);
        await lchown(path, uid, uid);
        if (entry.isDirectory()) folders.push(path);
      }
    } catch (error) {
      if (!OUT_OF_REACH.has((error as NodeJS.ErrnoException).code ?? "")) throw error;
    }
  }
}

const entriesOf = async (folder: Buffer): Promise<AsyncIterable<Dirent<Buffer>>> =>
  // Its types know text alone: https://nodejs.org/docs/latest-v24.x/api/fs.html#fspromisesopendirpath-options
  (await opendir(folder, { encoding: "buffer" as BufferEncoding })) as never;
