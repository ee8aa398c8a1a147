/** `udt memory …`: what a process's memory was, and what became of it, from files of the platform's own tools. No server is needed. */
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { say as word } from "@udt/base";
import {
  compareSamples,
  type Comparison,
  LIMITS,
  MemoryFault,
  type MemorySample,
  NOISE_BYTES,
  readMemorySample,
  sizeOf,
} from "@udt/memory";
import type { Say } from "./device.ts";
import { comparisonReport, sampleReport } from "./memory-report.ts";
import { isReportFormat, REPORT_FORMATS, type ReportFormat, reportText } from "./report-text.ts";

export const MEMORY_USAGE = `udt memory show FILE... [--format text|markdown|json]
udt memory diff BEFORE AFTER [--fail-over SIZE] [--noise SIZE] [--format text|markdown|json]

Reads what the platform's own tools wrote of a process's memory; docs/memory.md lists them. Several files of one moment are one
sample: of show all FILEs, of diff the files of a folder where BEFORE or AFTER is one.

  --format      markdown has tables for a merge request
  --noise       differences below this are told together; else 5MB
  --fail-over   exit code 1 when the footprint grew by more than this

SIZE is 5MB, 512KB, 1.5GB or a number of bytes; K, M and G count by 1024. Exit code 0 done, 1 grown too much, 2 it was asked
wrongly or a file cannot be read.`;

const EXIT = { done: 0, grown: 1, refused: 2 } as const;

/** What somebody asked for that cannot be done, told with the usage. */
class Misuse extends Error {}

/** @returns the process's exit code */
export async function memory(args: readonly string[], say: Say): Promise<number> {
  const [name, ...rest] = args;
  if (args.length === 0 || args.includes("--help")) {
    say.out(MEMORY_USAGE);
    return EXIT.done;
  }
  try {
    if (name === "show") return await show(rest, say);
    if (name === "diff") return await diff(rest, say);
    throw new Misuse(`there is no command ${name}`);
  } catch (error) {
    if (error instanceof Misuse) say.error(`udt memory: ${error.message}\n\n${MEMORY_USAGE}`);
    else if (error instanceof MemoryFault) say.error(`udt memory ${name}: ${error.message}`);
    else throw error;
    return EXIT.refused;
  }
}

async function show(args: string[], say: Say): Promise<number> {
  const { positionals, values } = read(args, { format: { type: "string" } });
  const format = formatOf(values.format);
  if (positionals.length === 0) throw new Misuse("show needs a FILE");
  const files = (await Promise.all(positionals.map(filesOf))).flat();
  const sample = await readMemorySample(files);
  say.out(reportText(sampleReport(sample), format));
  return EXIT.done;
}

async function diff(args: string[], say: Say): Promise<number> {
  const options = { "fail-over": { type: "string" }, noise: { type: "string" }, format: { type: "string" } } as const;
  const { positionals, values } = read(args, options);
  const format = formatOf(values.format);
  const [before, after, more] = positionals;
  if (before === undefined || after === undefined || more !== undefined)
    throw new Misuse("diff needs BEFORE and AFTER, each a file or a folder");
  const noise = bytesOf("--noise", values.noise) ?? NOISE_BYTES;
  const most = bytesOf("--fail-over", values["fail-over"]);
  const samples = [await sampleAt(before), await sampleAt(after)] as const;
  const comparison = compareSamples(...samples, noise);
  if (most !== undefined && !comparison.footprint) throw new MemoryFault(word("memory_no_footprint"));
  const isGrown = most !== undefined && grownBy(comparison) > most;
  say.out(reportText(comparisonReport(comparison, { noise, most, isGrown }), format));
  return isGrown ? EXIT.grown : EXIT.done;
}

const grownBy = ({ footprint }: Comparison): number => footprint?.delta ?? 0;

const sampleAt = async (path: string): Promise<MemorySample> => readMemorySample(await filesOf(path));

/** The file itself, or the files of a folder; those that begin with a dot are the system's. */
async function filesOf(path: string): Promise<string[]> {
  const found = await stat(path).catch((error: unknown) => error as Error);
  if (found instanceof Error) throw new MemoryFault(word("memory_no_file", { file: path }, found.message));
  if (!found.isDirectory()) return [path];
  const entries = await readdir(path, { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.name.startsWith(".")).map((entry) => entry.name);
  if (files.length === 0) throw new MemoryFault(word("memory_no_files", { folder: path }));
  if (files.length > LIMITS.files)
    throw new MemoryFault(word("memory_many_files", { folder: path, most: LIMITS.files }));
  return files.toSorted().map((file) => join(path, file));
}

type Options = NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>["options"]>;

function read<Given extends Options>(args: string[], options: Given) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new Misuse((error as Error).message);
  }
}

function formatOf(given: string | undefined): ReportFormat {
  if (given === undefined) return "text";
  if (!isReportFormat(given)) throw new Misuse(`--format is one of ${REPORT_FORMATS.join(", ")}`);
  return given;
}

function bytesOf(option: string, given: string | undefined): number | undefined {
  const bytes = given === undefined ? undefined : sizeOf(given);
  if (given !== undefined && bytes === undefined) throw new Misuse(`${option} is a size such as 5MB`);
  return bytes;
}
