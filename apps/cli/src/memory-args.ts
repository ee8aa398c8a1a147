/** How `udt memory` is asked. */
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { say } from "@udt/base";
import { LIMITS, MemoryFault } from "@udt/memory";

/** What somebody asked for that cannot be done, told with the usage. */
export class Misuse extends Error {}

type Options = NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>["options"]>;

/** @throws Misuse */
export function read<Given extends Options>(args: string[], options: Given) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new Misuse((error as Error).message);
  }
}

/** The file itself, or the files of a folder; those that begin with a dot are the system's. @throws MemoryFault */
export async function filesOf(path: string): Promise<string[]> {
  const found = await stat(path).catch((error: unknown) => error as Error);
  if (found instanceof Error) throw new MemoryFault(say("memory_no_file", { file: path }, found.message));
  if (!found.isDirectory()) return [path];
  const entries = await readdir(path, { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.name.startsWith(".")).map((entry) => entry.name);
  if (files.length === 0) throw new MemoryFault(say("memory_no_files", { folder: path }));
  if (files.length > LIMITS.files)
    throw new MemoryFault(say("memory_many_files", { folder: path, most: LIMITS.files }));
  return files.toSorted().map((file) => join(path, file));
}
