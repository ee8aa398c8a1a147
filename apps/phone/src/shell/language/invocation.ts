import { posix } from "node:path";
import { type BashRunner, bashRunnerOf } from "../bash-runner.ts";
import { programs } from "../commands/index.ts";
import { canRunLive, liveFilters } from "../live-filters.ts";
import { type Program, failWith } from "../program.ts";
import { readsInput } from "../reading.ts";
import { isDeadly } from "../signals.ts";
import { builtins } from "./builtins.ts";
import { commandOf, BUILTINS_WITH_FILES } from "./command-names.ts";
import type { CommandRunner, Invoked } from "./command-runner.ts";
import { BrokenPipe, EXIT_BROKEN_PIPE, Killed, Return, exitCodeOf } from "./control.ts";
import type { CompoundCommand } from "./nodes.ts";
import { programIo } from "./program-io.ts";
import type { Scope } from "./state.ts";
import { runFile } from "./shells.ts";

/** Commands that wait for what may never come, so that a broken pipe must wake them. */
const WAITING = new Set(["getevent", "logcat", "top"]);
const NOT_FOUND = 127;
const NOT_EXECUTABLE = 126;

/** Finds a command by the first of its words and runs it. */
export async function invoke(interpreter: CommandRunner, invoked: Invoked, scope: Scope): Promise<number> {
  const { words, environment } = invoked;
  const [name, ...args] = words;
  if (invoked.among !== "files") {
    const body = invoked.among === undefined ? scope.state.functions.get(name) : undefined;
    if (body) return withVariables(environment, scope, () => callFunction(interpreter, body, args, scope));
    const builtin = builtins.get(name);
    if (builtin) return withVariables(environment, scope, () => builtin({ interpreter, scope, name, args }));
  }
  const known = commandOf(name);
  if (known === undefined) return runPath(interpreter, invoked, scope);
  const builtin = BUILTINS_WITH_FILES.has(known) ? builtins.get(known) : undefined;
  if (!builtin) return runExternal(known, invoked, scope);
  return withVariables(environment, scope, () => builtin({ interpreter, scope, name: known, args }));
}

async function withVariables(
  environment: Readonly<Record<string, string>>,
  { state }: Scope,
  run: () => Promise<number>,
): Promise<number> {
  const given = Object.entries(environment);
  if (given.length === 0) return run();
  const before = given.map(([name]) => [name, state.variables.get(name)] as const);
  for (const [name, value] of given) state.variables.set(name, { value, exported: true });
  try {
    return await run();
  } finally {
    for (const [name, variable] of before)
      if (variable) state.variables.set(name, variable);
      else state.variables.delete(name);
  }
}

async function callFunction(
  interpreter: CommandRunner,
  body: CompoundCommand,
  args: string[],
  scope: Scope,
): Promise<number> {
  const { state } = scope;
  const { positional } = state;
  state.positional = args;
  state.scopes.push(new Map());
  try {
    const statement = { type: "Pipeline" as const, commands: [body], negated: false };
    const inner = { ...scope, depth: scope.depth + 1 };
    return await interpreter.statements(
      [{ type: "Statement", pipelines: [statement], operators: [], background: false }],
      inner,
    );
  } catch (error) {
    if (error instanceof Return) return error.code;
    throw error;
  } finally {
    state.leaveScope();
    state.positional = positional;
  }
}

/** Runs a program of the phone, or one of toybox, as a task that `ps` shows and `kill` ends. */
async function runExternal(name: string, { words, environment }: Invoked, scope: Scope): Promise<number> {
  const { phone, state, descriptors } = scope;
  const { tasks, clock } = phone.system;
  const stop = new AbortController();
  const readerGone = WAITING.has(name) ? descriptors.get(1)?.readerGone : undefined;
  const signal = AbortSignal.any([scope.signal, stop.signal, ...(readerGone ? [readerGone] : [])]);
  const task = {
    pid: tasks.allocate(),
    ppid: state.pid,
    words: [name, ...words.slice(1)],
    startedAtMs: clock.now(),
    signal: (number: number) => {
      if (isDeadly(number)) stop.abort(new Killed(number));
    },
  };
  tasks.add(task);
  try {
    const args = words.slice(1);
    const env = { ...state.environment(), ...environment };
    const context = { ...programIo(scope), signal, phone, args, cwd: state.cwd, env };
    const code = await programOf(name, args)(context);
    if (readerGone?.aborted) return EXIT_BROKEN_PIPE;
    return signal.aborted ? exitCodeOf(signal) : code;
  } catch (error) {
    if (error instanceof BrokenPipe) return EXIT_BROKEN_PIPE;
    if (signal.aborted) return exitCodeOf(signal);
    throw error;
  } finally {
    tasks.remove(task);
  }
}

function programOf(name: string, args: readonly string[]): Program {
  const live = liveFilters.get(name);
  if (live && canRunLive(name, args) && readsInput([name, ...args])) return live;
  return programs.get(name) ?? ((context) => runToybox(bashRunnerOf(context.phone), name, context));
}

async function runToybox(runner: BashRunner, name: string, context: Parameters<Program>[0]): Promise<number> {
  return runner.run(name, context);
}

function isElf(chunks: Iterable<Uint8Array>): boolean {
  for (const chunk of chunks) return Buffer.from(chunk.subarray(0, 4)).toString("latin1") === "\x7fELF";
  return false;
}

async function runPath(interpreter: CommandRunner, { words, environment }: Invoked, scope: Scope): Promise<number> {
  const [name, ...args] = words;
  const io = programIo(scope);
  const { files } = scope.phone.system;
  const path = posix.resolve(scope.state.cwd, name);
  if (!name.includes("/") || !files.exists(path))
    return failWith(io, `/system/bin/sh: ${name}: inaccessible or not found`, NOT_FOUND);
  const { kind, mode } = files.stat(path);
  if (kind !== "file" || (mode & 0o111) === 0)
    return failWith(io, `/system/bin/sh: ${name}: can't execute: Permission denied`, NOT_EXECUTABLE);
  if (isElf(files.chunks(path)))
    return failWith(io, `/system/bin/sh: ${name}: not executable: 64-bit ELF file`, NOT_EXECUTABLE);
  return withVariables(environment, scope, () => runFile(interpreter, path, name, args, scope));
}
