import type { LibraryFramework } from "@udt/contract";
import { expect, it } from "vitest";
import { casesAt } from "./case-at.ts";

const at = (framework: LibraryFramework, text: string, functions: readonly string[], line: number) =>
  casesAt(
    framework,
    text,
    functions.map((name, number) => ({ case_key: `${number} ${name}`, name, file: "f", function: name })),
    line,
  ).map(({ case_key }) => case_key);

const STEPS = `low_code: 1
blocks:
  open: { steps: [{ id: a, action: key, key: GoHome }] }
cases:
  - name: buys
    steps:
      - { id: a, name: pays, action: key, key: GoHome }
  - name: signs in
    data: [{ row: Ada, who: a }, { row: Bob, who: b }]
    steps:
      - { id: a, action: key, key: GoHome }
`;

it.each([
  [5, ["0 buys"]],
  [7, ["0 buys"]],
  [8, ["1 signs in [Ada]", "2 signs in [Bob]"]],
  [99, ["1 signs in [Ada]", "2 signs in [Bob]"]],
  [3, []],
])("of steps the case that line %i is in, with all its rows", (line, keys) => {
  expect(at("low_code", STEPS, ["buys", "signs in [Ada]", "signs in [Bob]"], line)).toEqual(keys);
});

const PYTHON = `def helper():
    pass

@mark.parametrize("x", [1, 2])
def test_a(x):
    helper()

class TestB:
    async def test_c(self):
        pass
`;

it.each([
  [2, []],
  [6, ["0 test_a", "1 test_a"]],
  [10, ["2 test_c"]],
])("of pytest what was declared last above line %i", (line, keys) => {
  expect(at("pytest", PYTHON, ["test_a", "test_a", "test_c"], line)).toEqual(keys);
});

const NODE = `import { test } from "node:test";
describe("cart", () => {
  it("fills", () => {});
  it("empties", () => {
    run("fills");
  });
});
describe("shop", () => {
  it("fills", () => {});
});
`;

it.each([
  [1, []],
  [3, ["0 cart > fills"]],
  [5, ["1 cart > empties"]],
  [9, ["2 shop > fills"]],
])("of node:test the one that line %i is in, also where two are called the same", (line, keys) => {
  expect(at("node_test", NODE, ["cart > fills", "cart > empties", "shop > fills"], line)).toEqual(keys);
});

const TITLES = String.raw`import { test, it } from "node:test";
test("adds two", () => {});
test("other", () => {});
test("adds", () => {
  run();
});
test(
  'it\'s second',
  async (t) => {
    if (/x/.test("other")) await t.test("part of it");
    // test("gone", () => {});
    run('test("other")', "as it (the cart) stands");
  },
);
it.expectFailure(${"`"}a \u{1F600} "b"${"`"}, () => {});
for (const word of ["x", "y"])
  test(${"`"}adds ${"${word}"}${"`"}, () => {
    run(word);
  });
test("adds" + " two", () => {
  run();
});
`;

it.each([
  [2, ["adds two"]],
  [3, ["other"]],
  [5, ["adds"]],
  [7, ["it's second"]],
  [8, ["it's second"]],
  [13, ["it's second"]],
  [15, ['a \u{1F600} "b"']],
  [18, []],
  [21, []],
])("of titles the one that is whole above line %i, and none where that is made as the file runs", (line, titles) => {
  const functions = ["adds two", "other", "adds", "it's second", 'a \u{1F600} "b"', "adds x", "adds y"];
  const found = at("node_test", TITLES, functions, line);
  expect(found.map((key) => key.slice(2))).toEqual(titles);
});

it("of pytest none in a function below its tests that is no test, and the test in a function within it", () => {
  const text =
    "def test_a():\n    def inner():\n        pass\n    inner()\n\ndef helper():\n    def test_b():\n        pass\n";
  expect(at("pytest", text, ["test_a"], 4)).toEqual(["0 test_a"]);
  expect(at("pytest", text, ["test_a"], 6)).toEqual([]);
  expect(at("pytest", text, ["test_a"], 8)).toEqual([]);
});

it("of a script that names no lines none", () => {
  expect(at("shell", "echo a", ["a"], 1)).toEqual([]);
});
