/** Where in a text what YAML says stands, line by line. */
import { isPair, isSeq, type Pair, type YAMLMap, type YAMLSeq, isNode } from "yaml";
import { endOf } from "../source.ts";

/** Puts a text in the place of what stands between two places, in characters. */
export interface TextChange {
  from: number;
  to: number;
  text: string;
}

/** A part of a text. */
export interface Span {
  from: number;
  to: number;
}

export const lineStart = (text: string, offset: number): number => text.lastIndexOf("\n", offset - 1) + 1;
/** Where the line's end is, before the characters that end it. */
export function lineEnd(text: string, offset: number): number {
  const at = text.indexOf("\n", offset);
  if (at === -1) return text.length;
  return at > 0 && text[at - 1] === "\r" && at > offset ? at - 1 : at;
}
/** Where the next line begins, or the text ends. */
export function nextLine(text: string, offset: number): number {
  const at = text.indexOf("\n", offset);
  return at === -1 ? text.length : at + 1;
}
export const lineBreak = (text: string): string => (text.includes("\r\n") ? "\r\n" : "\n");
export const columnOf = (text: string, offset: number): number => offset - lineStart(text, offset);

const blanksOf = (line: string): number => line.length - line.trimStart().length;
const isRemark = (line: string): boolean => line.trimStart().startsWith("#");

/** Where the mark before an item of a list that is written in lines stands. */
function dashOf(list: YAMLSeq, at: number): number | undefined {
  const token = list.srcToken;
  if (token?.type !== "block-seq") return undefined;
  return token.items[at]?.start.find(({ type }) => type === "seq-item-ind")?.offset;
}

/** Remarks right above a line and no deeper than that are said of it. */
export function withRemarks(text: string, start: number, depth: number): number {
  let from = start;
  while (from > 0) {
    const above = lineStart(text, from - 1);
    const line = text.slice(above, from);
    if (!isRemark(line) || blanksOf(line) > depth) break;
    from = above;
  }
  return from;
}

/** The lines of an item, with the remarks that are said of it; undefined where it does not stand in lines of its own. */
export function itemSpan(text: string, list: YAMLSeq, at: number): (Span & { depth: number }) | undefined {
  const dash = dashOf(list, at);
  if (dash === undefined || !isSeq(list)) return undefined;
  const start = lineStart(text, dash);
  if (text.slice(start, dash).trim() !== "") return undefined;
  const depth = dash - start;
  let to = nextLine(text, Math.max(dash, endOf(list.items[at])));
  // Remarks below it that are deeper are of something in it.
  while (to < text.length) {
    const next = nextLine(text, to);
    const line = text.slice(to, next);
    if (!isRemark(line) || blanksOf(line) <= depth) break;
    to = next;
  }
  return { from: withRemarks(text, start, depth), to, depth };
}

/** Where a field's last character is. */
export function endOfPair({ key, value }: Pair): number {
  const end = endOf(value);
  return end > 0 ? end : endOf(key);
}

/** Where a field of a mapping begins. */
export function startOfPair(pair: unknown): number {
  return isPair(pair) && isNode(pair.key) && pair.key.range ? pair.key.range[0] : 0;
}

/** How deep the fields of a mapping stand. */
export const depthOf = (text: string, map: YAMLMap): number => columnOf(text, startOfPair(map.items[0]));

/** Lines, deeper or less deep than they were. */
export function indented(lines: string, by: number): string {
  if (by === 0) return lines;
  return lines
    .split("\n")
    .map((line) => {
      if (line.trim() === "") return line;
      return by > 0 ? " ".repeat(by) + line : line.slice(Math.min(-by, blanksOf(line)));
    })
    .join("\n");
}

/** The text with all of these, which do not touch one another; undefined where they do. */
export function withChanges(text: string, changes: readonly TextChange[]): string | undefined {
  let made = "";
  let at = 0;
  for (const { from, to, text: next } of inPlace(changes)) {
    if (from < at) return undefined;
    made += text.slice(at, from) + next;
    at = to;
  }
  return made + text.slice(at);
}

/** In the order of their places; what is put in goes before what is taken away there. */
export const inPlace = (changes: readonly TextChange[]): TextChange[] =>
  changes.toSorted((a, b) => a.from - b.from || a.to - b.to);

/** What makes one text of another, as one change of what is between the lines that both begin and end with. */
export function difference(before: string, after: string): TextChange[] {
  if (before === after) return [];
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from < most && before[from] === after[from]) from++;
  from = lineStart(before, from);
  let end = 0;
  while (end < most - from && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  return [{ from, to: before.length - end, text: after.slice(from, after.length - end) }];
}
