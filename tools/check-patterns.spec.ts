import { expect, it } from "vitest";
import { checkPatterns, judgeSource } from "./check-patterns.ts";

const judged = (source: string) => judgeSource("apps/one/src/a.ts", source);

it("finds nothing in the tree", () => {
  expect(checkPatterns(new URL("..", import.meta.url).pathname)).toEqual([]);
});

it.each([
  ["const a = /^(a+)+$/;", "exponential"],
  ["const a = /^(?:a|a)*$/u;", "exponential"],
  ["const a = /\\s+$/;", "quadratic"],
  ["const a = /^\\s*name: /m;", "quadratic"],
  ["const a = /^(.*?)\\s*: (.*)$/;", "quadratic"],
  ['const a = new RegExp("x*x*y");', "quadratic"],
  ['const a = RegExp("^(a+)+$", "i");', "exponential"],
  ["const a = new RegExp(`x*x*y`);", "quadratic"],
  ["const a = /Failure \\[([^\\]]*)\\]/;", "polynomial"],
  ["const a = /\\b(?:test|record)\\b.*\\bnot found/;", "polynomial"],
])("names %s", (source, time) => {
  const found = judged(`\n${source}`);
  expect(found).not.toEqual([]);
  for (const { text, isVariable } of found) {
    expect(text).toMatch(/^apps\/one\/src\/a\.ts:2: \/.* time over (?:many|texts like) "/s);
    expect(isVariable).toBe(false);
  }
  expect(found.some(({ text }) => text.includes(`takes ${time} time`))).toBe(true);
});

it.each(["new RegExp(text)", "RegExp(`^${text}$`)", 'new RegExp("a", flags)', "new RegExp(/a/.source)"])(
  "names %s, which cannot be judged",
  (source) => {
    expect(judged(source)).toEqual([
      { text: "apps/one/src/a.ts:1: an expression made of a variable", isVariable: true },
    ]);
  },
);

it.each([
  "const a = /^[ \\t]*name: (\\d+)/m;",
  "const a = /(?<!\\s)\\s+$/;",
  "const a = /^\\w[\\w.-]*$/;",
  'const a = new RegExp("^a+b$", "i");',
  "const a = text.replaceAll('(a+)+', '');",
  "const a = `// /(a+)+$/`;",
])("passes %s", (source) => {
  expect(judged(source)).toEqual([]);
});

it("says what cannot be read", () => {
  expect(judged("const = ;")).toHaveLength(1);
  expect(judged('new RegExp("(")')[0]?.text).toContain("cannot be judged");
});
