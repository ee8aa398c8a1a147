/** How values are written into a file. */
import { Document, isMap, isSeq, type Node } from "yaml";
import { isThing } from "./change.ts";

const OPTIONS = { lineWidth: 0, flowCollectionPadding: true } as const;

function printed(node: Node): string {
  const alone = new Document<Node>(null);
  alone.contents = node;
  return alone.toString(OPTIONS).trimEnd();
}

/** A value as it stands within a line, in brackets or not. */
export function inLine(value: unknown): string {
  const document = new Document(null);
  const text = printed(document.createNode([value], { flow: true }));
  return text.slice(1, -1).trim();
}

/** A list of things: an item a line. */
const isList = (value: unknown): value is unknown[] =>
  Array.isArray(value) && value.length > 0 && value.every((each) => isThing(each));

/** A field of a mapping that is written in lines; what it says stands behind it, lists of things below. */
export function fieldLines(key: string, value: unknown, depth: number, br: string): string {
  const name = inLine(key);
  if (!isList(value)) return `${name}: ${inLine(value)}`;
  const dash = `${" ".repeat(depth + 2)}- `;
  return [`${name}:`, ...value.map((each) => dash + itemLines(each, depth + 4, isNested(each), br))].join(br);
}

/** Steps within it are written in lines, whatever else is. */
const isNested = (value: unknown): boolean => isThing(value) && (isList(value["steps"]) || isList(value["else"]));

/** A thing behind the mark of a list's item. @param inLines a field a line; else all in one */
export function itemLines(value: unknown, depth: number, inLines: boolean, br: string): string {
  if (!isThing(value) || !(inLines || isNested(value))) return inLine(value);
  return Object.entries(value)
    .map(([key, each]) => fieldLines(key, each, depth, br))
    .join(br + " ".repeat(depth));
}

/** Whether a node is written within brackets. */
export const isInBrackets = (node: unknown): boolean => (isMap(node) || isSeq(node)) && node.flow === true;
