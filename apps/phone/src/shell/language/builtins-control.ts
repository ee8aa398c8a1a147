import { posix } from "node:path";
import { isNonEmpty } from "@udt/base";
import { FileError, errorText } from "../../system/file-errors.ts";
import { readerOf } from "../program.ts";
import { type Builtin, type BuiltinContext, complain, say } from "./builtin.ts";
import { test as judgeTest } from "./conditions.ts";
import { Exit, LoopJump, Return, ShellError } from "./control.ts";
import { commandOf } from "./command-names.ts";
import { runText } from "./shells.ts";

const succeed: Builtin = async () => 0;
const fail: Builtin = async () => 1;

function jump(kind: "break" | "continue"): Builtin {
  return async ({ args }) => {
    throw new LoopJump(kind, Math.max(1, Number(args[0] ?? 1) || 1));
  };
}

const returns: Builtin = async ({ args, scope }) => {
  throw new Return(args[0] === undefined ? scope.state.lastCode : Number(args[0]) & 0xff);
};

const exit: Builtin = async ({ args, scope }) => {
  throw new Exit(args[0] === undefined ? scope.state.lastCode : Number(args[0]) & 0xff);
};

const evaluates: Builtin = ({ interpreter, args, scope }) =>
  args.length === 0 ? Promise.resolve(0) : runText(interpreter, args.join(" "), scope);

/** `. FILE [ARG…]`: in this shell. */
const source: Builtin = async (context) => {
  const { interpreter, scope, args } = context;
  const [name, ...positional] = args;
  if (name === undefined) return complain(context, "missing argument");
  const { state, phone } = scope;
  let text: string;
  try {
    text = new TextDecoder().decode(phone.system.files.read(posix.resolve(state.cwd, name), readerOf(phone)));
  } catch (error) {
    return complain(context, `${name}: ${errorText(error)}`);
  }
  const before = state.positional;
  if (positional.length > 0) state.positional = positional;
  try {
    return await runText(interpreter, text, { ...scope, depth: scope.depth + 1 });
  } catch (error) {
    if (error instanceof Return) return error.code;
    throw error;
  } finally {
    state.positional = before;
  }
};

/** `trap ACTION SIGNAL…`, `trap - SIGNAL…`, `trap`. */
const trap: Builtin = async (context) => {
  const { traps } = context.scope.state;
  const [action, ...signals] = context.args;
  if (action === undefined)
    return say(context, [...traps].map(([signal, text]) => `trap -- '${text}' ${signal}\n`).join(""));
  const isReset = action === "-" || signals.length === 0;
  for (const signal of signals.length === 0 ? [action] : signals) {
    const name = signal === "0" ? "EXIT" : signal === "1" ? "HUP" : signal.toUpperCase().replace(/^SIG/, "");
    if (isReset) traps.delete(name);
    else traps.set(name, action);
  }
  return 0;
};

/** mksh reads backslashes unless told not to. */
const echo: Builtin = async (context) => {
  let readsEscapes = true;
  let endsLine = true;
  let at = 0;
  for (let arg = context.args[0]; arg !== undefined && /^-[neE]+$/.test(arg); arg = context.args[++at])
    for (const letter of arg.slice(1)) {
      if (letter === "n") endsLine = false;
      else readsEscapes = letter === "e";
    }
  const text = context.args.slice(at).join(" ");
  if (!readsEscapes) return say(context, text + (endsLine ? "\n" : ""));
  const end = endOf(text);
  return say(context, end >= 0 ? unescape(text.slice(0, end)) : unescape(text) + (endsLine ? "\n" : ""));
};

/** Where `\c` cuts the output short; a backslash behind another one is none. */
function endOf(text: string): number {
  for (let at = text.indexOf("\\"); at >= 0; at = text.indexOf("\\", at + 2)) if (text[at + 1] === "c") return at;
  return -1;
}

const ESCAPES = new Map([
  ["\\a", "\x07"],
  ["\\b", "\b"],
  ["\\e", "\x1b"],
  ["\\f", "\f"],
  ["\\n", "\n"],
  ["\\r", "\r"],
  ["\\t", "\t"],
  ["\\v", "\v"],
  ["\\\\", "\\"],
]);

function unescape(text: string): string {
  return text.replace(
    /\\(?:0([0-7]{1,3})|x([\da-fA-F]{1,2})|u([\da-fA-F]{1,4})|[abefnrtv\\])/g,
    (whole, octal?: string, hexadecimal?: string, unicode?: string) => {
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
      const code = hexadecimal ?? unicode;
      return code === undefined ? (ESCAPES.get(whole) ?? whole) : String.fromCodePoint(Number.parseInt(code, 16));
    },
  );
}

