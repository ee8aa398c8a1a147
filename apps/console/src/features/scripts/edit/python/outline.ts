/** What a file of Python declares, as far as others can use it: read from its text, without running anything. */
import { logicalLines, type LogicalLine } from "./logical-lines.ts";

export interface PythonName {
  name: string;
  kind: "function" | "class" | "variable";
  /** As they are written: `words`, `*words`, `name="x"`. */
  parameters: readonly string[];
  decorators: readonly string[];
  /** The first paragraph of what is told of it. */
  told: string;
  /** Of a class its own, of a function what stands in it. */
  names: readonly PythonName[];
  indent: number;
  line: number;
  /** The line before the next statement that is not in it. */
  last: number;
}

export interface PythonImport {
  /** With a dot for each folder up. */
  module: string;
  /** Undefined: the module itself. */
  name: string | undefined;
  /** What it is called here. */
  as: string;
}

export interface PythonOutline {
  told: string;
  names: readonly PythonName[];
  imports: readonly PythonImport[];
  /** The last line of its imports at the top, or of what is told of it; 0 for none. */
  head: number;
}

type Made = PythonName & { names: Made[] };

const DECLARED = /^(?:async\s+)?(def|class)\s+([\p{L}_][\p{L}\p{N}_]*)/u;
const ASSIGNED = /^([\p{L}_][\p{L}\p{N}_]*)\s*(?::[^=]*)?=(?!=)/u;
const FROM = /^from\s+([.\w]+)\s+import\s+(\S.*)$/s;
const IMPORT = /^import\s+(\S.*)$/s;

export function outlineOf(text: string): PythonOutline {
  const lines = logicalLines(text);
  const names: Made[] = [];
  const imports: PythonImport[] = [];
  const open: Made[] = [];
  let decorators: string[] = [];
  const [first] = lines;
  const isFirstTold = first !== undefined && isTold(first);
  let head = isFirstTold ? first.last : 0;
  let isHead = true;
  for (const [index, one] of lines.entries()) {
    for (let inner = open.at(-1); inner && inner.indent >= one.indent; inner = open.at(-1)) {
      inner.last = one.line - 1;
      open.pop();
    }
    const here = open.at(-1)?.names ?? names;
    const { code } = one;
    const declared = DECLARED.exec(code);
    if (code.startsWith("@")) decorators.push(code.slice(1).trim());
    else if (declared) {
      const [, word, name = ""] = declared;
      const inner = lines[index + 1];
      const made: Made = {
        name,
        kind: word === "class" ? "class" : "function",
        parameters: word === "class" ? [] : parametersOf(one, declared[0].length),
        decorators,
        told: inner && inner.indent > one.indent && isTold(inner) ? toldOf(inner.code) : "",
        names: [],
        indent: one.indent,
        line: one.line,
        last: Infinity,
      };
      put(here, made);
      open.push(made);
    } else {
      const found = importsOf(code);
      imports.push(...found);
      isHead &&= found.length > 0 || (index === 0 && isFirstTold);
      if (isHead) head = one.last;
      const name = ASSIGNED.exec(code)?.[1];
      const { indent, line, last } = one;
      if (name !== undefined && !here.some((known) => known.name === name))
        here.push({ name, kind: "variable", parameters: [], decorators: [], told: "", names: [], indent, line, last });
    }
    if (!code.startsWith("@")) decorators = [];
    if (code.startsWith("@") || declared) isHead = false;
  }
  return { told: isFirstTold ? toldOf(first.code) : "", names, imports, head };
}

/** What is declared twice is what was declared last. */
function put(names: Made[], made: Made): void {
  const at = names.findIndex(({ name }) => name === made.name);
  if (at === -1) names.push(made);
  else names[at] = made;
}

/** A statement that is a string and nothing else. */
const isTold = ({ code, strings }: LogicalLine): boolean =>
  strings.length === 1 &&
  code.slice(0, strings[0]?.from).trim().length <= 1 &&
  code.trimEnd().length === strings[0]?.to;

/** Its first paragraph, on one line. */
function toldOf(code: string): string {
  const text = code
    .trim()
    .replace(/^[a-zA-Z]?(?:"""|'''|"|')/, "")
    .replace(/(?:"""|'''|"|')$/, "");
  const lines = text.split("\n").map((line) => line.trim());
  const begin = lines.findIndex((line) => line !== "");
  if (begin === -1) return "";
  const end = lines.indexOf("", begin);
  return lines.slice(begin, end === -1 ? undefined : end).join(" ");
}

/** What stands between the brackets of a function, part by part. */
function parametersOf({ code, strings }: LogicalLine, from: number): string[] {
  const begin = code.indexOf("(", from);
  if (begin === -1) return [];
  const parts = partsOf(code, strings, begin + 1);
  return parts.map((part) => part.replaceAll(/\s+/g, " ").trim()).filter((part) => part !== "");
}

/** Divides a text at the commas of the bracket that it stands in, to where that closes. */
export function partsOf(code: string, strings: LogicalLine["strings"], from: number): string[] {
  const parts = [""];
  let depth = 0;
  for (let at = from; at < code.length; at++) {
    const string = strings.find((one) => one.from === at);
    const sign = string ? code.slice(string.from, string.to) : (code[at] ?? "");
    if (string) at = string.to - 1;
    if (!string && ")]}".includes(sign) && --depth < 0) break;
    if (!string && "([{".includes(sign)) depth++;
    if (sign === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += sign;
  }
  return parts;
}

function importsOf(code: string): PythonImport[] {
  const [, module, list] = FROM.exec(code) ?? [];
  if (module !== undefined && list !== undefined)
    return list
      .replaceAll(/[()]/g, "")
      .split(",")
      .flatMap((part) => named(part, (name, as) => ({ module, name, as: as ?? name })));
  const modules = IMPORT.exec(code)?.[1]?.split(",") ?? [];
  return modules.flatMap((part) => named(part, (name, as) => ({ module: name, name: undefined, as: as ?? name })));
}

function named(part: string, make: (name: string, as: string | undefined) => PythonImport): PythonImport[] {
  const [name, , as] = part.trim().split(/\s+/);
  return name === undefined || name === "" ? [] : [make(name, as)];
}
