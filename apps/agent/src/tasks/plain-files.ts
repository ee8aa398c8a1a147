import { lstat, readdir } from "node:fs/promises";
import { join, relative } from "node:path";

/** The first that a folder holds and that is neither a folder nor a file of its own: a link of whatever kind, or a device. */
export async function firstLink(folder: string): Promise<string | undefined> {
  const folders = [folder];
  for (let at = folders.pop(); at !== undefined; at = folders.pop())
    for (const name of await readdir(at)) {
      const path = join(at, name);
      const facts = await lstat(path);
      if (facts.isDirectory()) folders.push(path);
      else if (!facts.isFile() || facts.nlink > 1) return relative(folder, path);
    }
  return undefined;
}
