import { quoteWord } from "../words.ts";
import { type Builtin, type BuiltinContext, complain, say } from "./builtin.ts";
import type { Scope, ShellState, Variable } from "./state.ts";

function split(text: string): [name: string, value: string | undefined] {
  const equals = text.indexOf("=");
  return equals < 0 ? [text, undefined] : [text.slice(0, equals), text.slice(equals + 1)];
}

/** `export`, `readonly`, `local`, `typeset`: assigns and marks. */
function declares(marks: Partial<Variable>, isLocal: boolean): Builtin {
  return async (context) => {
    const { state } = context.scope;
    const flags = context.args.filter((arg) => /^[-+][A-Za-z]+$/.test(arg)).join("");
    const operands = context.args.filter((arg) => !/^[-+][A-Za-z]*$/.test(arg));
    const all = {
      ...marks,
      ...(flags.includes("x") ? { exported: true } : {}),
      ...(flags.includes("r") ? { readonly: true } : {}),
    };
    if (operands.length === 0)
      return say(
        context,
        listing(state, (variable) => !marks.exported || variable.exported === true),
      );
    for (const [rawName, value] of operands.map(split)) {
      const isAdding = rawName.endsWith("+");
      const name = isAdding ? rawName.slice(0, -1) : rawName;
      if (!/^[A-Za-z_]\w*$/.test(name)) return complain(context, `${name}: is not an identifier`);
      if (isLocal) state.makeLocal(name);
      const isNumber = flags.includes("i") && value !== undefined;
      const text = isNumber ? String(await context.interpreter.words.evaluate(value, context.scope)) : value;
      if (text !== undefined) state.set(name, isAdding ? (state.get(name) ?? "") + text : text);
      else if (!state.variables.has(name) && isLocal) state.set(name, "");
      const variable = state.variables.get(name);
      if (variable) state.variables.set(name, { ...variable, ...all });
    }
    return 0;
  };
}

function listing(state: ShellState, isWanted: (variable: Variable) => boolean): string {
  return [...state.variables]
    .filter(([, variable]) => isWanted(variable))
    .map(([name]) => `${name}=${quoteWord(state.get(name) ?? "")}\n`)
    .toSorted()
    .join("");
}

const unset: Builtin = async ({ args, scope }) => {
  const isFunction = args[0] === "-f";
  for (const name of args.filter((arg) => !/^-[fv]$/.test(arg))) {
    const [, list, index] = /^(\w+)\[(\d+)\]$/.exec(name) ?? [];
    const array = list === undefined ? undefined : scope.state.variables.get(list)?.value;
    if (isFunction) scope.state.functions.delete(name);
    else if (array instanceof Map) array.delete(Number(index));
    else scope.state.unset(name);
  }
  return 0;
};

const OPTION_NAMES = new Map([
  ["errexit", "e"],
  ["noglob", "f"],
  ["nounset", "u"],
  ["pipefail", "pipefail"],
  ["verbose", "v"],
  ["xtrace", "x"],
]);

/** `set [-eufx] [-o NAME] [--] [ARG…]`. */
const set: Builtin = async (context) => {
  const { state } = context.scope;
  const { args } = context;
  if (args.length === 0)
    return say(
      context,
      listing(state, () => true),
    );
  let at = 0;
  for (let word = args[0]; word !== undefined && /^[-+]./.test(word) && word !== "--"; word = args[++at]) {
    const isOn = word.startsWith("-");
    const change = (option: string) => (isOn ? state.options.add(option) : state.options.delete(option));
    if (word.slice(1) === "o") {
      const name = args[++at] ?? "";
      const option = OPTION_NAMES.get(name);
      if (option === undefined) return complain(context, `-o: unknown option '${name}'`);
      change(option);
    } else for (const letter of word.slice(1)) change(letter);
  }
  if (args[at] === "--") state.positional = args.slice(at + 1);
  else if (at < args.length) state.positional = args.slice(at);
  return 0;
};

const shift: Builtin = async (context) => {
  const { state } = context.scope;
  const count = Number(context.args[0] ?? 1);
  if (count > state.positional.length) return complain(context, "nothing to shift");
  state.positional = state.positional.slice(count);
  return 0;
};

/** A byte at a time, so that what follows is left for the next reader. */
async function readUntil(
  { descriptors }: Scope,
  number: number,
  end: number,
  limit: number,
): Promise<string | undefined> {
  const source = descriptors.get(number)?.source;
  const bytes: number[] = [];
  while (bytes.length < limit) {
    const byte = (await source?.some(1))?.[0];
    if (byte === undefined) return bytes.length > 0 ? `${Buffer.from(bytes).toString()}\0` : undefined;
    if (byte === end) break;
    bytes.push(byte);
  }
  return Buffer.from(bytes).toString();
}

