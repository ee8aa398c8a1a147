/** Items of a file's lists, written elsewhere: their lines as they are. */
import { type Document, isMap, isNode, isScalar, isSeq, type YAMLMap, type YAMLSeq } from "yaml";
import type { Path } from "../fault.ts";
import { endOf, type Source } from "../source.ts";
import {
  callOf,
  idsAround,
  indexOf,
  isLeftAway,
  isOfOne,
  isThing,
  listOf,
  newIds,
  pathKey,
  type Place,
  valueAt,
} from "./change.ts";
import {
  depthOf,
  indented,
  itemSpan,
  lineBreak,
  lineStart,
  nextLine,
  startOfPair,
  withChanges,
  withRemarks,
} from "./lines-of.ts";
import { all, type Changes, firstLines, insertedItems, insertedLines, removedItem } from "./set.ts";
import { inLine, isInBrackets, itemLines } from "./write.ts";

/** What of a file is read: what it says, and where that stands. */
export type Held = Pick<Source, "document" | "value">;
/** Whole lines of a list's items, and how deep their marks stand. */
interface Lines {
  text: string;
  depth: number;
}

/** Items are taken away; a list that has none left says so, and one that is not needed goes itself. */
export function* emptied(
  text: string,
  document: Document.Parsed,
  paths: readonly Path[],
  kept?: Path,
): Generator<Changes> {
  const lists = new Map(paths.map((path) => [pathKey(listOf(path)), listOf(path)]));
  for (const [key, list] of lists) {
    const node = document.getIn(list, true);
    const mine = paths.filter((path) => pathKey(listOf(path)) === key);
    if (!isSeq(node)) yield undefined;
    else if (mine.length < node.items.length) {
      for (const path of mine) yield removedItem(text, node, indexOf(path));
    } else {
      yield withoutItems(text, document, list, isLeftAway(list, kept));
    }
  }
}

/** All lines of a list go, and what was remarked of its items with them. @param isGone its name goes as well */
function withoutItems(text: string, document: Document.Parsed, list: Path, isGone: boolean): Changes {
  const holder = document.getIn(listOf(list), true);
  const pair = isMap(holder) && holder.items.find(({ key }) => isScalar(key) && key.value === list.at(-1));
  if (!pair || !isSeq(pair.value) || !isNode(pair.key) || !pair.key.range) return undefined;
  const first = itemSpan(text, pair.value, 0);
  const last = itemSpan(text, pair.value, pair.value.items.length - 1);
  if (!first || !last) return undefined;
  if (isGone) return [{ from: lineStart(text, startOfPair(pair)), to: last.to, text: "" }];
  const colon = text.indexOf(":", pair.key.range[1]) + 1;
  return [
    { from: colon, to: colon, text: " []" },
    { from: first.from, to: last.to, text: "" },
  ];
}

/** The lines of items as they are to stand elsewhere, with other ids where these are taken there. */
export function linesOf(
  text: string,
  { document, value: file }: Held,
  paths: readonly Path[],
  to: Place | undefined,
  isCopy = false,
): Lines | undefined {
  const taken = to ? idsAround(file, to.list) : new Set<string>();
  let made = "";
  let depth: number | undefined;
  for (const path of paths) {
    const list = document.getIn(listOf(path), true);
    const span = isSeq(list) ? itemSpan(text, list, indexOf(path)) : undefined;
    if (!span) return undefined;
    const others = isCopy || (to && !isOfOne(path, to.list)) ? newIds(valueAt(file, path), taken) : [];
    const lines = withIds(text, document, path, span, others);
    depth ??= span.depth;
    made += indented(lines.endsWith("\n") ? lines : lines + lineBreak(text), depth - span.depth);
  }
  return depth === undefined ? undefined : { text: made, depth };
}

