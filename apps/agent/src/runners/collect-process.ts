import { randomBytes } from "node:crypto";
import { copyFile, lstat, mkdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { listen } from "../tasks/clone.ts";
import { CollectFailure, type CollectedCase, type Exit, type Workplace } from "./runner.ts";

const collected = z.array(z.object({ case_key: z.string(), name: z.string(), file: z.string(), function: z.string() }));
const LIST_MAX_BYTES = 256 * 1024 ** 2;
const WORDS_MAX = 4_000;

/** Whatever a parser prints is the library's own; what counts is in a file whose name nobody but our part of it knows. */
export async function collectBy(
  place: Workplace,
  part: URL,
  argvOf: (inside: { folder: string; list: string }) => [string, ...string[]],
  env: Record<string, string>,
  signal: AbortSignal,
): Promise<{ exit: Exit; said: string; read: () => Promise<CollectedCase[]> }> {
  const folder = join(place.exchange, "collect");
  await mkdir(folder);
  await copyFile(fileURLToPath(part), join(folder, basename(fileURLToPath(part))));
  const list = join(folder, `${randomBytes(8).toString("hex")}.json`);
  const launched = place.launch({
    argv: argvOf({ folder, list }),
    cwd: place.library,
    env: { ...env, UDT_COLLECT_LIST: list, UDT_COLLECT_ROOT: place.library },
  });
  const words = listen(launched, signal);
  const exit = await launched.exited;
  signal.throwIfAborted();
  // Where a library lies on this machine is nobody's business, and our own part of the stack nobody's interest.
  const said = words()
    .split("\n")
    .filter((line) => !line.includes(place.exchange))
    .join("\n")
    .replaceAll(`file://${place.library}/`, "")
    .replaceAll(`${place.library}/`, "")
    .trim()
    .slice(-WORDS_MAX);
  if (exit.bound !== null) {
    const why = {
      time: "it took longer than three minutes",
      memory: "it used too much memory, or too many processes",
      disk: "it filled its disk",
      output: "it printed too much",
    };
    throw new CollectFailure("parser_exited", `the parser was stopped: ${why[exit.bound]}\n${said}`.trim());
  }
  return { exit, said, read: () => readList(list, said) };
}

async function readList(list: string, said: string): Promise<CollectedCase[]> {
  const facts = await lstat(list).catch(() => undefined);
  if (!facts) throw new CollectFailure("abnormal_result", `the parser told no result\n${said}`.trim());
  if (!facts.isFile() || facts.size > LIST_MAX_BYTES)
    throw new CollectFailure("abnormal_result", "the parser's result is too large");
  try {
    return collected.parse(JSON.parse(await readFile(list, "utf8")));
  } catch (error) {
    throw new CollectFailure("abnormal_result", `the parser's result makes no sense\n${said}`.trim(), { cause: error });
  }
}
