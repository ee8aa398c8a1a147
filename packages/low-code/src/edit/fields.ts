/** What can be said of a step and of what is in it, from the declaration: by this, forms are made. */
import { parse } from "yaml";
import { type Schema, schemasAt, schemasOf } from "../complete/json-schema.ts";
import type { Path } from "../fault.ts";
import { isThing } from "./change.ts";

export type { Schema } from "../complete/json-schema.ts";

export interface Field {
  name: string;
  /** What it can be: one of these. */
  schemas: readonly Schema[];
  is_needed: boolean;
}

const LIST: Path = ["cases", 0, "steps", 0];
const HOLDER = (step: unknown) => ({ cases: [{ steps: [step] }] });
/** What is edited as a list of its own. */
const LISTS: ReadonlySet<string> = new Set(["steps", "else"]);

/** The fields of a step, or of something in it, as what it says already leaves them. @param within its way from the step on */
export function fieldsOf(step: unknown, within: Path = []): Field[] {
  const [first, ...others] = schemasAt([...LIST, ...within], HOLDER(step));
  if (!first) return [];
  return Object.keys(first.properties ?? {})
    .filter((name) => !LISTS.has(name) && others.every(({ properties }) => properties?.[name]))
    .map((name) => ({
      name,
      schemas: schemasOf(first, name),
      is_needed: first.required?.includes(name) ?? false,
    }));
}

/** What a thing of several kinds may be: each kind by what its deciding field says, such as `ui` of a locator. */
export function kindsOf(schemas: readonly Schema[], by: string): { kind: string; schema: Schema }[] {
  return schemas.flatMap((schema) => {
    const kind = schemasOf(schema, by)[0]?.const;
    return typeof kind === "string" ? [{ kind, schema }] : [];
  });
}

/** All that a step can do, in the order of the declaration. */
export const actionsOf = (): string[] => kindsOf(schemasAt(LIST, HOLDER({})), "action").map(({ kind }) => kind);

/** Where a finger goes that scrolls down: the least that a swipe says. */
const FROM = { x: 0.5, y: 0.75 };
const TO = { x: 0.5, y: 0.25 };
/** What new steps say besides, so that they come to an end and mean something. */
const BEGUN: Readonly<Record<string, Record<string, unknown>>> = {
  swipe: { from: FROM, to: TO },
  wait: { seconds: 1 },
  key: { key: "GoBack" },
  loop: { times: 2 },
  if: { condition: { locator: { by: "ui" } } },
};

/** A new step of an action with all that it needs, as far as that can be said. */
export function newStep(action: string): Record<string, unknown> {
  const [schema] = schemasAt(LIST, HOLDER({ action }));
  const begun = BEGUN[action] ?? {};
  const needed = (schema?.required ?? []).filter((name) => name !== "id" && name !== "action" && !LISTS.has(name));
  const said = Object.fromEntries(
    needed.map((name) => [name, begun[name] ?? firstOf(schema ? schemasOf(schema, name) : [])]),
  );
  const inner = schema?.required?.includes("steps") ? { steps: [] } : {};
  return { id: action.replaceAll("_", "-"), action, ...said, ...begun, ...inner };
}

/** The least that a field says of which nothing is known yet. */
export function firstOf(schemas: readonly Schema[]): unknown {
  const [schema] = schemas;
  if (schema?.const !== undefined) return schema.const;
  if (schema?.enum) return schema.enum[0];
  switch (schema?.type) {
    case "string":
      return "";
    case "boolean":
      return true;
    case "number":
    case "integer":
      return Math.max(0, schema.minimum ?? 0);
    case "array":
      return [firstOf(itemSchemas(schema))];
    default:
      return Object.fromEntries((schema?.required ?? []).map((name) => [name, firstOf(schemasOf(schema ?? {}, name))]));
  }
}

/** What an item of a list can be. */
export const itemSchemas = (schema: Schema): Schema[] =>
  schemasOf({ properties: { item: schema.items ?? {} } }, "item");

/** A locator as recordings and the inspector write it; undefined of what is none. */
export function readLocator(text: string): Record<string, unknown> | undefined {
  const value: unknown = parse(text);
  return isThing(value) ? value : undefined;
}