function withIds(
  text: string,
  document: Document.Parsed,
  path: Path,
  { from, to }: { from: number; to: number },
  others: readonly { path: Path; id: string }[],
): string {
  const changes = others.flatMap(({ path: at, id }) => {
    const node = document.getIn([...path, ...at], true);
    if (!isScalar(node) || !node.range) return [];
    return [{ from: node.range[0] - from, to: node.range[1] - from, text: id }];
  });
  return withChanges(text.slice(from, to), changes) ?? "";
}

type Added = { items: readonly unknown[] } | { lines: Lines | undefined };

/** Items, or lines of some, put into a list, which may have none or not be there. */
export function inserted(text: string, document: Document.Parsed, { list, at }: Place, added: Added): Changes {
  if ("lines" in added && !added.lines) return undefined;
  const node = document.getIn(list, true);
  if (isSeq(node) && node.items.length > 0) {
    if ("items" in added) return insertedItems(text, node, at, added.items);
    return added.lines && insertedAt(text, node, at, added.lines);
  }
  const holder = document.getIn(listOf(list), true);
  if (!isMap(holder) || holder.flow === true) return undefined;
  const name = String(list.at(-1));
  const br = lineBreak(text);
  const lines =
    "lines" in added
      ? added.lines
      : { depth: 0, text: added.items.map((each) => `- ${itemLines(each, 2, true, br)}${br}`).join("") };
  if (!lines) return undefined;
  const pair = holder.items.find(({ key }) => isScalar(key) && key.value === name);
  if (pair) return firstLines(text, pair, lines.text, lines.depth);
  const depth = depthOf(text, holder);
  const below = `${" ".repeat(depth)}${name}:${br}${indented(lines.text, depth + 2 - lines.depth)}`;
  return insertedLines(text, nextLine(text, endOf(holder)), below);
}

/** The lines of an item as they are to stand elsewhere. */
function insertedAt(text: string, list: YAMLSeq, at: number, { text: lines, depth }: Lines): Changes {
  const near = itemSpan(text, list, at < list.items.length ? at : list.items.length - 1);
  if (!near) return undefined;
  return insertedLines(text, at < list.items.length ? near.from : near.to, indented(lines, near.depth - depth));
}

/** Steps become a block below all others, and in their place stands the one that calls it. */
export function grouped(text: string, source: Held, paths: readonly Path[], name: string): Changes {
  const { document, value: file } = source;
  const [first = []] = paths;
  const list = document.getIn(listOf(first), true);
  const root = document.contents;
  const lines = linesOf(text, source, paths, undefined);
  if (!isSeq(list) || !isMap(root) || !lines) return undefined;
  const call = callOf(file, paths, name);
  return all([
    insertedItems(text, list, indexOf(first), [call]),
    ...paths.map((path) => removedItem(text, list, indexOf(path))),
    withBlock(text, root, name, isThing(call["with"]) ? Object.keys(call["with"]) : [], lines),
  ]);
}

function withBlock(text: string, root: YAMLMap, name: string, parameters: readonly string[], lines: Lines): Changes {
  const br = lineBreak(text);
  const said = (depth: number): string => {
    const at = (more: number) => " ".repeat(depth + more);
    const given = parameters.length === 0 ? "" : `${at(2)}parameters: ${inLine(parameters)}${br}`;
    return `${at(0)}${inLine(name)}:${br}${given}${at(2)}steps:${br}${indented(lines.text, depth + 4 - lines.depth)}`;
  };
  const pairOf = (key: string) => root.items.find((pair) => isScalar(pair.key) && pair.key.value === key);
  const blocks = pairOf("blocks");
  if (blocks) {
    const { value } = blocks;
    if (!isMap(value) || isInBrackets(value) || value.items.length === 0) return undefined;
    return insertedLines(text, nextLine(text, endOf(value)), said(depthOf(text, value)));
  }
  const cases = pairOf("cases");
  if (!cases || isInBrackets(root)) return undefined;
  const start = lineStart(text, startOfPair(cases));
  const depth = depthOf(text, root);
  return insertedLines(text, withRemarks(text, start, depth), `${" ".repeat(depth)}blocks:${br}${said(depth + 2)}`);
}
