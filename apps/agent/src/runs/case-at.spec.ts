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

it("of a script that names no lines none", () => {
  expect(at("shell", "echo a", ["a"], 1)).toEqual([]);
});
