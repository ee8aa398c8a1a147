import { mkdir, readdir, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { removeTree } from "../remove-tree.ts";
import { WORKPLACE_END } from "./install.ts";

/** What nothing has asked for in so long is installed anew when it is. */
const KEPT_MS = 14 * 24 * 3_600_000;
const READY = ".ready";
/** Of this process: the same is never made twice at once. */
const making = new Map<string, Promise<string>>();

/** Folders that are costly to make, by what they are made of. They stay where they are made: a virtual environment knows its place. */
export class EnvironmentCache {
  readonly #folder: string;
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The folder of that name; `make` fills it when it is new. A half-made one of an earlier process is thrown away. */
  get(name: string, make: (folder: string) => Promise<void>): Promise<string> {
    const folder = join(this.#folder, name);
    const present = making.get(folder);
    if (present) return present;
    const made = this.#make(folder, make).finally(() => making.delete(folder));
    making.set(folder, made);
    return made;
  }

  async #make(folder: string, make: (folder: string) => Promise<void>): Promise<string> {
    const ready = join(folder, READY);
    const now = new Date();
    const isReady = await utimes(ready, now, now).then(
      () => true,
      () => false,
    );
    if (isReady) return folder;
    await removeTree(folder);
    await mkdir(folder, { recursive: true });
    try {
      await make(folder);
    } catch (error) {
      await removeTree(folder);
      throw error;
    }
    await writeFile(ready, "");
    await this.#forget(now.getTime() - KEPT_MS);
    return folder;
  }

  async #forget(before: number): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      // Of an agent that was killed while it installed.
      if (name.endsWith(WORKPLACE_END) && !making.has(join(this.#folder, name.slice(0, -WORKPLACE_END.length)))) {
        await removeTree(join(this.#folder, name));
        continue;
      }
      const facts = await stat(join(this.#folder, name, READY)).catch(() => undefined);
      if (facts && facts.mtimeMs < before) await removeTree(join(this.#folder, name));
    }
  }
}
