import { outlineOf } from "@udt/low-code";
import { expect, it } from "vitest";
import { placeBeside, placeForNew, placeOn } from "./moves.ts";
import { isStep, rowsOf } from "./rows.ts";

const outline = outlineOf(`low_code: 1
cases:
  - name: one
    steps:
      - { id: a, action: rotate }
      - id: b
        action: loop
        times: 2
        steps:
          - { id: c, action: rotate }
      - { id: d, action: loop, times: 2, steps: [] }
`);
if ("unreadable" in outline) throw new Error("unreadable");
const { sections } = outline;
const rows = rowsOf(sections, new Set());
const LIST = ["cases", 0, "steps"];
const closed = rowsOf(sections, new Set(["cases/0#b"]));

it("by a line, into what is open and out of it again", () => {
  expect(placeBeside(rows, [[...LIST, 0]], "down")).toEqual({ list: [...LIST, 1, "steps"], at: 0 });
  expect(placeBeside(closed, [[...LIST, 0]], "down")).toEqual({ list: LIST, at: 2 });
  expect(placeBeside(rows, [[...LIST, 2]], "up")).toEqual({ list: [...LIST, 1, "steps"], at: 1 });
  expect(placeBeside(rows, [[...LIST, 1, "steps", 0]], "up")).toEqual({ list: LIST, at: 1 });
  expect(placeBeside(rows, [[...LIST, 1, "steps", 0]], "down")).toEqual({ list: LIST, at: 2 });
  expect(placeBeside(rows, [[...LIST, 1]], "up")).toEqual({ list: LIST, at: 0 });
});

it("not beyond the case", () => {
  expect(placeBeside(rows, [[...LIST, 0]], "up")).toBeUndefined();
  expect(placeBeside(rows, [[...LIST, 2]], "down")).toBeUndefined();
  expect(placeBeside(rows, [], "up")).toBeUndefined();
});

it("where they are dropped", () => {
  const [section, a, b] = rows;
  expect(placeOn(section!, "lower")).toEqual({ list: LIST, at: 0 });
  expect(placeOn(section!, "upper")).toBeUndefined();
  expect(placeOn(a!, "lower")).toEqual({ list: LIST, at: 1 });
  expect(placeOn(b!, "lower")).toEqual({ list: [...LIST, 1, "steps"], at: 0 });
  expect(
    placeOn(
      rows.find(({ kind }) => kind === "none")!,
      "upper",
    ),
  ).toEqual({ list: [...LIST, 2, "steps"], at: 0 });
});

it("a new one behind what is selected, or into it where nothing is in it", () => {
  const [a, , , d] = rows.filter(isStep);
  expect(placeForNew(sections, [a!])).toEqual({ list: LIST, at: 1 });
  expect(placeForNew(sections, [d!])).toEqual({ list: [...LIST, 2, "steps"], at: 0 });
  expect(placeForNew(sections, [])).toEqual({ list: LIST, at: 3 });
});
