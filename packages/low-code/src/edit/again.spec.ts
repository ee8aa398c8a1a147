import { expect, test } from "vitest";
import { pathAgain, placeAgain } from "./again.ts";
import { editLowCode } from "./edit.ts";
import { outlineOf } from "./outline.ts";

const FILE = `low_code: 1
cases:
  - name: one
    steps:
      - { id: a, action: rotate }
      # goes round
      - id: b
        action: loop
        times: 2
        steps:
          - { id: c, action: rotate }
      - { id: d, action: rotate }
      - { id: e, action: rotate }
  - name: two
    steps: []
`;
const LIST = ["cases", 0, "steps"];
const read = (text: string) => {
  const outline = outlineOf(text);
  if ("unreadable" in outline) throw new Error("unreadable");
  return outline;
};
const before = read(FILE);
const after = (change: Parameters<typeof editLowCode>[1], text = FILE) => {
  const edited = editLowCode(text, change);
  if ("refused" in edited) throw new Error(edited.refused);
  return read(edited.text);
};

test("what others came before or went from before is found where it is", () => {
  const more = after({ change: "duplicate", paths: [[...LIST, 0]] });
  expect(pathAgain(before, [...LIST, 1, "steps", 0, "action"], more)).toEqual([...LIST, 2, "steps", 0, "action"]);
  expect(pathAgain(before, [...LIST, 1, "steps"], more)).toEqual([...LIST, 2, "steps"]);
  const moved = after({ change: "move", paths: [[...LIST, 1, "steps", 0]], to: { list: LIST, at: 0 } });
  expect(pathAgain(before, [...LIST, 1, "steps", 0], moved)).toEqual([...LIST, 0]);
  const cases = after({ change: "duplicate", paths: [["cases", 0]] });
  expect(pathAgain(before, ["cases", 1, "data"], cases)).toEqual(["cases", 2, "data"]);
  expect(pathAgain(before, [...LIST, 0], cases)).toEqual([...LIST, 0]);
});

test("what is gone is not what stands in its place, though that is the same but for its id", () => {
  const fewer = after({ change: "remove", paths: [[...LIST, 1]] });
  expect(pathAgain(before, [...LIST, 1], fewer)).toBeUndefined();
  expect(pathAgain(before, [...LIST, 1, "steps", 0], fewer)).toBeUndefined();
  expect(pathAgain(before, [...LIST, 2], after({ change: "remove", paths: [[...LIST, 2]] }))).toBeUndefined();
  expect(pathAgain(before, ["cases", 1], after({ change: "remove", paths: [["cases", 1]] }))).toBeUndefined();
});

test("what has another name now is the same", () => {
  const renamed = after({ change: "set", path: [...LIST, 0, "id"], value: "z" });
  expect(pathAgain(before, [...LIST, 0], renamed)).toEqual([...LIST, 0]);
  const other = after({ change: "set", path: ["cases", 0, "name"], value: "uno" });
  expect(pathAgain(before, [...LIST, 2], other)).toEqual([...LIST, 2]);
});

test("a place stays between the steps that it was between", () => {
  const more = after({ change: "duplicate", paths: [[...LIST, 0]] });
  expect(placeAgain(before, { list: LIST, at: 1 }, more)).toEqual({ list: LIST, at: 2 });
  expect(placeAgain(before, { list: LIST, at: 4 }, more)).toEqual({ list: LIST, at: 5 });
  expect(placeAgain(before, { list: ["cases", 1, "steps"], at: 0 }, more)).toEqual({
    list: ["cases", 1, "steps"],
    at: 0,
  });
});
