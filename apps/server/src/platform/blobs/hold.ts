import { constants, copyFile, link, mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { newId } from "../ids.ts";

const SUFFIX = ".held";
/** A hold that is older was left behind by a process that was killed. */
const LEFT_BEHIND_MS = 86_400_000;

export interface HeldBlobs {
  /** Takes hold of these; answers which are not there. What is held already stays so. */
  add(keys: readonly string[]): Promise<string[]>;
  files(): { key: string; path: string; size_bytes: number }[];
  release(): Promise<void>;
}

/** Keeps files of a blob folder readable, whichever server deletes them meanwhile: by a second name on the same disk. */
export async function holdBlobs(folder: string): Promise<HeldBlobs> {
  const place = join(folder, `${newId()}${SUFFIX}`);
  await mkdir(place, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) {
    if (name.endsWith(SUFFIX) && (await isOld(join(folder, name)))) await rm(join(folder, name), { recursive: true });
  }
  const held = new Map<string, { path: string; size_bytes: number }>();
  return {
    async add(keys) {
      const missing: string[] = [];
      for (const key of keys) {
        if (held.has(key)) continue;
        const path = join(place, String(held.size));
        try {
          await link(join(folder, key), path).catch((error: NodeJS.ErrnoException) => {
            if (error.code === "ENOENT") throw error;
            // A file system without second names.
            return copyFile(join(folder, key), path, constants.COPYFILE_FICLONE);
          });
          held.set(key, { path, size_bytes: (await stat(path)).size });
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
          missing.push(key);
        }
      }
      return missing;
    },
    files: () => [...held].map(([key, file]) => ({ key, ...file })),
    release: () => rm(place, { recursive: true, force: true }),
  };
}

const isOld = async (path: string): Promise<boolean> =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs < Date.now() - LEFT_BEHIND_MS,
    () => false,
  );
