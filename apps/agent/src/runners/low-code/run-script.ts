/** A program of the repository as a step: isolated as every script of a library. */
import { SaidError, say } from "@udt/base";
import { join } from "node:path";
import type { Workplace } from "../../isolation/workplace.ts";
import type { AccountValues } from "./account-values.ts";

/** Of what it prints at last, so much stands in the report beside its failure. */
const EVIDENCE_CHARS = 2_000;

export interface ScriptWish {
  /** From the library's root on. */
  file: string;
  args: readonly string[];
  seconds: number;
}

interface Room {
  place: Workplace;
  env: Readonly<Record<string, string>>;
  secrets: AccountValues;
  /** Told of what it prints, as it does, without the account's values. */
  onOutput(text: string): void;
  signal: AbortSignal;
}

/**
 * Resolves when it has ended with 0 and nothing of it is left.
 * @throws SaidError when it ends otherwise, or runs for too long
 */
export async function runScript({ file, args, seconds }: ScriptWish, room: Room): Promise<void> {
  const { place, env, secrets, onOutput, signal } = room;
  signal.throwIfAborted();
  const launched = place.launch({
    argv: [place.programs.node, join(place.library, file), ...args],
    cwd: place.library,
    env,
  });
  const kill = () => launched.kill();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    kill();
  }, seconds * 1_000);
  signal.addEventListener("abort", kill, { once: true });
  const decoder = new TextDecoder();
  let printed = "";
  const hiding = secrets.hiding();
  // Cut only once it is hidden: of a value that is cut the rest would show.
  const tell = (text: string) => {
    printed = (printed + text).slice(-EVIDENCE_CHARS);
    if (text !== "") onOutput(text);
  };
  launched.output.on("data", (bytes: Buffer) =>
    tell(hiding.next(decoder.decode(bytes, { stream: true }).replaceAll(`${place.library}/`, ""))),
  );
  try {
    const { exit_code, signal: by, bound } = await launched.exited;
    tell(hiding.end());
    signal.throwIfAborted();
    if (isLate) throw new SaidError(say("low_code_script_time", { file, seconds }, printed));
    if (exit_code === 0) return;
    throw new SaidError(say("low_code_script_failed", { file, code: bound ?? exit_code ?? by ?? "" }, printed));
  } finally {
    signal.removeEventListener("abort", kill);
    clearTimeout(timer);
  }
}
