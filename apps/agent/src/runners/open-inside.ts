import { constants } from "node:fs";
import { open, realpath, type FileHandle } from "node:fs/promises";
import { dirname, join, sep } from "node:path";

const NO_LINK = constants.O_RDONLY | constants.O_NOFOLLOW;
const ON_LINUX = process.platform === "linux";

/**
 * Opens a plain file below `root`, which belongs to a script that may still be running: no link is followed, on the way or
 * at its end, also not one that is put there meanwhile, and nothing that would block is waited for. Rejects otherwise.
 */
export async function openInside(root: string, path: string): Promise<FileHandle> {
  const file = ON_LINUX ? await openStepwise(root, path.split(sep)) : await openChecked(root, path);
  if ((await file.stat()).isFile()) return file;
  await file.close();
  throw new Error("is not a file");
}

/** Each step is opened in the folder that the step before has open, whatever its name leads to by now. */
async function openStepwise(root: string, names: readonly string[]): Promise<FileHandle> {
  let folder = await open(root, NO_LINK | constants.O_DIRECTORY);
  try {
    for (const name of names.slice(0, -1)) {
      if (name === "..") throw new Error("leads out of its folder");
      const next = await open(`/proc/self/fd/${folder.fd}/${name}`, NO_LINK | constants.O_DIRECTORY);
      await folder.close();
      folder = next;
    }
    return await open(`/proc/self/fd/${folder.fd}/${names.at(-1)}`, NO_LINK | constants.O_NONBLOCK);
  } finally {
    await folder.close();
  }
}

async function openChecked(root: string, path: string): Promise<FileHandle> {
  const folder = await realpath(dirname(join(root, path)));
  if (!`${folder}${sep}`.startsWith(`${await realpath(root)}${sep}`)) throw new Error("leads out of its folder");
  return open(join(root, path), NO_LINK);
}
