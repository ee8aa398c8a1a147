import { posix } from "node:path";
import type { PhoneTask } from "../../system/tasks.ts";
import { errorText } from "../../system/file-errors.ts";
import { type ByteSource, readerOf, type ShellPhone } from "../program.ts";
import { isDeadly } from "../signals.ts";
import type { CommandRunner } from "./command-runner.ts";
import { Killed, ShellError } from "./control.ts";
import { type Scope, ShellState } from "./state.ts";
import { parseAll, readScript } from "./syntax.ts";

const NEWLINE = 0x0a;
/** The parent of every shell, as `ps` shows it. */
const ADBD_PID = 730;

/** The state of a shell that begins. */
export function newState(phone: ShellPhone, env: Readonly<Record<string, string>>, cwd: string): ShellState {
  const state = new ShellState(phone.system.tasks.allocate());
  for (const [name, value] of Object.entries(env)) state.variables.set(name, { value, exported: true });
  state.cwd = cwd;
  return state;
}

/** Runs a text in a shell. What stands before a mistake is run, as by a shell that reads as it goes. */
export async function runText(interpreter: CommandRunner, text: string, scope: Scope): Promise<number> {
  const whole = await readScript(text);
  if (typeof whole === "object" && "script" in whole) return interpreter.statements(whole.script.statements, scope);
  return runLines(interpreter, text.split("\n"), scope);
}

/** Reads a script as it runs, so that what follows a command is left for the command to read. */
export const runSource = (interpreter: CommandRunner, source: ByteSource, scope: Scope): Promise<number> =>
  runLines(interpreter, linesOf(source), scope);

/** Runs each statement as soon as its last line is read. */
async function runLines(
  interpreter: CommandRunner,
  lines: Iterable<string> | AsyncIterable<string>,
  scope: Scope,
): Promise<number> {
  let pending = "";
  for await (const line of lines) {
    pending += `${line}\n`;
    const reading = await readScript(pending);
    if (reading === "incomplete") continue;
    if ("error" in reading) throw new ShellError(reading.error);
    await interpreter.statements(reading.script.statements, scope);
    pending = "";
  }
  return pending.trim() === ""
    ? scope.state.lastCode
    : interpreter.statements((await parseAll(pending)).statements, scope);
}

async function* linesOf(source: ByteSource): AsyncGenerator<string> {
  for (let line = await readLine(source); line !== undefined; line = await readLine(source)) yield line;
}

async function readLine(source: ByteSource): Promise<string | undefined> {
  const bytes: number[] = [];
  for (;;) {
    const byte = (await source.some(1))?.[0];
    if (byte === undefined) return bytes.length > 0 ? Buffer.from(bytes).toString() : undefined;
    if (byte === NEWLINE) return Buffer.from(bytes).toString();
    bytes.push(byte);
  }
}

/** Makes a shell a task of the phone, until it is removed, and answers the signal that `kill` aborts as well. */
export function shellTask(
  pid: number,
  words: readonly string[],
  phone: ShellPhone,
  signal: AbortSignal,
): { task: PhoneTask; signal: AbortSignal } {
  const stop = new AbortController();
  const task: PhoneTask = {
    pid,
    ppid: ADBD_PID,
    words,
    startedAtMs: phone.system.clock.now(),
    signal: (number) => {
      if (isDeadly(number)) stop.abort(new Killed(number));
    },
  };
  phone.system.tasks.add(task);
  return { task, signal: AbortSignal.any([signal, stop.signal]) };
}

/** A new shell: it gets the environment and nothing else of the one that starts it. */
async function startShell(
  interpreter: CommandRunner,
  { name, positional, options }: { name: string; positional: readonly string[]; options: readonly string[] },
  scope: Scope,
  run: (scope: Scope) => Promise<number>,
): Promise<number> {
  const state = newState(scope.phone, scope.state.environment(), scope.state.cwd);
  state.name = name;
  state.positional = [...positional];
  for (const option of options) state.options.add(option);
  const { task, signal } = shellTask(state.pid, ["sh", ...positional], scope.phone, scope.signal);
  try {
    const inner = { ...scope, state, signal, isTested: false, depth: scope.depth + 1 };
    return await interpreter.subshell(inner, run);
  } finally {
    scope.phone.system.tasks.remove(task);
  }
}

export function runFile(
  interpreter: CommandRunner,
  path: string,
  name: string,
  positional: readonly string[],
  scope: Scope,
): Promise<number> {
  const text = new TextDecoder().decode(scope.phone.system.files.read(path, readerOf(scope.phone)));
  return startShell(interpreter, { name, positional, options: [] }, scope, (own) => runText(interpreter, text, own));
}

/** `sh [-eux] [-c LINE [NAME ARG…] | -s [ARG…] | FILE [ARG…]]`; without any, the script is stdin. */
export async function runShell(interpreter: CommandRunner, args: readonly string[], scope: Scope): Promise<number> {
  let at = 0;
  let flags = "";
  for (let arg = args[0]; arg !== undefined && /^-[a-zA-Z]+$/.test(arg); arg = args[++at]) flags += arg.slice(1);
  const options = [...flags].filter((flag) => "efux".includes(flag));
  const [first, ...rest] = args.slice(at);
  if (flags.includes("c")) {
    const [name = "sh", ...positional] = rest;
    return startShell(interpreter, { name, positional, options }, scope, (own) =>
      runText(interpreter, first ?? "", own),
    );
  }
  if (first === undefined || flags.includes("s")) {
    const positional = first === undefined ? [] : [first, ...rest];
    return startShell(interpreter, { name: "sh", positional, options }, scope, async (own) => {
      const source = own.descriptors.get(0)?.source;
      return source ? runSource(interpreter, source, own) : 0;
    });
  }
  let text: string;
  try {
    text = new TextDecoder().decode(
      scope.phone.system.files.read(posix.resolve(scope.state.cwd, first), readerOf(scope.phone)),
    );
  } catch (error) {
    await scope.descriptors.get(2)?.sink?.(`/system/bin/sh: ${first}: ${errorText(error)}\n`);
    return 127;
  }
  return startShell(interpreter, { name: first, positional: rest, options }, scope, (own) =>
    runText(interpreter, text, own),
  );
}
