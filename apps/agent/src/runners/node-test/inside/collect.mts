/**
 * Lists the tests of each file that it is given, as JSON in the file that UDT_COLLECT_LIST names. Each file is read by a
 * process of its own, as `node --test` does it, so that none spoils another: this one runs nothing of the library's.
 *
 * Usage: collect.mts FILES, with the library as working directory.
 */
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

interface Read {
  cases: unknown[];
  fault?: { case_key: string; file: string; reason: string; message: string };
}

const PROCESSES_MAX = 4;
const FILE_MS = 60_000;
const WORDS_MAX = 2_000;
const { UDT_COLLECT_LIST: list } = process.env;
const [, , listed] = process.argv;
if (list === undefined || listed === undefined) throw new Error("UDT_COLLECT_LIST and FILES must be named");
const files = JSON.parse(readFileSync(listed, "utf8")) as string[];
const part = join(dirname(fileURLToPath(import.meta.url)), "collect-file.mts");

/** How a process ended, in no language: what else there is to say is the library's own words. */
const howEnded = (isOurs: boolean, code: number | null, signal: string | null): string =>
  code === 0 ? "" : signal === null ? `exit ${code}` : isOurs ? `${signal}, > ${FILE_MS / 1000} s` : signal;

async function read(file: string, number: number): Promise<Read> {
  const own = `${list}.${number}`;
  const child = spawn(process.execPath, ["--no-warnings", part, file], {
    env: { ...process.env, UDT_COLLECT_LIST: own },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: FILE_MS,
    killSignal: "SIGKILL",
  });
  let words = "";
  const hear = (piece: Buffer) => (words = (words + piece.toString()).slice(-WORDS_MAX));
  child.stdout.on("data", hear);
  child.stderr.on("data", hear);
  const { promise, resolve } = Promise.withResolvers<string>();
  child.on("error", (error) => resolve(error.message));
  child.on("exit", (code, signal) => {
    // What the file has started may hold the pipes open.
    const settle = () => resolve(howEnded(child.killed, code, signal));
    child.once("close", settle);
    setTimeout(settle, 200).unref();
  });
  const how = await promise;
  const fault = (reason: string): Read => ({
    cases: [],
    fault: { case_key: file, file, reason, message: `${how === "" ? file : `${file} (${how})`}\n${words}`.trim() },
  });
  let text: string;
  try {
    text = readFileSync(own, "utf8");
  } catch {
    return fault(how === "" ? "abnormal_result" : "parser_exited");
  }
  // Once it has told, how it ends is of no interest.
  const cases = listOf(text);
  return cases ? { cases } : fault("abnormal_result");
}

/** What a file says of its tests is its own word. */
function listOf(text: string): unknown[] | undefined {
  try {
    const list = JSON.parse(text) as unknown;
    const isCase = (one: unknown): boolean =>
      ["case_key", "name", "file", "function"].every(
        (name) => typeof (one as Record<string, unknown>)[name] === "string",
      );
    return Array.isArray(list) && list.every(isCase) ? list : undefined;
  } catch {
    return undefined;
  }
}

const all: Read[] = [];
/** What is left, for all that read: each takes the next. */
const left = files.entries();
const work = async (): Promise<void> => {
  for (const [number, file] of left) all[number] = await read(file, number);
};
await Promise.all(Array.from({ length: Math.min(PROCESSES_MAX, availableParallelism()) }, work));
const cases = all.flatMap((one) => one.cases);
const faults = all.flatMap(({ fault }) => fault ?? []);
writeFileSync(list, JSON.stringify({ cases, faults }));
process.exit(0);