/** `read [-r] [-p PROMPT] [-d END] [-n COUNT] [-u FD] [-A] [NAME…]`. */
const read: Builtin = async (context) => {
  const { scope } = context;
  const { state } = scope;
  const names: string[] = [];
  let isRaw = false;
  let isArray = false;
  let end = "\n";
  let limit = Infinity;
  let number = 0;
  const left = context.args.values();
  for (const arg of left) {
    if (arg === "-p") await scope.descriptors.get(2)?.sink?.(left.next().value ?? "");
    else if (arg === "-d") end = left.next().value ?? "";
    else if (arg === "-n" || arg === "-N") limit = Number(left.next().value ?? 1);
    else if (arg === "-u") number = Number(left.next().value ?? 0);
    else if (arg === "-t") left.next();
    else if (/^-[rAas]+$/.test(arg)) {
      isRaw ||= arg.includes("r");
      isArray ||= /a/i.test(arg);
    } else names.push(arg);
  }
  let line = await readUntil(scope, number, end.charCodeAt(0) || 0, limit);
  const isAtEnd = line === undefined || line.endsWith("\0");
  line = line?.replace(/\0$/, "") ?? "";
  // A backslash at its end joins the next line to it.
  const isJoined = () => !isRaw && !isAtEnd && /(?:^|[^\\])(?:\\\\)*\\$/.test(line ?? "");
  while (isJoined()) {
    const more = await readUntil(scope, number, end.charCodeAt(0) || 0, limit);
    line = line.slice(0, -1) + (more ?? "\0");
  }
  line = line.replaceAll("\0", "");
  const plain = isRaw ? line : line.replace(/\\(.)/gs, "$1");
  if (isArray) state.setArray(names[0] ?? "REPLY", splitLine(plain, Infinity, state.get("IFS")));
  else if (names.length === 0) state.set("REPLY", plain);
  else {
    const fields = splitLine(plain, names.length, state.get("IFS"));
    for (const [index, name] of names.entries()) state.set(name, fields[index] ?? "");
  }
  return Number(isAtEnd);
};

/** At most `count` fields, the last with all that is left. */
function splitLine(line: string, count: number, separators = " \t\n"): string[] {
  const isBlank = (char: string | undefined) => char !== undefined && /\s/.test(char) && separators.includes(char);
  const isSeparator = (char: string | undefined) => char !== undefined && separators.includes(char);
  const fields: string[] = [];
  let at = 0;
  while (isBlank(line[at])) at++;
  while (at < line.length && fields.length < count - 1) {
    let end = at;
    while (end < line.length && !isSeparator(line[end])) end++;
    fields.push(line.slice(at, end));
    while (isBlank(line[end])) end++;
    if (isSeparator(line[end])) end++;
    while (isBlank(line[end])) end++;
    at = end;
  }
  if (count === Infinity) return fields;
  let rest = line.slice(at);
  while (isBlank(rest.at(-1))) rest = rest.slice(0, -1);
  return [...fields, rest];
}

/** `let EXPRESSION…`. */
const letBuiltin: Builtin = async ({ interpreter, args, scope }) => {
  let value = 0;
  for (const arg of args) value = await interpreter.words.evaluate(arg, scope);
  return Number(value === 0);
};

/** `getopts OPTIONS NAME [ARG…]`. */
const getopts: Builtin = async (context) => {
  const { state } = context.scope;
  const [options = "", name = "opt", ...given] = context.args;
  const args = given.length > 0 ? given : state.positional;
  const [index = 1, offset = 1] = (state.get("OPTIND_AT") ?? state.get("OPTIND") ?? "1").split(":").map(Number);
  const isReset = state.get("OPTIND") === "1";
  return nextOption(context, { options, name, args, index: isReset && offset === 1 ? 1 : index, offset });
};

async function nextOption(
  context: BuiltinContext,
  {
    options,
    name,
    args,
    index,
    offset,
  }: { options: string; name: string; args: readonly string[]; index: number; offset: number },
): Promise<number> {
  const { state } = context.scope;
  const word = args[index - 1];
  const finish = (letter: string, nextIndex: number, nextOffset: number) => {
    state.set(name, letter);
    state.set("OPTIND", String(nextIndex));
    state.set("OPTIND_AT", `${nextIndex}:${nextOffset}`);
    return 0;
  };
  if (word === undefined || word === "-" || !word.startsWith("-") || word === "--") {
    finish("?", word === "--" ? index + 1 : index, 1);
    return 1;
  }
  const letter = word[offset];
  // The place was counted in another word, a longer one.
  if (letter === undefined) return nextOption(context, { options, name, args, index: index + 1, offset: 1 });
  const isLast = offset === word.length - 1;
  const at = letter === ":" ? -1 : options.indexOf(letter);
  const goOn = (found: string) => finish(found, isLast ? index + 1 : index, isLast ? 1 : offset + 1);
  const refuse = async (mark: "?" | ":", why: string) => {
    const isSilent = options.startsWith(":");
    if (isSilent) state.set("OPTARG", letter);
    else await complain(context, `-${letter}: ${why}`);
    return goOn(isSilent ? mark : "?");
  };
  if (at < 0) return refuse("?", "unknown option");
  if (options[at + 1] !== ":") return goOn(letter);
  const value = isLast ? args[index] : word.slice(offset + 1);
  if (value === undefined) return refuse(":", "requires argument");
  state.set("OPTARG", value);
  return finish(letter, isLast ? index + 2 : index + 1, 1);
}

/** This shell reads no aliases in what it runs, so it says that it keeps none. */
const alias: Builtin = (context) =>
  context.args.some((arg) => arg.includes("="))
    ? complain(context, "this phone's shell keeps no aliases")
    : Promise.resolve(0);

export const variableBuiltins: Record<string, Builtin> = {
  alias,
  declare: declares({}, true),
  export: declares({ exported: true }, false),
  getopts,
  let: letBuiltin,
  local: declares({}, true),
  read,
  readonly: declares({ readonly: true }, false),
  set,
  shift,
  typeset: declares({}, true),
  unset,
};
