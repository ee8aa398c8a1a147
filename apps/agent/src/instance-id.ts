import { randomUUID } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** The id of this installation, made once and kept in the data folder. */
export async function instanceId(dataDir: string): Promise<string> {
  const file = join(dataDir, "instance-id");
  const kept = (await readFile(file, "utf8").catch(() => "")).trim();
  if (/^[0-9a-f-]{36}$/.test(kept)) return kept;
  const made = randomUUID();
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await writeFile(file, `${made}\n`);
  return made;
}
