/** Where in a file of steps somebody is typing. */
import { isAlias, isCollection, isPair, isScalar, LineCounter, type Document } from "yaml";
import type { Path } from "../fault.ts";
import { compose } from "../source.ts";

/** Stands in the file's text for the word that is being typed. */
const MARK = "typed_here_";

interface Place {
  /** A field's name, or a field's value or a list's item. */
  kind: "key" | "value";
  /** Of the thing that the field is of; of the value itself. */
  path: Path;
  /** The whole file, as far as it can be read. */
  value: unknown;
  /** Within braces or brackets, where a line break means nothing. */
  is_flow: boolean;
}
export interface Caret extends Place {
  /** Where the word begins, in characters of the text. */
  from: number;
  /** Whether the field has a colon already. */
  has_colon: boolean;
  /** How many columns the word begins behind its line's own indentation: dashes of items stand there. */
  hangs: number;
}

/** What names and values of a few words are made of. */
const WORD = /[\w.-]/;

/** Undefined where no name and no value of the format begins: in a remark, in the middle of a text. */
export function caretAt(text: string, offset: number): Caret | undefined {
  const line = text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset);
  let start = line.length;
  while (start > 0 && WORD.test(line[start - 1] ?? "")) start -= 1;
  // A dash begins an item.
  if (line[start] === "-") start = line.length;
  const lead = line.slice(0, start);
  const from = offset - line.length + start;
  const begins = /^\s*(?:- +)*$/.test(lead);
  if (!begins && !/(?:[{[,]\s*|:\s+)$/.test(lead)) return undefined;
  if (/(?:^|\s)#/.test(lead)) return undefined;
  const rest = text.slice(offset).replace(/^[\w.-]*/, "");
  const has_colon = /^[ \t]*:/.test(rest);
  const found = placeOf(text.slice(0, from), rest, begins && !has_colon ? `${MARK}: ` : MARK);
  return found && { from, has_colon, hangs: lead.length - (/^\s*/.exec(lead)?.[0].length ?? 0), ...found };
}

/** Where a word, put at the caret, comes to stand in the file, as far as the file can be read with it. */
export function placeOf(before: string, after: string, word = MARK): Place | undefined {
  const document = documentOf(before + word + after);
  const waiting: { node: unknown; path: Path; is_flow: boolean }[] = [
    { node: document?.contents, path: [], is_flow: false },
  ];
  let found: Omit<Place, "value"> | undefined;
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, path, is_flow } = next;
    // A few of them stand for gigabytes, and the format has none.
    if (isAlias(node)) return undefined;
    if (isScalar(node) && String(node.value).includes(MARK)) found = { kind: "value", path, is_flow };
    if (!isCollection(node)) continue;
    const inside = is_flow || node.flow === true;
    for (const [at, item] of node.items.entries()) {
      if (!isPair(item)) waiting.push({ node: item, path: [...path, at], is_flow: inside });
      else if (isScalar(item.key)) {
        if (item.key.value === MARK) found = { kind: "key", path, is_flow: inside };
        waiting.push({ node: item.value, path: [...path, String(item.key.value)], is_flow: inside });
      }
    }
  }
  return found && { ...found, value: document?.toJS() };
}

/** What can be read of a file that is being typed; undefined where that is nothing. */
function documentOf(text: string): Document.Parsed | undefined {
  try {
    return compose(text, new LineCounter()).documents[0];
  } catch (error) {
    // What is nested beside values ends the reader.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Whether a key is the one that stands for the word being typed. */
export const isTyped = (key: string): boolean => key === MARK;
