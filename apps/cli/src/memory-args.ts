/** How `udt memory` is asked. */
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { say } from "@udt/base";
import { LIMITS, MemoryFault, sizeOf } from "@udt/memory";
import { isReportFormat, REPORT_FORMATS, type ReportFormat } from "@udt/memory/report";

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

/** @throws Misuse */
export function formatOf(given: string | undefined): ReportFormat {
  if (given === undefined) return "text";
  if (!isReportFormat(given)) throw new Misuse(`--format is one of ${REPORT_FORMATS.join(", ")}`);
  return given;
}

/** @throws Misuse */
export function bytesOf(option: string, given: string | undefined): number | undefined {
  const bytes = given === undefined ? undefined : sizeOf(given);
  if (given !== undefined && bytes === undefined) throw new Misuse(`${option} is a size such as 5MB`);
  return bytes;
}
