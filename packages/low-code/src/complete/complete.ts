/** What can come next in a file of steps, for the editor. */
import { LOW_CODE_LIMITS } from "../limits.ts";
import { caretAt, isTyped, type Caret } from "./caret.ts";
import { at, keysOf } from "./at.ts";
import { schemasAt, schemasOf, type Schema } from "./json-schema.ts";
import { variablesAt } from "./scope.ts";

export interface Completion {
  /** `step` brings the fields that its action needs, `block` is one of the file's own, `variable` has a value when the case runs. */
  kind: "field" | "value" | "step" | "block" | "variable";
  label: string;
  /**
   * What is typed for it, as a snippet of the Language Server Protocol: `$0` is where the caret goes then, and each line after
   * the first is to be indented as the line of the caret is.
   */
  insert: string;
  /** The thing is wrong without it. */
  is_needed: boolean;
}
export interface Completions {
  /** What they take the place of begins here, in characters of the text, and ends at the caret. */
  from: number;
  items: Completion[];
}

/**
 * What can stand at a caret. Nothing where the file is too large, where nothing of the format begins, or where nothing is known.
 * @param offset of the caret, in characters of the text
 */
export function completeLowCode(text: string, offset: number): Completions | undefined {
  if (text.length > LOW_CODE_LIMITS.file_bytes_max) return undefined;
  const started = /\$\{[\w.]*$/.exec(text.slice(Math.max(0, offset - 200), offset))?.[0];
  if (started !== undefined) {
    const from = offset - started.length + "${".length;
    const close = text[offset] === "}" ? "" : "\\}";
    const names = variablesAt(text.slice(0, from), text.slice(offset));
    return { from, items: names.map((name) => item("variable", name, name + close)) };
  }
  const caret = caretAt(text, offset);
  if (!caret) return undefined;
  const schemas = schemasAt(caret.path, caret.value);
  const holder = at(caret.value, caret.path);
  const items =
    caret.kind === "value" || schemas.every(({ properties }) => !properties)
      ? [...valuesOf(schemas), ...blocksFor(caret)]
      : [...stepsOf(schemas, holder, caret), ...fieldsOf(schemas, holder, caret)];
  if (items.length === 0) return undefined;
  const hung = `\n${" ".repeat(caret.hangs)}`;
  return { from: caret.from, items: items.map((each) => ({ ...each, insert: each.insert.replaceAll("\n", hung) })) };
}

const item = (kind: Completion["kind"], label: string, insert = plain(label), is_needed = false): Completion => ({
  kind,
  label,
  insert,
  is_needed,
});

/** Of a thing that may be of several kinds, only the fields that all of these have. */
function fieldsOf(schemas: Schema[], holder: unknown, { is_flow, has_colon }: Caret): Completion[] {
  const there = new Set(keysOf(holder));
  const [first, ...others] = schemas;
  const names = Object.keys(first?.properties ?? {}).filter(
    (name) => !there.has(name) && others.every(({ properties }) => properties?.[name]),
  );
  return names.map((name) => {
    const insert = has_colon ? name : `${name}:${opened(schemasOf(first ?? {}, name), is_flow)}`;
    return item("field", name, insert, first?.required?.includes(name));
  });
}

/** How a field's value begins. */
function opened(schemas: Schema[], is_flow: boolean): string {
  const [one] = schemas;
  if (one?.type === "array") return is_flow ? " [$0]" : "\n  - $0";
  if (one?.type === "object") return is_flow ? " { $0 }" : "\n  $0";
  return " $0";
}

/** A whole thing of each kind, with what it needs: where nothing of it is there yet. */
function stepsOf(schemas: Schema[], holder: unknown, { is_flow, has_colon }: Caret): Completion[] {
  const isBegun = keysOf(holder).some((key) => !isTyped(key));
  if (is_flow || has_colon || isBegun) return [];
  return schemas.flatMap((schema) => {
    const action = schemasOf(schema, "action")[0]?.const;
    if (typeof action !== "string") return [];
    let stop = 0;
    return [
      item(
        "step",
        action,
        needed(schema, 0, () => ++stop),
      ),
    ];
  });
}

/** The fields that a thing needs, a line each; each value that is to be said is a stop of the tabulator. */
function needed(schema: Schema, depth: number, stop: () => number): string {
  const indent = "  ".repeat(depth);
  return (schema.required ?? [])
    .map((name, at) => {
      const [one, ...others] = schemasOf(schema, name);
      const lead = `${at === 0 ? "" : `\n${indent}`}${name}:`;
      if (one?.const !== undefined && others.length === 0) return `${lead} ${plain(String(one.const))}`;
      if (one?.type === "array") return `${lead}\n${indent}  - $${stop()}`;
      if (one?.type !== "object") return `${lead} $${stop()}`;
      // The first of several kinds is the one that is meant most often.
      return `${lead}\n${indent}  ${needed(one, depth + 1, stop) || `$${stop()}`}`;
    })
    .join("");
}

function valuesOf(schemas: Schema[]): Completion[] {
  const words = schemas.flatMap((schema) => {
    if (schema.type === "boolean") return ["true", "false"];
    return (schema.enum ?? (schema.const === undefined ? [] : [schema.const])).map(String);
  });
  return [...new Set(words)].map((word) => item("value", word));
}

/** The blocks that a step may call. */
function blocksFor({ path, value }: Caret): Completion[] {
  const isCalled = path.at(-1) === "block" && at(value, [...path.slice(0, -1), "action"]) === "call";
  return isCalled ? keysOf(at(value, ["blocks"])).map((name) => item("block", name)) : [];
}

/** A text as itself in a snippet. */
const plain = (text: string): string => text.replaceAll(/[\\$}]/g, "\\$&");
