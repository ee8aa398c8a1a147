import { outlineOf } from "@udt/low-code";
import { expect, it } from "vitest";
import { isStep, linesOf, rowOfLine, rowsOf, touchedBy } from "./rows.ts";

const FILE = `low_code: 1
cases:
  - name: one
    steps:
      - { id: first, action: rotate }
      - id: which
        action: if
        condition: { equals: b, value: a }
        steps:
          - { id: yes, action: rotate }
        else:
          - { id: no, action: rotate }
  - name: two
    steps: []
`;
const outline = outlineOf(FILE);
if ("unreadable" in outline) throw new Error("unreadable");
const { sections } = outline;
const shown = (closed: string[] = []) => rowsOf(sections, new Set(closed));
const ids = (rows: ReturnType<typeof touchedBy>) => rows.map(({ one }) => one.step["id"]);

it("shows cases with their steps, those within others deeper, and where there are none", () => {
  expect(shown().map(({ kind, level }) => [kind, level])).toEqual([
    ["section", 1],
    ["step", 2],
    ["step", 2],
    ["step", 3],
    ["else", 2],
    ["step", 3],
    ["section", 1],
    ["none", 2],
  ]);
  expect(shown().find(({ kind }) => kind === "section")).toMatchObject({ count: 4 });
});

it("shows nothing of what is in a closed one", () => {
  expect(shown(["cases/0#which", "cases/1"]).map(({ kind }) => kind)).toEqual(["section", "step", "step", "section"]);
});

it("a step is touched by its own lines, and one that is closed by all that is in it", () => {
  expect(ids(touchedBy(shown(), { from: 10, to: 10 }))).toEqual(["yes"]);
  expect(ids(touchedBy(shown(["cases/0#which"]), { from: 10, to: 10 }))).toEqual(["which"]);
  expect(ids(touchedBy(shown(), { from: 5, to: 6 }))).toEqual(["first", "which"]);
});

it("what selects a step selects none of those within it", () => {
  const rows = shown();
  const which = rows.filter(isStep)[1]!;
  expect(linesOf([which])).toEqual({ from: 6, to: 8 });
  expect(ids(touchedBy(rows, linesOf([which])!))).toEqual(["which"]);
  expect(rowOfLine(rows, 12)?.one.step["id"]).toBe("no");
  expect(linesOf([])).toBeUndefined();
});
