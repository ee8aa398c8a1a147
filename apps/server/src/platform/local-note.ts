import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

/** One line that this server remembers beside its data, such as which of several agents runs beside it. */
export interface LocalNote {
  /** Undefined when there is none. */
  read(): Promise<string | undefined>;
  write(text: string): Promise<void>;
}

export function localNote(path: string): LocalNote {
  return {
    async read() {
      try {
        return (await readFile(path, "utf8")).trim();
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
        throw error;
      }
    },
    async write(text) {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(`${path}.new`, `${text}\n`);
      await rename(`${path}.new`, path);
    },
  };
}
