import type { WordNode } from "just-bash";
import { quoteWord } from "../words.ts";
import { ShellError } from "./control.ts";
import type { ArithmeticExpression, ParameterOperation } from "./nodes.ts";
import { patternSource } from "./patterns.ts";
import type { Scope } from "./state.ts";

/** What an operation needs of the one who expands. */
interface Words {
  text(word: WordNode, scope: Scope): Promise<string>;
  pattern(word: WordNode, scope: Scope): Promise<string>;
  arithmetic(expression: ArithmeticExpression, scope: Scope): Promise<number>;
}

interface Parameter {
  name: string;
  value: string | undefined;
  /** The values of `$@`, `$*` and whole arrays. */
  values: readonly string[] | undefined;
}

/** `$@`, `$*`, `${array[@]}`. */
export function listOf(name: string, { state }: Scope): string[] {
  if (name === "@" || name === "*") return state.positional;
  const value = state.variables.get(name)?.value;
  if (typeof value !== "object") return value === undefined ? [] : [value];
  return [...value].toSorted(([a], [b]) => a - b).map(([, text]) => text);
}

/** A variable's or special parameter's value; undefined when it is not set. */
export function valueOf(name: string, index: number | undefined, { state }: Scope): string | undefined {
  switch (name) {
    case "#":
      return String(state.positional.length);
    case "?":
      return String(state.lastCode);
    case "$":
      return String(state.pid);
    case "!":
      return state.lastJobPid === undefined ? undefined : String(state.lastJobPid);
    case "-":
      return [...state.options].filter((option) => option.length === 1).join("");
    case "0":
      return state.name;
    default:
      if (/^\d+$/.test(name)) return state.positional[Number(name) - 1];
      break;
  }
  const value = state.variables.get(name)?.value;
  if (index === undefined || index === 0) return state.get(name);
  return typeof value === "object" ? value.get(index) : undefined;
}

/** The word that stands for the whole, by `:-`, `:=` and `:+`; undefined when the parameter itself does. */
export function expandsToWord(operation: ParameterOperation, value: string | undefined): WordNode | undefined {
  if (operation.type !== "DefaultValue" && operation.type !== "AssignDefault" && operation.type !== "UseAlternative")
    return undefined;
  const isMissing = value === undefined || (operation.checkEmpty && value === "");
  return isMissing !== (operation.type === "UseAlternative") ? operation.word : undefined;
}

/** One text, or a list where the parameter is one. */
export async function applyOperation(
  operation: ParameterOperation | null,
  { name, value, values }: Parameter,
  scope: Scope,
  words: Words,
): Promise<string | string[]> {
  const text = value ?? "";
  const each = (apply: (one: string) => string) => (values ? values.map(apply) : apply(text));
  switch (operation?.type) {
    case undefined:
    case "DefaultValue":
    case "AssignDefault":
      return each((one) => one);
    case "UseAlternative":
      return values ? [] : "";
    case "ErrorIfUnset": {
      if (value !== undefined && (value !== "" || !operation.checkEmpty)) return each((one) => one);
      const why = operation.word ? await words.text(operation.word, scope) : "";
      throw new ShellError(`${name}: ${why || "parameter null or not set"}`);
    }
    case "Length":
      return String(values ? values.length : [...text].length);
    case "Substring": {
      const from = await words.arithmetic(operation.offset, scope);
      const length = operation.length ? await words.arithmetic(operation.length, scope) : undefined;
      if (!values) return slice([...text], from, length).join("");
      // `$@` counts from 1, with `$0` before it.
      const isArguments = name === "@" || name === "*";
      return slice(isArguments ? [scope.state.name, ...values] : values, from, length);
    }
    case "PatternRemoval": {
      const pattern = await words.pattern(operation.pattern, scope);
      const expression = removal(pattern, operation.side, operation.greedy);
      return each((one) => one.replace(expression, (_whole, kept: unknown) => (typeof kept === "string" ? kept : "")));
    }
    case "PatternReplacement": {
      const pattern = await words.pattern(operation.pattern, scope);
      if (pattern === "") return each((one) => one);
      const replacement = operation.replacement ? await words.text(operation.replacement, scope) : "";
      const { anchor, all } = operation;
      const source = `${anchor === "start" ? "^" : ""}(?:${patternSource(pattern)})${anchor === "end" ? "$" : ""}`;
      return each((one) => one.replace(new RegExp(source, all ? "gu" : "u"), () => replacement));
    }
    case "CaseModification": {
      const change = (one: string) => (operation.direction === "upper" ? one.toUpperCase() : one.toLowerCase());
      return each((one) => (operation.all ? change(one) : change(one.slice(0, 1)) + one.slice(1)));
    }
    case "Transform":
      if (operation.operator === "Q") return each(quoteWord);
      break;
    case "Indirection":
      return name;
    case "ArrayKeys": {
      const array = scope.state.variables.get(operation.array)?.value;
      return typeof array === "object" ? [...array.keys()].toSorted((a, b) => a - b).map(String) : [];
    }
    case "VarNamePrefix":
      return [...scope.state.variables.keys()].filter((each_) => each_.startsWith(operation.prefix)).toSorted();
  }
  throw new ShellError(`\${${name}}: bad substitution`);
}

function slice<T>(items: readonly T[], from: number, length: number | undefined): T[] {
  const start = from < 0 ? Math.max(0, items.length + from) : from;
  const end = length === undefined ? items.length : length < 0 ? items.length + length : start + length;
  return items.slice(start, end);
}

/** Matches what goes; a group is what stays. */
function removal(pattern: string, side: "prefix" | "suffix", isGreedy: boolean): RegExp {
  const source = `(?:${patternSource(pattern, false, isGreedy)})`;
  if (side === "prefix") return new RegExp(`^${source}`, "u");
  return isGreedy ? new RegExp(`${source}$`, "u") : new RegExp(`^([^]*)${source}$`, "u");
}
