import { delay, isNonEmpty } from "@udt/base";
import { durationMs } from "../durations.ts";
import { EMPTY_SOURCE, readAll } from "../program.ts";
import { signalNumber } from "../signals.ts";
import { type Builtin, complain, say } from "./builtin.ts";
import { Exit, Killed } from "./control.ts";
import { Descriptor, NO_INPUT } from "./descriptors.ts";
import { commandOf } from "./command-names.ts";
import { runAs } from "./run-as.ts";
import { runShell } from "./shells.ts";
import type { Scope } from "./state.ts";

/* Commands whose arguments are another command. */

const TIMED_OUT = 124;
const NOHUP_FILE = "nohup.out";

/** `exec COMMAND`: it takes the shell's place. Without one only its redirections matter, which the interpreter sees to. */
const exec: Builtin = async ({ interpreter, args, scope }) => {
  if (!isNonEmpty(args)) return 0;
  throw new Exit(await interpreter.run({ words: args, environment: {}, among: "files" }, scope));
};

/** `toybox COMMAND`. */
const toybox: Builtin = async (context) => {
  const { interpreter, args, scope } = context;
  if (!isNonEmpty(args) || args[0].startsWith("-"))
    return say(context, `${scope.phone.system.files.list("/system/bin").join(" ")}\n`);
  if (commandOf(args[0]) === undefined) {
    await scope.descriptors.get(2)?.sink?.(`toybox: Unknown command ${args[0]}\n`);
    return 127;
  }
  return interpreter.run({ words: args, environment: {}, among: "files" }, scope);
};

/** `env [-i] [-u NAME] [NAME=VALUE…] [COMMAND]`. */
const env: Builtin = async (context) => {
  const { interpreter, args, scope } = context;
  const state = scope.state.fork();
  const left = args.values();
  for (const arg of left) {
    const equals = arg.indexOf("=");
    if (arg === "-i" || arg === "-") for (const variable of state.variables.values()) variable.exported = false;
    else if (arg === "-u") state.variables.delete(left.next().value ?? "");
    else if (equals > 0) state.variables.set(arg.slice(0, equals), { value: arg.slice(equals + 1), exported: true });
    else return interpreter.run({ words: [arg, ...left], environment: {}, among: "files" }, { ...scope, state });
  }
  const lines = Object.entries(state.environment()).map(([name, value]) => `${name}=${value}\n`);
  return say(context, lines.join(""));
};

/** `nohup COMMAND`: goes on when the terminal is gone, with what it writes in a file if it wrote to that. */
const nohup: Builtin = async (context) => {
  const { interpreter, args, scope } = context;
  if (!isNonEmpty(args)) return complain(context, "needs 1 argument");
  const { traps } = scope.state;
  const before = traps.get("HUP");
  traps.set("HUP", "");
  try {
    const descriptors = scope.descriptors.get(1)?.terminal ? toNohupFile(scope) : scope.descriptors;
    return await interpreter.run({ words: args, environment: {}, among: "files" }, { ...scope, descriptors });
  } finally {
    if (before === undefined) traps.delete("HUP");
    else traps.set("HUP", before);
  }
};

function toNohupFile(scope: Scope): Scope["descriptors"] {
  const { files } = scope.phone.system;
  const path = `${scope.state.cwd === "/" ? "" : scope.state.cwd}/${NOHUP_FILE}`;
  files.assertShellMayWrite(path, "open");
  files.append(path, new Uint8Array(0));
  const output = new Descriptor({
    sink: async (part) => files.append(path, typeof part === "string" ? new TextEncoder().encode(part) : part),
  });
  return new Map(scope.descriptors).set(1, output).set(2, output);
}

/** `setsid COMMAND`, `nice [-n N] COMMAND`, `ionice …`, `taskset …`: this phone's commands all run alike. */
function plainly(valued: readonly string[]): Builtin {
  return async (context) => {
    const { interpreter, args, scope } = context;
    const left = args.values();
    for (const arg of left) {
      if (!arg.startsWith("-"))
        return interpreter.run({ words: [arg, ...left], environment: {}, among: "files" }, scope);
      if (valued.includes(arg)) left.next();
    }
    return complain(context, "needs 1 argument");
  };
}

/** `timeout [-k TIME] [-s SIGNAL] TIME COMMAND`. */
const timeout: Builtin = async (context) => {
  const { interpreter, args, scope } = context;
  let number = 15;
  let at = 0;
  for (; args[at]?.startsWith("-"); at++) {
    if (args[at] === "-k") at++;
    else if (args[at] === "-s") number = signalNumber(args[++at] ?? "") ?? 15;
  }
  const ms = durationMs(args[at] ?? "");
  const words = args.slice(at + 1);
  if (ms === undefined || !isNonEmpty(words)) return complain(context, "needs 2 arguments");
  const stop = new AbortController();
  const ended = new AbortController();
  const signal = AbortSignal.any([scope.signal, stop.signal]);
  // When the command ends first, the waiting is called off.
  const waiting = delay(ms, ended.signal).then(
    () => stop.abort(new Killed(number)),
    () => undefined,
  );
  try {
    const code = await interpreter.run({ words, environment: {}, among: "files" }, { ...scope, signal });
    return stop.signal.aborted ? TIMED_OUT : code;
  } finally {
    ended.abort();
    await waiting;
  }
};

/** `xargs [-0rt] [-n COUNT] [COMMAND]`: the words of stdin as arguments. */
const xargs: Builtin = async (context) => {
  const { interpreter, args, scope } = context;
  let flags = "";
  let count = Infinity;
  let at = 0;
  for (let arg = args[0]; arg !== undefined && /^-./.test(arg); arg = args[++at]) {
    const option = /^-([0rt]*)(?:n(\d*))?$/.exec(arg);
    if (!option) return complain(context, `Unknown option '${arg.slice(1)}'`);
    flags += option[1];
    if (option[2] !== undefined) count = Number(option[2] || (args[++at] ?? ""));
  }
  const [name = "echo", ...given] = args.slice(at);
  const input = Buffer.from(await readAll(scope.descriptors.get(0)?.source ?? EMPTY_SOURCE)).toString();
  const words = input.split(flags.includes("0") ? "\0" : /\s+/).filter((word) => word !== "");
  if (words.length === 0 && flags.includes("r")) return 0;
  // What it runs gets no input of its own.
  const inner = { ...scope, descriptors: new Map(scope.descriptors).set(0, NO_INPUT) };
  let code = 0;
  for (let from = 0; from === 0 || from < words.length; from += count) {
    const whole = [name, ...given, ...words.slice(from, from + count)] as const;
    if (flags.includes("t")) await scope.descriptors.get(2)?.sink?.(`${whole.join(" ")}\n`);
    const each = await interpreter.run({ words: whole, environment: {}, among: "files" }, inner);
    if (each === 127 || each === 126) return each;
    if (each !== 0) code = 123;
  }
  return code;
};

/** `sh [-c LINE [NAME ARG…] | FILE [ARG…]]`. */
const sh: Builtin = ({ interpreter, args, scope }) => runShell(interpreter, args, scope);

export const runningBuiltins: Record<string, Builtin> = {
  env,
  exec,
  ionice: plainly(["-c", "-n"]),
  mksh: sh,
  nice: plainly(["-n"]),
  nohup,
  "run-as": runAs,
  setsid: plainly([]),
  sh,
  timeout,
  toybox,
  xargs,
};
