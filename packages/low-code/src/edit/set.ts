/** What is to be changed of a text so that it says another value, as little of it as can be. */
import { isCollection, isMap, isNode, isPair, isScalar, isSeq, type Pair, type YAMLMap, type YAMLSeq } from "yaml";
import { isThing, same } from "./change.ts";
import {
  columnOf,
  depthOf,
  endOfPair,
  indented,
  itemSpan,
  lineBreak,
  lineEnd,
  lineStart,
  nextLine,
  startOfPair,
  type TextChange,
} from "./lines-of.ts";
import { fieldLines, inLine, isInBrackets, itemLines } from "./write.ts";

/** Undefined: it cannot be said so. */
export type Changes = TextChange[] | undefined;

/** These come last in what they are fields of: what stands behind them would be far away. */
const LAST: ReadonlySet<string> = new Set(["steps", "else", "cases"]);

/** All of them; undefined where one cannot be. */
export function all(parts: Iterable<Changes>): Changes {
  const found: TextChange[] = [];
  for (const part of parts) {
    if (!part) return undefined;
    found.push(...part);
  }
  return found;
}

const hasRemark = (text: string, from: number, to: number): boolean => text.slice(from, to).includes("#");
const valueOf = (node: unknown): unknown => (isNode(node) ? (node.toJSON() as unknown) : undefined);

/** What makes a node say another value. */
export function valueChanges(text: string, node: unknown, wanted: unknown): Changes {
  if (same(valueOf(node), wanted)) return [];
  if (isMap(node) && isThing(wanted) && node.items.length > 0 && Object.keys(wanted).length > 0)
    return mapChanges(text, node, wanted);
  if (isSeq(node) && Array.isArray(wanted)) return listChanges(text, node, wanted);
  return insteadOf(text, node, wanted);
}

/** Another value in the place of a node, within its line. */
function insteadOf(text: string, node: unknown, wanted: unknown): Changes {
  if (!isNode(node) || !node.range) return undefined;
  const [from, to] = node.range;
  // What stands on lines of its own is a field's: that writes it anew.
  if (isCollection(node) && !isInBrackets(node)) return undefined;
  if (isScalar(node) && (node.type === "BLOCK_FOLDED" || node.type === "BLOCK_LITERAL")) {
    const end = text[to - 1] === "\n" ? to - 1 : to;
    return [{ from, to: text[end - 1] === "\r" ? end - 1 : end, text: inLine(wanted) }];
  }
  if (isCollection(node) && hasRemark(text, from, to)) return undefined;
  return [{ from, to, text: from === to && !/\s/.test(text[from - 1] ?? " ") ? ` ${inLine(wanted)}` : inLine(wanted) }];
}

function mapChanges(text: string, map: YAMLMap, wanted: Record<string, unknown>): Changes {
  const pairs = map.items;
  const nameOf = (pair: Pair) => (isScalar(pair.key) ? String(pair.key.value) : "");
  const there = new Set(pairs.map(nameOf));
  const gone = pairs.filter((pair) => !Object.hasOwn(wanted, nameOf(pair)));
  const added = Object.entries(wanted).filter(([key, value]) => !there.has(key) && value !== undefined);
  if (isInBrackets(map) && (gone.length > 1 || gone[0] === pairs[0]) && gone.length > 0) {
    const [from = 0, to = 0] = map.range ?? [];
    // One behind the other they would touch: it is written anew.
    return hasRemark(text, from, to) ? undefined : [{ from, to, text: inLine(wanted) }];
  }
  const kept = pairs.filter((pair) => !gone.includes(pair));
  if (kept.length === 0) return undefined;
  return all([
    ...kept.map((pair) => pairChanges(text, map, pair, wanted[nameOf(pair)])),
    ...gone.map((pair) => withoutPair(text, map, pair)),
    added.length === 0 ? [] : withPairs(text, map, kept, added, nameOf),
  ]);
}

/** A field that says something else. */
function pairChanges(text: string, map: YAMLMap, pair: Pair, wanted: unknown): Changes {
  if (same(valueOf(pair.value), wanted)) return [];
  const within = valueChanges(text, pair.value, wanted);
  if (within || isInBrackets(map)) return within;
  const from = startOfPair(pair);
  const to = lineEnd(text, endOfPair(pair));
  if (hasRemark(text, from, to)) return undefined;
  return [{ from, to, text: fieldLines(String(pair.key), wanted, columnOf(text, from), lineBreak(text)) }];
}

function withoutPair(text: string, map: YAMLMap, pair: Pair): Changes {
  const at = map.items.indexOf(pair);
  const start = startOfPair(pair);
  if (isInBrackets(map)) {
    const before = map.items[at - 1];
    return before ? [{ from: endOfPair(before) + 1, to: endOfPair(pair) + 1, text: "" }] : undefined;
  }
  const line = lineStart(text, start);
  // Behind the mark of a list's item the next field comes in its place.
  if (text.slice(line, start).trim() !== "") {
    const next = map.items[at + 1];
    return next ? [{ from: start, to: startOfPair(next), text: "" }] : undefined;
  }
  const to = nextLine(text, endOfPair(pair));
  if (to < text.length || text.endsWith("\n")) return [{ from: line, to, text: "" }];
  return [{ from: lineEnd(text, line - 1), to, text: "" }];
}

