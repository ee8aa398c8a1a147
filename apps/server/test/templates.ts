/**
 * Data folders in which a database has been made and brought up to date once: making one takes seconds, copying it does not.
 * Run by itself it prints where the embedded database's folder is, for processes that have no test runner.
 */
import { createHash, randomUUID } from "node:crypto";
import { existsSync, globSync, readFileSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openDatabase } from "../src/platform/database/database.ts";

const pathOf = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const CACHE = pathOf("../../../node_modules/.cache/udt-server");

/**
 * The folder of this kind of database at its present tables, made when it is not there yet.
 *
 * @param version changes when another program makes the folder
 * @param make fills the folder, which is empty; its database is closed afterwards
 */
export async function template(
  kind: string,
  version: string,
  make: (folder: string) => Promise<void>,
): Promise<string> {
  const hash = createHash("sha256").update(version);
  for (const file of globSync("*.{sql,json}", { cwd: pathOf("../migrations") }).toSorted())
    hash.update(file).update(readFileSync(join(pathOf("../migrations"), file)));
  const folder = join(CACHE, `${kind}-${hash.digest("hex").slice(0, 12)}`);
  if (existsSync(folder)) return folder;
  const making = `${folder}.${randomUUID()}`;
  await mkdir(making, { recursive: true });
  await make(making);
  // Of two processes that make it at once, the second finds it made.
  await rename(making, folder).catch(() => rm(making, { recursive: true }));
  return folder;
}

export const embeddedTemplate = (): Promise<string> =>
  template(
    "pglite",
    readFileSync(fileURLToPath(import.meta.resolve("@electric-sql/pglite")), "utf8"),
    async (folder) => {
      const database = await openDatabase({ folder });
      await database.close();
    },
  );

if (import.meta.main) console.log(await embeddedTemplate());
