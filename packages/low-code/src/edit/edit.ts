/** Changes of a file of steps, written into its text. */
import { Document, isCollection, isNode, isPair, isSeq, type Node } from "yaml";
import type { Path } from "../fault.ts";
import { readSource } from "../source.ts";
import {
  afterLast,
  changed,
  indexOf,
  isThing,
  listOf,
  type LowCodeChange,
  newItem,
  outermost,
  pathKey,
  type Place,
  same,
  valueAt,
  within,
} from "./change.ts";
import { difference, type TextChange, withChanges } from "./lines-of.ts";
import { emptied, grouped, type Held, inserted, linesOf } from "./lists.ts";
import { all, type Changes, valueChanges } from "./set.ts";

/** `unread`: the text is no YAML. `impossible`: there is no such place, or it would lie within itself. */
export type Edited = { changes: TextChange[]; text: string } | { refused: "unread" | "impossible" };

/**
 * Writes a change into a file's text: only the lines that it is about, so that remarks and the way all else is written stay.
 * What cannot be written so is written by the YAML library, which keeps remarks as well, and writes all lines its own way.
 */
export function editLowCode(text: string, change: LowCodeChange): Edited {
  const source = readSource(text);
  if ("faults" in source) return { refused: "unread" };
  if (!isPossible(source.value, change)) return { refused: "impossible" };
  const wanted = changed(source.value, change);
  if (same(source.value, wanted)) return { changes: [], text };
  const changes = changesOf(text, source, change, wanted);
  const made = changes && withChanges(text, changes);
  if (changes && made !== undefined && says(made, wanted)) return { changes, text: made };
  const whole = rewritten(source.document, wanted);
  return says(whole, wanted) ? { changes: difference(text, whole), text: whole } : { refused: "impossible" };
}

function says(text: string, wanted: unknown): boolean {
  const source = readSource(text);
  return !("faults" in source) && same(source.value, wanted);
}

function isPossible(file: unknown, change: LowCodeChange): boolean {
  const isItem = (path: Path) => valueAt(file, path) !== undefined && Array.isArray(valueAt(file, listOf(path)));
  const areItems = (paths: readonly Path[]) => paths.length > 0 && paths.every(isItem);
  const isPlace = ({ list, at }: Place) => {
    const there = valueAt(file, list);
    if (there === undefined || there === null) return at === 0 && isThing(valueAt(file, list.slice(0, -1)));
    return Array.isArray(there) && at >= 0 && at <= there.length;
  };
  switch (change.change) {
    case "set":
      return change.path.length > 0 && isThing(file);
    case "insert":
      return isPlace(change.to);
    case "group":
      return isRow(change.paths) && change.paths.every(isItem) && valueAt(file, ["blocks", change.name]) === undefined;
    case "move":
      return isPlace(change.to) && areItems(change.paths) && !change.paths.some((path) => within(change.to.list, path));
    case "remove":
    case "duplicate":
    case "set_each":
      return areItems(change.paths);
  }
}

/** Whether these follow each other in one list. */
export function isRow(paths: readonly Path[]): boolean {
  const [first, ...others] = outermost(paths);
  if (!first) return false;
  return others.every(
    (path, at) => pathKey(listOf(path)) === pathKey(listOf(first)) && indexOf(path) === indexOf(first) + at + 1,
  );
}

function changesOf(text: string, held: Held, change: LowCodeChange, wanted: unknown): Changes {
  const { document } = held;
  switch (change.change) {
    case "set":
    case "set_each":
      return valueChanges(text, document.contents, wanted);
    case "insert":
      return inserted(text, document, change.to, { items: [newItem(held.value, change)] });
    case "remove":
      return all(emptied(text, document, outermost(change.paths)));
    case "duplicate": {
      const paths = outermost(change.paths);
      const to = afterLast(paths);
      return inserted(text, document, to, { lines: linesOf(text, held, paths, to, true) });
    }
    case "move": {
      const paths = outermost(change.paths);
      const lines = linesOf(text, held, paths, change.to);
      return all([...emptied(text, document, paths, change.to.list), inserted(text, document, change.to, { lines })]);
    }
    case "group":
      return grouped(text, held, outermost(change.paths), change.name);
  }
}

/** The whole file as the library writes it, with the remarks of all nodes that stay. */
function rewritten(document: Document.Parsed, wanted: unknown): string {
  document.contents = adapted(document, document.contents, wanted) as typeof document.contents;
  return document.toString({ lineWidth: 0 });
}

/** A node that says something else, made of those that are there. */
function adapted(document: Document.Parsed, node: unknown, wanted: unknown): Node {
  if (isCollection(node) && isSeq(node) && Array.isArray(wanted)) {
    const left = node.items.map((item) => ({ item, says: isNode(item) ? (item.toJSON() as unknown) : item }));
    // What is the same as before is that, wherever it stood; what is not is made of what nothing else is.
    const found = wanted.map((each) => {
      const at = left.findIndex(({ says: said }) => same(said, each));
      return at === -1 ? undefined : left.splice(at, 1)[0]?.item;
    });
    node.items = wanted.map((each, at) => {
      const beside = left.find(({ item }) => item === node.items[at]);
      return found[at] ?? adapted(document, beside?.item, each);
    });
    return node;
  }
  if (isCollection(node) && !isSeq(node) && isThing(wanted)) {
    node.items = node.items.filter((pair) => isPair(pair) && Object.hasOwn(wanted, String(pair.key)));
    for (const [key, value] of Object.entries(wanted)) {
      const before = node.get(key, true);
      if (!isNode(before) || !same(before.toJSON(), value)) node.set(key, adapted(document, before, value));
    }
    return node;
  }
  return document.createNode(wanted);
}