/** More fields: a name behind the id, all others before the steps within it. */
function withPairs(
  text: string,
  map: YAMLMap,
  kept: readonly Pair[],
  added: readonly (readonly [string, unknown])[],
  nameOf: (pair: Pair) => string,
): Changes {
  const br = lineBreak(text);
  const behind = (key: string): Pair | undefined => {
    if (LAST.has(key)) return kept.at(-1);
    const id = key === "name" && kept.find((pair) => nameOf(pair) === "id");
    return id || kept.findLast((pair) => !LAST.has(nameOf(pair)));
  };
  return all(
    added.map(([key, value]): Changes => {
      const before = behind(key);
      if (isInBrackets(map)) {
        const at = before ? endOfPair(before) + 1 : startOfPair(map.items[0]);
        const said = `${inLine(key)}: ${inLine(value)}`;
        return [{ from: at, to: at, text: before ? `, ${said}` : `${said}, ` }];
      }
      const depth = depthOf(text, map);
      const lines = fieldLines(key, value, depth, br);
      if (!before) {
        const at = startOfPair(map.items[0]);
        return [{ from: at, to: at, text: `${lines}${br}${" ".repeat(depth)}` }];
      }
      const at = lineEnd(text, endOfPair(before));
      return [{ from: at, to: at, text: `${br}${" ".repeat(depth)}${lines}` }];
    }),
  );
}

/** A list whose items say something else, of which there are more, or fewer: those that are the same before and behind stay. */
function listChanges(text: string, list: YAMLSeq, wanted: readonly unknown[]): Changes {
  const [from = 0, to = 0] = list.range ?? [];
  const count = list.items.length;
  if (isInBrackets(list) && (wanted.length !== count || count === 0))
    return hasRemark(text, from, to) ? undefined : [{ from, to, text: inLine(wanted) }];
  if (wanted.length === 0) return undefined;
  const most = Math.min(count, wanted.length);
  let head = 0;
  while (head < most && same(valueOf(list.items[head]), wanted[head])) head++;
  let tail = 0;
  while (tail < most - head && same(valueOf(list.items.at(-1 - tail)), wanted.at(-1 - tail))) tail++;
  const common = most - tail;
  const added = wanted.slice(common, wanted.length - tail);
  return all([
    ...wanted.slice(head, common).map((each, at) => valueChanges(text, list.items[head + at], each)),
    ...list.items.slice(common, count - tail).map((_, at) => removedItem(text, list, common + at)),
    added.length > 0 ? insertedItems(text, list, count - tail, added) : [],
  ]);
}

/** A list's item is taken away with its lines. */
export function removedItem(text: string, list: YAMLSeq, at: number): Changes {
  const span = itemSpan(text, list, at);
  return span && [{ from: span.from, to: span.to, text: "" }];
}

/** Whether the items of a list are written a field a line, as most of those around a place are. */
function isInLines(list: YAMLSeq, at: number): boolean {
  const beside: unknown = list.items[at - 1] ?? list.items[at];
  return isMap(beside) && !isInBrackets(beside);
}

/** New items of a list that is written in lines, before what stands at a place. */
export function insertedItems(text: string, list: YAMLSeq, at: number, items: readonly unknown[]): Changes {
  const near = itemSpan(text, list, at < list.items.length ? at : list.items.length - 1);
  if (!near) return undefined;
  const br = lineBreak(text);
  const inLines = isInLines(list, at);
  const lines = items.map((each) => `${" ".repeat(near.depth)}- ${itemLines(each, near.depth + 2, inLines, br)}${br}`);
  return insertedLines(text, at < list.items.length ? near.from : near.to, lines.join(""));
}

/** Whole lines before the line that begins at a place. */
export function insertedLines(text: string, at: number, lines: string): TextChange[] {
  if (at < text.length || text.endsWith("\n") || text === "") return [{ from: at, to: at, text: lines }];
  // What was the last line without an end stays one without.
  const br = lineBreak(text);
  return [{ from: at, to: at, text: br + lines.slice(0, lines.length - br.length) }];
}

/** The first lines below a field that had nothing: lines of a list, moved to where it stands. @param depth of the lines now */
export function firstLines(text: string, pair: Pair, lines: string, depth: number): Changes {
  if (!isPair(pair)) return undefined;
  const start = startOfPair(pair);
  const [from = 0, to = 0] = isNode(pair.value) && pair.value.range ? pair.value.range : [];
  if (to === 0 || hasRemark(text, start, to)) return undefined;
  const moved = indented(lines, columnOf(text, start) + 2 - depth);
  const br = lineBreak(text);
  const keyEnd = start + text.slice(start, from).trimEnd().length;
  return [{ from: keyEnd, to, text: br + moved.slice(0, moved.length - br.length) }];
}
