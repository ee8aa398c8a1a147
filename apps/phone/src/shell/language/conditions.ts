import { posix } from "node:path";
import type { WordNode } from "just-bash";
import { expressionOf } from "../expressions.ts";
import type { FileStat } from "../../system/file-nodes.ts";
import { ShellError } from "./control.ts";
import type { Expander } from "./expansion.ts";
import type { Condition } from "./nodes.ts";
import { matchesPattern } from "./patterns.ts";
import type { Scope } from "./state.ts";

function statOf(path: string, { phone, state }: Scope, follows = true): FileStat | undefined {
  try {
    return phone.system.files.stat(posix.resolve(state.cwd, path) + (path.endsWith("/") ? "/" : ""), follows);
  } catch {
    // What cannot be looked at is not there, for a test.
    return undefined;
  }
}

function mayWrite(path: string, { phone, state }: Scope): boolean {
  try {
    phone.system.files.assertShellMayWrite(posix.resolve(state.cwd, path), "open");
    return true;
  } catch {
    return false;
  }
}

const UNARY = new Map<string, (operand: string, scope: Scope) => boolean>(
  Object.entries({
    "-a": (path, scope) => statOf(path, scope) !== undefined,
    "-b": () => false,
    "-c": (path, scope) => ((statOf(path, scope)?.mode ?? 0) & 0o170000) === 0o020000,
    "-d": (path, scope) => statOf(path, scope)?.kind === "directory",
    "-e": (path, scope) => statOf(path, scope) !== undefined,
    "-f": (path, scope) => ((statOf(path, scope)?.mode ?? 0) & 0o170000) === 0o100000,
    "-h": (path, scope) => statOf(path, scope, false)?.kind === "link",
    "-L": (path, scope) => statOf(path, scope, false)?.kind === "link",
    "-n": (text) => text !== "",
    "-o": (option, { state }) => state.options.has(option),
    "-p": () => false,
    "-r": (path, scope) => statOf(path, scope) !== undefined,
    "-s": (path, scope) => (statOf(path, scope)?.size ?? 0) > 0,
    "-S": () => false,
    "-t": (number, { descriptors }) => descriptors.get(Number(number))?.terminal !== undefined,
    "-v": (name, { state }) => state.get(name) !== undefined,
    "-w": (path, scope) => statOf(path, scope) !== undefined && mayWrite(path, scope),
    "-x": (path, scope) => ((statOf(path, scope)?.mode ?? 0) & 0o111) !== 0,
    "-z": (text) => text === "",
  }),
);

function integer(text: string): number {
  if (!/^\s*[-+]?\d+\s*$/.test(text)) throw new ShellError(`${text}: unexpected operator/operand`);
  return Number(text);
}

const BINARY = new Map<string, (left: string, right: string, scope: Scope) => boolean>(
  Object.entries({
    "=": (left, right) => left === right,
    "==": (left, right) => left === right,
    "!=": (left, right) => left !== right,
    "<": (left, right) => left < right,
    ">": (left, right) => left > right,
    "-eq": (left, right) => integer(left) === integer(right),
    "-ne": (left, right) => integer(left) !== integer(right),
    "-lt": (left, right) => integer(left) < integer(right),
    "-le": (left, right) => integer(left) <= integer(right),
    "-gt": (left, right) => integer(left) > integer(right),
    "-ge": (left, right) => integer(left) >= integer(right),
    "-nt": (left, right, scope) => (statOf(left, scope)?.mtimeMs ?? 0) > (statOf(right, scope)?.mtimeMs ?? 0),
    "-ot": (left, right, scope) => (statOf(left, scope)?.mtimeMs ?? 0) < (statOf(right, scope)?.mtimeMs ?? 0),
    "-ef": (left, right, scope) => {
      const ino = statOf(left, scope)?.ino;
      return ino !== undefined && ino === statOf(right, scope)?.ino;
    },
  }),
);

/** `test` and `[`: true or false; throws what is wrong with the expression. */
export function test(words: readonly string[], scope: Scope): boolean {
  if (words.length === 0) return false;
  let at = 0;
  const or = (): boolean => {
    let value = and();
    while (words[at] === "-o" && ++at) value = and() || value;
    return value;
  };
  const and = (): boolean => {
    let value = not();
    while (words[at] === "-a" && ++at) value = not() && value;
    return value;
  };
  const not = (): boolean => {
    // A lone "!" is a text that is not empty.
    if (words[at] === "!" && at + 1 < words.length) {
      at++;
      return !not();
    }
    return primary();
  };
  const primary = (): boolean => {
    const [first, second, third] = words.slice(at, at + 3);
    if (first === undefined) throw new ShellError("expected argument");
    const binary = second !== undefined && third !== undefined && BINARY.get(second);
    if (binary) {
      at += 3;
      return binary(first, third, scope);
    }
    if (first === "(" && words.indexOf(")", at) > 0) {
      at++;
      const value = or();
      if (words[at++] !== ")") throw new ShellError("missing )");
      return value;
    }
    const unary = UNARY.get(first);
    if (unary && second !== undefined) {
      at += 2;
      return unary(second, scope);
    }
    at++;
    return first !== "";
  };
  const value = or();
  if (at < words.length) throw new ShellError(`${words[at]}: unexpected operator/operand`);
  return value;
}

/** `[[ … ]]`. */
export async function judge(condition: Condition, scope: Scope, words: Expander): Promise<boolean> {
  const text = (word: WordNode) => words.text(word, scope);
  switch (condition.type) {
    case "CondAnd":
      return (await judge(condition.left, scope, words)) && judge(condition.right, scope, words);
    case "CondOr":
      return (await judge(condition.left, scope, words)) || judge(condition.right, scope, words);
    case "CondNot":
      return !(await judge(condition.operand, scope, words));
    case "CondGroup":
      return judge(condition.expression, scope, words);
    case "CondWord":
      return (await text(condition.word)) !== "";
    case "CondUnary": {
      const unary = UNARY.get(condition.operator);
      if (!unary) throw new ShellError(`${condition.operator}: unexpected operator/operand`);
      return unary(await text(condition.operand), scope);
    }
    case "CondBinary": {
      const { operator } = condition;
      const left = await text(condition.left);
      if (operator === "=~") return expressionOf(await text(condition.right)).test(left);
      if (operator === "=" || operator === "==" || operator === "!=")
        return matchesPattern(await words.pattern(condition.right, scope), left) === (operator !== "!=");
      const right = await text(condition.right);
      const binary = BINARY.get(operator);
      if (!binary) throw new ShellError(`${operator}: unexpected operator/operand`);
      if (!/^-(?:eq|ne|lt|le|gt|ge)$/.test(operator)) return binary(left, right, scope);
      const numbers = await Promise.all([words.evaluate(left, scope), words.evaluate(right, scope)]);
      return binary(String(numbers[0]), String(numbers[1]), scope);
    }
  }
}
