/** Runs the operators' commands as an operator does, beside real servers on folders of their own. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { until as untilThere } from "./until.ts";

const MAIN = fileURLToPath(new URL("../../../apps/cli/src/main.ts", import.meta.url));

/** A first start makes a database; on a machine that is busy with other suites that takes its time. */
const FIRST_START_MS = 110_000;

export interface Done {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface Command {
  child: ChildProcess;
  /** Resolves once it has said this, with the first group. */
  until(words: RegExp): Promise<string>;
  done: Promise<Done>;
}

/** Begins `udt ARGS`. */
export function begin(args: string[], env: Record<string, string>): Command {
  const child = spawn(process.execPath, [MAIN, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env["PATH"] ?? "", ...env },
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  const done = once(child, "close").then(([code]) => ({ code: code as number | null, stdout, stderr }));
  const until = (words: RegExp) =>
    untilThere(
      `${words} of udt ${args.join(" ")}`,
      () => {
        const found = words.exec(stdout + stderr);
        return found ? (found[1] ?? found[0]) : undefined;
      },
      FIRST_START_MS,
    );
  return { child, until, done };
}

/** Runs `udt ARGS` to its end. */
export const udt = (args: string[], env: Record<string, string>): Promise<Done> => begin(args, env).done;