/** `print [-nr] TEXT…`. */
const print: Builtin = async (context) => {
  const [first = "", ...others] = context.args;
  const flags = /^-[nre]+$/.test(first) ? first : "";
  const text = (flags === "" ? context.args : others).join(" ");
  return say(context, (flags.includes("r") ? text : unescape(text)) + (flags.includes("n") ? "" : "\n"));
};

const test: Builtin = async (context) => {
  const words = context.name === "[" ? context.args.slice(0, -1) : context.args;
  if (context.name === "[" && context.args.at(-1) !== "]") return complain(context, "missing ]", 2);
  try {
    return Number(!judgeTest(words, context.scope));
  } catch (error) {
    if (error instanceof ShellError) return complain(context, error.message, 2);
    throw error;
  }
};

const cd: Builtin = async (context) => {
  const { state, phone } = context.scope;
  const wanted = context.args.find((arg) => !/^-[LP]$/.test(arg)) ?? state.get("HOME") ?? "/";
  const name = wanted === "-" ? state.get("OLDPWD") : wanted;
  if (name === undefined) return complain(context, "no OLDPWD", 2);
  const path = posix.resolve(state.cwd, name);
  try {
    if (phone.system.files.stat(path).kind !== "directory")
      return await complain(context, `${path}: Not a directory`, 2);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return complain(context, `${path}: ${error.text}`, 2);
  }
  state.variables.set("OLDPWD", { value: state.cwd, exported: true });
  state.cwd = path;
  return wanted === "-" ? say(context, `${path}\n`) : 0;
};

const pwd: Builtin = (context) => {
  const { state, phone } = context.scope;
  return say(context, `${context.args[0] === "-P" ? phone.system.files.realpath(state.cwd) : state.cwd}\n`);
};

/** What a name means, or undefined. */
function meaningOf(name: string, { interpreter, scope }: BuiltinContext): { short: string; long: string } | undefined {
  if (scope.state.functions.has(name)) return { short: name, long: `${name} is a function` };
  if (interpreter.hasBuiltin(name)) return { short: name, long: `${name} is a shell builtin` };
  const path = name.includes("/") ? posix.resolve(scope.state.cwd, name) : `/system/bin/${name}`;
  const isThere = name.includes("/") ? scope.phone.system.files.exists(path) : commandOf(name) !== undefined;
  return isThere ? { short: path, long: `${name} is ${path}` } : undefined;
}

const type: Builtin = async (context) => {
  let code = 0;
  for (const name of context.args.filter((arg) => !arg.startsWith("-"))) {
    const meaning = meaningOf(name, context);
    if (!meaning) code = 1;
    await say(context, `${meaning?.long ?? `${name} not found`}\n`);
  }
  return code;
};

/** `command [-v|-V] NAME [ARG…]`. */
const command: Builtin = async (context) => {
  const { interpreter, scope, args } = context;
  const [first, ...rest] = args;
  if (first === "-V") return type({ ...context, args: rest });
  if (first === "-v") {
    const meanings = rest.map((name) => meaningOf(name, context)?.short);
    await say(context, meanings.flatMap((each) => (each === undefined ? [] : [`${each}\n`])).join(""));
    return Number(meanings.includes(undefined));
  }
  const words = first === "-p" ? rest : args;
  return !isNonEmpty(words) ? 0 : interpreter.run({ words, environment: {}, among: "builtins" }, scope);
};

const whence: Builtin = (context) =>
  command({
    ...context,
    args: [context.args[0] === "-v" ? "-V" : "-v", ...context.args.filter((arg) => !arg.startsWith("-"))],
  });

const umask: Builtin = (context) => (context.args.length > 0 ? Promise.resolve(0) : say(context, "0077\n"));

const ulimit: Builtin = (context) => say(context, context.args.includes("-n") ? "32768\n" : "unlimited\n");

export const controlBuiltins: Record<string, Builtin> = {
  ".": source,
  ":": succeed,
  "[": test,
  break: jump("break"),
  cd,
  command,
  continue: jump("continue"),
  echo,
  eval: evaluates,
  exit,
  false: fail,
  print,
  pwd,
  return: returns,
  source,
  test,
  trap,
  true: succeed,
  type,
  ulimit,
  umask,
  whence,
};
