import { expect, it } from "vitest";
import { duplicates } from "./check-duplicates.ts";
import { treeOf } from "./tree.fixture.ts";

const lines = (...names: string[]) => names.map((name) => `${name}();\n`).join("");
const SIX = lines("a", "b", "c", "d", "e", "f");
const NONE = { product: [], elsewhere: [] };

/** What is told of a file that says this and another that says that. */
const between = (one: string, other: string) =>
  duplicates(treeOf({ "apps/one/a.ts": one, "packages/two/b.ts": other })).product;

it("names both places of six lines or more", () => {
  expect(between(SIX, `\nbefore();\n${SIX}after();\n`)).toEqual(["apps/one/a.ts:1-6 ~ packages/two/b.ts:3-8"]);
  expect(between(`${SIX}g();\n`, `${SIX}g();\nh();\n`)).toEqual(["apps/one/a.ts:1-7 ~ packages/two/b.ts:1-7"]);
  expect(between(SIX, lines("a", "b", "c", "d", "e"))).toEqual([]);
  expect(between(SIX, SIX.replace("c()", "c(1)"))).toEqual([]);
});

it.each([
  ["white space", "a();\n    b();\n\n\tc();\nd();\n  e();\nf();"],
  ["lone brackets", "a();\n});\nb();\n}\nc();\nd();\n},\ne();\n/>\n<>\nf();"],
  ["comments", "a();\n// One.\nb();\n/** Two. */\nc();\n/*\n  three();\n*/\nd();\n{/* Four. */}\ne();\nf();"],
  ["an import", 'a();\nb();\nimport { x } from "x";\nc();\nd();\nimport "y";\ne();\nf();'],
  ["an import of many lines", 'a();\nb();\nimport x, {\n  y,\n} from "x";\nc();\nd();\ne();\nf();'],
  [
    "an export from another file",
    'a();\nexport * from "x";\nb();\nc();\nexport {\n  x,\n} from "x";\nd();\ne();\nf();',
  ],
])("passes over %s", (_, other) => {
  expect(between(SIX, other)).toHaveLength(1);
});

it("does not take for one what imports alone make alike", () => {
  const imports = 'import {\n  a,\n  b,\n  c,\n  d,\n  e,\n  f,\n  g,\n} from "x";\n';
  expect(between(imports, imports)).toEqual([]);
});

it("takes no run from the end of a file into the next", () => {
  const [end, start] = [lines("a", "b", "c"), lines("d", "e", "f")];
  const files = { "apps/a/1.ts": end, "apps/a/2.ts": start, "apps/b/1.ts": end, "apps/b/2.ts": start };
  expect(duplicates(treeOf(files))).toEqual(NONE);
});

it("finds what a file repeats itself, and each further place once", () => {
  expect(duplicates(treeOf({ "apps/one/a.css": SIX.repeat(3) })).product).toEqual([
    "apps/one/a.css:1-6 ~ apps/one/a.css:7-12",
    "apps/one/a.css:1-6 ~ apps/one/a.css:13-18",
  ]);
});

it("says the longest of what stood before", () => {
  const files = { "apps/a.ts": SIX, "apps/b.ts": `z();\n${SIX}`, "apps/c.ts": `z();\n${SIX}` };
  expect(duplicates(treeOf(files)).product).toEqual(["apps/a.ts:1-6 ~ apps/b.ts:2-7", "apps/b.ts:1-7 ~ apps/c.ts:1-7"]);
});

it("counts apart what stands in tests, benchmarks and tools", () => {
  const product = { "packages/one/src/a.tsx": SIX };
  for (const other of [
    "apps/one/a.spec.ts",
    "bench/src/a.ts",
    "e2e/src/a.ts",
    "packages/testkit/src/a.ts",
    "tools/a.ts",
  ])
    expect(duplicates(treeOf({ ...product, [other]: SIX }))).toEqual({
      product: [],
      elsewhere: [`packages/one/src/a.tsx:1-6 ~ ${other}:1-6`],
    });
  for (const none of ["apps/server/migrations/0001.sql", "examples/a/a.ts", "docs/a.md"])
    expect(duplicates(treeOf({ ...product, [none]: SIX }))).toEqual(NONE);
});
