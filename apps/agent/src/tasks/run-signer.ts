import { spawn } from "node:child_process";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { SignStep } from "./signers.ts";

export interface StepEnd {
  /** Null where it was ended from outside. */
  exit_code: number | null;
  is_too_long: boolean;
  /** What it said last, without its colours and with no path of the agent's in it. */
  said: string;
}

const SAID_MAX = 2_000;

/** Runs one program to its end. @throws where it cannot be started, and the signal's reason */
export async function runStep(step: SignStep, folder: string, ms: number, signal: AbortSignal): Promise<StepEnd> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  const child = spawn(step.program, step.words, {
    cwd: join(folder, step.folder),
    // Its settings are nobody's, and what it writes aside goes with the task.
    env: { PATH: process.env["PATH"], HOME: folder, TMPDIR: folder, LANG: "C.UTF-8" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const output of [child.stdout, child.stderr])
    output.setEncoding("utf8").on("data", (piece: string) => {
      said = (said + piece).slice(-SAID_MAX);
    });
  child.once("error", reject);
  child.once("close", (exit_code) => resolve(exit_code));
  const kill = () => child.kill("SIGKILL");
  let is_too_long = false;
  const timer = setTimeout(() => {
    is_too_long = true;
    kill();
  }, ms);
  signal.addEventListener("abort", kill);
  try {
    const exit_code = await promise;
    signal.throwIfAborted();
    return { exit_code, is_too_long, said: stripVTControlCharacters(said).replaceAll(`${folder}/`, "").trim() };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", kill);
  }
}
