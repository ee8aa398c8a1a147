import { flatTexts } from "@udt/base";
import { actionsOf, fieldsOf, itemSchemas, type Schema } from "@udt/low-code";
import { expect, it } from "vitest";
import { iconOf } from "./actions.tsx";
import en from "./texts/en.ts";
import ja from "./texts/ja.ts";
import zh from "./texts/zh.ts";

/** Every field, kind and choice of the format that a form shows, by the text that calls it so. */
function wordsOf(action: string): Set<string> {
  const words = new Set([`action.${action}`]);
  const seen = new Set<Schema>();
  const walk = (name: string, schema: Schema): void => {
    // Keys have names of their own.
    for (const each of (name === "key" || name === "modifiers" ? [] : schema.enum) ?? [])
      words.add(`value.${String(each)}`);
    if (name === "by") words.add(`by.${String(schema.const)}`);
    if (seen.has(schema)) return;
    seen.add(schema);
    for (const [field, inner] of Object.entries(schema.properties ?? {}))
      walkField(field, itemSchemas({ items: inner }));
    if (schema.items) for (const inner of itemSchemas(schema)) walk(name, inner);
  };
  const walkField = (name: string, schemas: readonly Schema[]): void => {
    if (name !== "by") words.add(`field.${name}`);
    for (const schema of schemas) walk(name, schema);
  };
  for (const { name, schemas } of fieldsOf({ action }))
    if (name !== "action" && name !== "disabled") walkField(name, schemas);
  return words;
}

it.each(Object.entries({ en, zh, ja }))(
  "everything of the format that forms show is called something in %s",
  (_, table) => {
    const texts = new Map(flatTexts(table));
    const all = new Set(actionsOf().flatMap((action) => [...wordsOf(action)]));
    for (const some of ["field.file", "field.height", "field.inside", "by.image", "value.go_on"])
      expect(all).toContain(some);
    expect([...all].filter((key) => !texts.has(key))).toEqual([]);
  },
);

it("every action has a sign", () => {
  expect(actionsOf().filter((action) => iconOf(action) === undefined)).toEqual([]);
});
