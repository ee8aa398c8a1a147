/** `udt memory …`: what a process's memory was, and what became of it, from files of the platform's own tools. */
import { stat } from "node:fs/promises";
import { ApiError } from "@udt/client";
import { say as word } from "@udt/base";
import { FOOTPRINT_MEASURES, growthOf, isDeviceMemory, MemoryFault, partition, readMemorySample } from "@udt/memory";
import type { Say } from "./device.ts";
import { bytesOf, filesOf, formatOf, Misuse, read } from "./memory-args.ts";
import { diff } from "./memory-diff.ts";
import { upload } from "./memory-upload.ts";
import { growthReport, type MomentOfFiles } from "./memory-growth.ts";
import { STACKS_TOLD, withPartitions } from "./memory-partitions.ts";
import { sampleReport } from "./memory-report.ts";
import { rulesOf } from "./memory-rules.ts";
import { reportText } from "@udt/memory/report";

export const MEMORY_USAGE = `udt memory show FILE... [--partitions RULES] [--format text|markdown|json]
udt memory diff BEFORE AFTER [--fail-over SIZE] [--noise SIZE] [--partitions RULES] [--format text|markdown|json]
udt memory diff --baseline APP[@BRANCH] FILE... --project P [--server URL] [--fail-over SIZE] …
udt memory growth SAMPLE SAMPLE... [--fail-over SIZE] [--device-memory GB] [--format text|markdown|json]
udt memory upload FILE... --trace T --project P [--label L] [--app A] [--app-version V] [--server URL]
                  [--against-baseline[=BRANCH]] [--fail-over SIZE] [--noise SIZE] [--format text|markdown|json]

Reads what the platform's own tools wrote of a process's memory; docs/memory.md lists them. Several files of one moment are one
sample: of show, upload and diff --baseline all FILEs, of diff and growth the files of a folder where BEFORE, AFTER or SAMPLE is one.
show, diff and growth need no server; upload has a server read and keep the sample, in the trace of this id or name, which is made
where there is none.

  --format      markdown has tables for a merge request
  --noise       differences below this are told together; else 5MB
  --fail-over   exit code 1 when the footprint grew by more than this; of growth, by more than this a minute
  --partitions  RULES.json as the console exports it: what belongs to which module
  --baseline    compares with the sample that a server has as the app's baseline, of the branch main where none is named, by the
                project's partition rules
  --against-baseline  the same for what is uploaded, of the app of its trace
  --device-memory  2, 3, 4, 6 or 8 GB of an iPhone or iPad tell at which footprint iOS ends an app
  --label       the scene that the sample was taken in

UDT_PROJECT_TOKEN, or UDT_SECRET_ID and UDT_SECRET_KEY of a person, say in whose name a server is asked; UDT_SERVER_URL takes the
place of --server, UDT_PROJECT of --project.

SIZE is 5MB, 512KB, 1.5GB or a number of bytes; K, M and G count by 1024. Exit code 0 done, 1 grown too much, 2 it was asked
wrongly, a file cannot be read, or there is no such baseline.`;

const EXIT = { done: 0, grown: 1, refused: 2 } as const;

/** @returns the process's exit code */
export async function memory(args: readonly string[], say: Say, env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const [name, ...rest] = args;
  if (args.length === 0 || args.includes("--help")) {
    say.out(MEMORY_USAGE);
    return EXIT.done;
  }
  try {
    if (name === "show") return await show(rest, say);
    if (name === "diff") return (await diff(rest, say, env)) ? EXIT.grown : EXIT.done;
    if (name === "growth") return (await growth(rest, say)) ? EXIT.grown : EXIT.done;
    if (name === "upload") return EXIT[await upload(rest, say, env)];
    throw new Misuse(`there is no command ${name}`);
  } catch (error) {
    if (error instanceof Misuse) say.error(`udt memory: ${error.message}\n\n${MEMORY_USAGE}`);
    else if (error instanceof MemoryFault || error instanceof ApiError)
      say.error(`udt memory ${name}: ${error.message}`);
    else throw error;
    return EXIT.refused;
  }
}

async function show(args: string[], say: Say): Promise<number> {
  const text = { type: "string" } as const;
  const { positionals, values } = read(args, { format: text, partitions: text });
  const format = formatOf(values.format);
  if (positionals.length === 0) throw new Misuse("show needs a FILE");
  const rules = values.partitions === undefined ? undefined : await rulesOf(values.partitions);
  const files = (await Promise.all(positionals.map(filesOf))).flat();
  const sample = await readMemorySample(files);
  const report = sampleReport(sample);
  say.out(reportText(rules ? withPartitions(report, partition(sample, rules, STACKS_TOLD)) : report, format));
  return EXIT.done;
}

/** @returns whether the footprint grew faster than it may */
async function growth(args: string[], say: Say): Promise<boolean> {
  const text = { type: "string" } as const;
  const { positionals, values } = read(args, { "device-memory": text, "fail-over": text, format: text });
  const format = formatOf(values.format);
  const most = bytesOf("--fail-over", values["fail-over"]);
  if (positionals.length < 2) throw new Misuse("growth needs two SAMPLEs or more, each a file or a folder");
  const device = values["device-memory"];
  const gb = device === undefined ? undefined : Number(device);
  if (gb !== undefined && !isDeviceMemory(gb)) throw new Misuse("--device-memory is one of 2, 3, 4, 6, 8");
  const samples: MomentOfFiles[] = [];
  for (const path of positionals) samples.push(...(await momentAt(path)));
  const grown = growthOf(samples);
  if (!grown) throw new MemoryFault(word("memory_no_growth"));
  const { bytes_per_minute } = grown;
  if (most !== undefined && bytes_per_minute === null) throw new MemoryFault(word("memory_one_moment"));
  const isGrown = most !== undefined && (bytes_per_minute ?? 0) > most;
  say.out(reportText(growthReport(grown, gb, { most, isGrown }), format));
  return isGrown;
}

/** When the tool says that the sample was taken, else when its file was written; nothing where it tells no footprint. */
async function momentAt(path: string): Promise<MomentOfFiles[]> {
  const files = await filesOf(path);
  const { taken_at, footprint_bytes, footprints, pid } = await readMemorySample(files);
  if (footprint_bytes === null) return [];
  const written = Math.max(...(await Promise.all(files.map(async (file) => (await stat(file)).mtimeMs))));
  const footprint_measure = FOOTPRINT_MEASURES.find((one) => footprints[one] !== undefined) ?? null;
  return [
    { path, pid, footprint_bytes, footprint_measure, taken_at: taken_at === null ? written : Date.parse(taken_at) },
  ];
}
