import { type Said, say } from "@udt/base";
import { randomBytes } from "node:crypto";
import { copyFile, lstat, mkdtemp, readFile } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { listen } from "./listen.ts";
import { openInside } from "./open-inside.ts";
import type { Exit, Workplace } from "../isolation/workplace.ts";
import { CollectFailure, type Collected } from "./runner.ts";

const collected = z.object({
  cases: z.array(z.object({ case_key: z.string(), name: z.string(), file: z.string(), function: z.string() })),
  faults: z.array(
    z.object({
      case_key: z.string(),
      file: z.string(),
      reason: z.enum(["parser_exited", "abnormal_result"]),
      message: z.string(),
    }),
  ),
});
const LIST_MAX_BYTES = 256 * 1024 ** 2;
const WORDS_MAX = 4_000;
const AT_MAX_BYTES = 4_096;
/** A parser takes no longer. */
export const COLLECT_MS = 3 * 60_000;
/** Which bound of a workplace stopped a parser. */
const BOUNDS: Record<NonNullable<Exit["bound"]>, (evidence: string) => Said> = {
  time: (evidence) => say("parser_too_long", { minutes: COLLECT_MS / 60_000 }, evidence),
  memory: (evidence) => say("parser_memory", {}, evidence),
  processes: (evidence) => say("process_bound_processes", {}, evidence),
  disk: (evidence) => say("parser_disk", {}, evidence),
  disk_full: (evidence) => say("process_bound_disk_full", {}, evidence),
  output: (evidence) => say("parser_output", {}, evidence),
};

/** How a parser ended that has no result. */
export const parserEnd = ({ exit_code, signal }: Exit, evidence: string): Said =>
  signal === null
    ? say("parser_exit", { exit_code: exit_code ?? "?" }, evidence)
    : say("parser_signal", { signal }, evidence);

/** Whatever a parser prints is the library's own; what counts is in a file whose name nobody but our part of it knows. */
export async function collectBy(
  place: Workplace,
  parts: readonly URL[],
  argvOf: (inside: { folder: string; list: string }) => [string, ...string[]],
  envOf: (folder: string) => Record<string, string>,
  signal: AbortSignal,
): Promise<{ exit: Exit; said: string; read: () => Promise<Collected>; readAt: () => Promise<string> }> {
  // Programs of an image, or a parser before, may have run here: nobody knows the folder's name before it is made.
  const folder = await mkdtemp(join(place.exchange, "collect-"));
  for (const part of parts) await copyFile(fileURLToPath(part), join(folder, basename(fileURLToPath(part))));
  const list = join(folder, `${randomBytes(8).toString("hex")}.json`);
  const launched = place.launch({
    argv: argvOf({ folder, list }),
    cwd: place.library,
    env: { ...envOf(folder), UDT_COLLECT_LIST: list, UDT_COLLECT_ROOT: place.library },
  });
  const words = listen(launched, signal);
  const exit = await launched.exited;
  signal.throwIfAborted();
  const said = shown(words(), place).slice(-WORDS_MAX);
  if (exit.bound !== null) {
    throw new CollectFailure("parser_exited", BOUNDS[exit.bound](said));
  }
  return { exit, said, read: () => readList(list, said, place), readAt: () => readAt(place, `${list}.at`) };
}

/** The file that the parser was at when it ended; empty when it was at none, or does not say. */
async function readAt(place: Workplace, path: string): Promise<string> {
  const file = await openInside(place.exchange, relative(place.exchange, path)).catch(() => undefined);
  if (!file) return "";
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(AT_MAX_BYTES), 0, AT_MAX_BYTES, 0);
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Where a library lies on this machine is nobody's business, and our own part of the stack nobody's interest. */
const shown = (words: string, place: Workplace): string =>
  words
    .split("\n")
    .filter((line) => !line.includes(place.exchange))
    .join("\n")
    .replaceAll(`file://${place.library}/`, "")
    .replaceAll(`${place.library}/`, "")
    .trim();

async function readList(list: string, said: string, place: Workplace): Promise<Collected> {
  const facts = await lstat(list).catch(() => undefined);
  if (!facts) throw new CollectFailure("abnormal_result", say("parser_no_result", {}, said));
  if (!facts.isFile() || facts.size > LIST_MAX_BYTES)
    throw new CollectFailure("abnormal_result", say("parser_result_too_large"));
  try {
    const { cases, faults } = collected.parse(JSON.parse(await readFile(list, "utf8")));
    return { cases, faults: faults.map((fault) => ({ ...fault, message: shown(fault.message, place) })) };
  } catch (error) {
    throw new CollectFailure("abnormal_result", say("parser_result_nonsense", {}, said), { cause: error });
  }
}
