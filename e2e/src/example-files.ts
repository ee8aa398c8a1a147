import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The files of an example by their paths. */
export function exampleFiles(name: string, below = ""): Record<string, string> {
  const folder = fileURLToPath(new URL(`../../examples/${name}`, import.meta.url));
  return Object.fromEntries(
    readdirSync(join(folder, below)).flatMap((entry) => {
      const path = join(below, entry);
      if (statSync(join(folder, path)).isDirectory()) return Object.entries(exampleFiles(name, path));
      return [[path, readFileSync(join(folder, path), "utf8")] as const];
    }),
  );
}
