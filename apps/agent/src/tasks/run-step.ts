import { existsSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { DEFAULT_BOUNDS } from "../isolation/bounds.ts";
import { launchPlainly } from "../isolation/plain.ts";
import type { Exit } from "../runners/runner.ts";
import type { SignStep } from "./signing-tools.ts";

export interface StepEnd extends Pick<Exit, "exit_code" | "bound"> {
  /** What it said last, without its colours and with no path of the agent's in it. */
  said: string;
}

export interface StepBounds {
  ms: number;
  /** What of the task's folder is watched, and how large it may become. */
  watched: string;
  disk_bytes: number;
}

const SAID_MAX = 2_000;
const SETPRIV = "/usr/bin/setpriv";
/** The agent's own end, however sudden, is the program's: it holds a private key. */
const ENDS_WITH_AGENT = existsSync(SETPRIV) ? [SETPRIV, "--pdeathsig", "KILL"] : [];
const MEMORY_MAX_BYTES = 4 * 1024 ** 3;

/** Runs one program to its end, and ends all that it started with it. @throws the signal's reason */
export async function runStep(
  step: SignStep,
  folder: string,
  bounds: StepBounds,
  signal: AbortSignal,
): Promise<StepEnd> {
  signal.throwIfAborted();
  const launched = launchPlainly({
    bounds: { ...DEFAULT_BOUNDS, timeMs: bounds.ms, diskBytes: bounds.disk_bytes, memoryBytes: MEMORY_MAX_BYTES },
    writable: [bounds.watched],
    argv: [...ENDS_WITH_AGENT, step.program, ...step.words] as [string, ...string[]],
    cwd: join(folder, step.folder),
    // Its settings are nobody's, and what it writes aside goes with the task.
    env: { PATH: process.env["PATH"] ?? "", HOME: folder, TMPDIR: folder, LANG: "C.UTF-8" },
    links: [],
  });
  let said = "";
  launched.output.setEncoding("utf8").on("data", (piece: string) => {
    said = (said + piece).slice(-SAID_MAX);
  });
  signal.addEventListener("abort", launched.kill);
  try {
    const { exit_code, bound } = await launched.exited;
    signal.throwIfAborted();
    return { exit_code, bound, said: stripVTControlCharacters(said).replaceAll(`${folder}/`, "").trim() };
  } finally {
    signal.removeEventListener("abort", launched.kill);
  }
}
