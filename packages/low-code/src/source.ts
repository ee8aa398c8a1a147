import { say } from "@udt/base";
import {
  Composer,
  CST,
  type Document,
  isAlias,
  isCollection,
  isNode,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  Parser,
} from "yaml";
import { type Fault, fieldOf, type Path } from "./fault.ts";
import { LOW_CODE_LIMITS } from "./limits.ts";

/** A file's text as YAML: what it says, and on which line each field stands. */
export interface Source {
  value: unknown;
  document: Document.Parsed;
  /** Of the field itself, or of the nearest around it that is there; from 1. */
  lineOf(path: Path): number;
  /** The last one of what the field says. */
  lastLineOf(path: Path): number;
}

type Token = CST.Document | CST.Token;

/**
 * Reads YAML that somebody else wrote. It has one document, no aliases (a few of which make gigabytes) and no keys twice, and
 * is nested so deep that the reader, which calls itself, never runs out of its stack: that would end the whole process.
 */
export function readSource(text: string): Source | { faults: Fault[] } {
  const lines = new LineCounter();
  const lineAt = (offset: number) => Math.max(1, lines.linePos(offset).line);
  const fault = (said: Fault["said"], line: number) => ({ faults: [{ said, line }] });
  try {
    const composed = compose(text, lines);
    if (composed.too_deep !== undefined) {
      const line = lineAt(composed.too_deep);
      return fault(say("low_code_deep", { line, most: LOW_CODE_LIMITS.depth_max }), line);
    }
    const [document, second] = composed.documents;
    const error = document?.errors[0];
    if (!document || error) {
      const line = lineAt(error?.pos[0] ?? 0);
      return fault(say("low_code_not_yaml", { line }, error?.message.slice(0, 300)), line);
    }
    if (second) {
      const line = lineAt(second.range[0]);
      return fault(say("low_code_documents", { line }), line);
    }
    const found = firstFault(document, lineAt);
    if (found) return { faults: [found] };
    return {
      value: document.toJS(),
      document,
      lineOf: (path) => lineAt(placeOf(document, path).offset),
      lastLineOf: (path) => lineAt(endOf(placeOf(document, path).node)),
    };
  } catch (error) {
    // What is nested beside values, as thousands of remarks, ends the reader as well.
    if (error instanceof RangeError) return fault(say("low_code_not_yaml", { line: 1 }), 1);
    throw error;
  }
}

/**
 * The documents of a text, with what is wrong in each: none where it is nested too deep, and from where on that is.
 * @throws RangeError when what is nested beside values ends the reader
 */
export function compose(text: string, lines: LineCounter): { documents: Document.Parsed[]; too_deep?: number } {
  const tokens = [...new Parser(lines.addNewLine).parse(text)];
  const too_deep = tooDeep(tokens);
  if (too_deep !== undefined) return { documents: [], too_deep };
  // Finding keys twice is ours: the library compares each key with all before it.
  const composer = new Composer({ lineCounter: lines, prettyErrors: false, uniqueKeys: false, keepSourceTokens: true });
  return { documents: [...composer.compose(tokens, true, text.length)] };
}

/** Where it is nested deeper than is read; undefined where it is not. Without calling itself. */
function tooDeep(tokens: readonly Token[]): number | undefined {
  const waiting: { token: Token; depth: number }[] = tokens.map((token) => ({ token, depth: 0 }));
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { token, depth } = next;
    if (depth > LOW_CODE_LIMITS.depth_max) return token.offset;
    if ("items" in token)
      for (const { key, value } of token.items)
        for (const inner of [key, value]) if (inner) waiting.push({ token: inner, depth: depth + 1 });
    if ("value" in token && typeof token.value === "object") waiting.push({ token: token.value, depth });
  }
  return undefined;
}

/** An alias, a key twice or one that is no text: any of them. */
function firstFault(document: Document.Parsed, lineAt: (offset: number) => number): Fault | undefined {
  const waiting: { node: unknown; path: Path }[] = [{ node: document.contents, path: [] }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, path } = next;
    const line = lineAt(isNode(node) ? (node.range?.[0] ?? 0) : 0);
    if (isAlias(node)) return { said: say("low_code_alias", { line }), line };
    if (!isCollection(node)) continue;
    const names = new Set<string>();
    for (const [at, item] of node.items.entries()) {
      if (!isPair(item)) {
        waiting.push({ node: item, path: [...path, at] });
        continue;
      }
      const key = isScalar(item.key) && typeof item.key.value === "string" ? item.key : undefined;
      const keyLine = lineAt(isNode(item.key) ? (item.key.range?.[0] ?? 0) : 0);
      if (typeof key?.value !== "string") return { said: say("low_code_key", { line: keyLine }), line: keyLine };
      const inner = [...path, key.value];
      if (names.has(key.value))
        return { said: say("low_code_key_twice", { line: keyLine, field: fieldOf(inner) }), line: keyLine };
      names.add(key.value);
      waiting.push({ node: item.value, path: inner });
    }
  }
  return undefined;
}

/** What a path leads to, and where it begins: at the key where the path ends at one. */
function placeOf(document: Document.Parsed, path: Path): { node: unknown; offset: number } {
  let node: unknown = document.contents;
  let offset = 0;
  for (const each of path) {
    if (!isCollection(node)) break;
    const item = isSeq(node)
      ? node.items[Number(each)]
      : node.items.find((one) => isPair(one) && isScalar(one.key) && one.key.value === each);
    if (item === undefined) break;
    const shown = isPair(item) ? item.key : item;
    if (isNode(shown) && shown.range) [offset] = shown.range;
    node = isPair(item) ? item.value : item;
  }
  return { node, offset };
}

/** Where the last character of a node is. A block ends with the last thing in it: what else is counted to it are remarks and empty lines. */
export function endOf(node: unknown): number {
  let at = node;
  while (isCollection(at) && at.flow !== true) {
    const last: unknown = at.items.at(-1);
    const inner: unknown = isPair(last) ? (last.value ?? last.key) : last;
    if (inner === undefined) break;
    at = inner;
  }
  return isNode(at) && at.range ? Math.max(at.range[0], at.range[1] - 1) : 0;
}
