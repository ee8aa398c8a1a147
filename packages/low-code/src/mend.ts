/** Another locator in place of one that finds nothing any more. */
import { Document, isMap, isNode, type Node, parseDocument } from "yaml";
import type { Path } from "./fault.ts";
import { listsIn, listsOf } from "./lines.ts";
import { type LowCode, readLowCode } from "./read.ts";
import { type Locator, locator as locatorSchema, type Step, type UiLocator } from "./schema.ts";
import { endOf } from "./source.ts";

/**
 * `unread`: the file is none that can be run. `gone`: the step is not there any more. `changed`: it looks for something else by
 * now. `unwritten`: the locator cannot be written there without changing something else. `name`: what the step is called, empty
 * where it is not, or by variables.
 */
export type Mended = { text: string; step: string; name: string; has_variables: boolean } | { refused: MendRefusal };
export type MendRefusal = "unread" | "gone" | "changed" | "unwritten";

/**
 * Writes another locator into a step. All else of the file stays as it is, remarks and the way it is written too.
 *
 * @param ran the file as it was run
 * @param at where the locator stands in that
 * @param now the file that is to be mended, in which the step is looked for by the name of its case or block, and its id
 */
export function mend(ran: string, at: Path, now: string, locator: UiLocator): Mended {
  const [before, after] = [readLowCode(ran), readLowCode(now)];
  if ("faults" in before || "faults" in after) return { refused: "unread" };
  const cut = at.at(-1) === "locator" ? -1 : -2;
  const failed = stepAt(before, at.slice(0, cut));
  const place = failed && placeOf(after, failed);
  if (!failed || !place) return { refused: "gone" };
  const path = [...place, ...at.slice(cut)];
  const old = valueAt(before.file, at);
  if (old === undefined || JSON.stringify(old) !== JSON.stringify(valueAt(after.file, path)))
    return { refused: "changed" };
  const text = written(now, path, locator);
  if (text === undefined || !says(text, after, path, locator)) return { refused: "unwritten" };
  const said = valueAt(after.file, [...place, "name"]);
  const name = typeof said === "string" && !said.includes("${") ? said : "";
  return { text, step: failed.id, name, has_variables: JSON.stringify(old).includes("${") };
}

/** By what a step is found again. */
interface Named {
  /** `cases`, or `blocks`. */
  kind: unknown;
  name: string;
  /** Cases may be called the same: the how manieth it is. */
  count: number;
  id: string;
}

function stepAt(lowCode: LowCode, path: Path): Named | undefined {
  const id = valueAt(lowCode.file, [...path, "id"]);
  const around = namedLists(lowCode).find(({ path: list }) => list[0] === path[0] && list[1] === path[1]);
  return around && typeof id === "string" ? { ...around, id } : undefined;
}

function placeOf(lowCode: LowCode, { kind, name, count, id }: Named): Path | undefined {
  const around = namedLists(lowCode).find((one) => one.kind === kind && one.name === name && one.count === count);
  return around && within(around.steps, around.path, id);
}

/** The lists of a file that begin one, with the name of the case or block that each is of. */
function namedLists(lowCode: LowCode) {
  const seen = new Map<string, number>();
  return listsOf(lowCode).map(({ path, steps }) => {
    const [kind, at] = path;
    const name = typeof at === "number" ? (lowCode.file.cases[at]?.name ?? "") : String(at);
    const count = seen.get(`${kind} ${name}`) ?? 0;
    seen.set(`${kind} ${name}`, count + 1);
    return { path, steps, kind, name, count };
  });
}

function within(steps: readonly Step[], path: Path, id: string): Path | undefined {
  for (const [at, step] of steps.entries()) {
    if (step.id === id) return [...path, at];
    for (const [name, inner] of listsIn(step)) {
      const found = within(inner, [...path, at, name], id);
      if (found) return found;
    }
  }
  return undefined;
}

function valueAt(value: unknown, path: Path): unknown {
  let at = value;
  for (const each of path) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, each)) return undefined;
    at = (at as Record<string | number, unknown>)[each];
  }
  return at;
}

/** The text with the locator at a place; undefined where none stands there. */
function written(text: string, path: Path, locator: UiLocator): string | undefined {
  const document = parseDocument(text);
  const node = document.getIn(path, true);
  if (!isMap(node) || !node.range) return undefined;
  const [from] = node.range;
  const to = node.flow ? node.range[1] : endOf(node) + 1;
  const end = from + text.slice(from, to).trimEnd().length;
  const fields = Object.entries(locator);
  // Remarks around it stay where they are, in the rest of the text.
  node.commentBefore = null;
  node.comment = node.flow ? remarkWithin(node.comment ?? "", text.slice(end)) : null;
  const last: unknown = node.items.at(-1)?.value;
  if (!node.flow && isNode(last)) last.comment = null;
  node.items = node.items.filter(({ key }) => fields.some(([name]) => name === String(key)));
  for (const [name, value] of fields)
    node.set(name, typeof value === "object" ? document.createNode(value, { flow: true }) : value);
  return text.slice(0, from) + sourceOf(node, text, from) + text.slice(end);
}

/** What of a node's remark is not what stands behind the node. */
function remarkWithin(remark: string, rest: string): string | null {
  const [, behind = ""] = /^[ \t]*#([^\r\n]*)/.exec(rest) ?? [];
  return (remark.endsWith(behind) ? remark.slice(0, remark.length - behind.length).trimEnd() : remark) || null;
}

/** A node as it is written from a place on. */
function sourceOf(node: Node & { flow?: boolean }, text: string, from: number): string {
  const line = text.slice(text.lastIndexOf("\n", from - 1) + 1, from);
  const indent = node.flow ? line.slice(0, line.length - line.trimStart().length) : " ".repeat(line.length);
  const alone = new Document<Node>(null);
  alone.contents = node;
  const flowCollectionPadding = !node.flow || /\s/.test(text.charAt(from + 1));
  const lines = alone.toString({ lineWidth: 0, flowCollectionPadding }).trimEnd().split("\n");
  return lines
    .map((each, at) => (at === 0 || each === "" ? each : indent + each))
    .join(text.includes("\r\n") ? "\r\n" : "\n");
}

/** Whether a text says what the file said, but for this locator. */
function says(text: string, { file }: LowCode, path: Path, locator: Locator): boolean {
  const read = readLowCode(text);
  if ("faults" in read) return false;
  const wanted = structuredClone(file);
  const holder = valueAt(wanted, path.slice(0, -1));
  const name = path.at(-1);
  if (typeof holder !== "object" || holder === null || name === undefined) return false;
  Object.assign(holder, { [name]: locatorSchema.parse(locator) });
  return JSON.stringify(read.file) === JSON.stringify(wanted);
}
