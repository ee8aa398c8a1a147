import { expect, it } from "vitest";
import type { LowCodeChange } from "./change.ts";
import { editFollowing } from "./follow.ts";
import { allSteps, outlineOf } from "./outline.ts";

const FILE = `low_code: 1
cases:
  - name: one
    steps:
      # opens it
      - id: a
        action: start_app
        clear: true
      - { id: b, action: rotate }
      - id: c
        action: if
        visible: { by: ui, id: x }
        steps:
          - { id: c1, action: rotate }
          - { id: c2, action: rotate }
        else:
          - { id: c3, action: rotate }
      - { id: d, action: rotate }
  - name: two
    steps:
      - { id: a, action: rotate }
      - { id: e, action: rotate }
`;
const at = (...path: number[]) => ["cases", path[0] ?? 0, ...path.slice(1).flatMap((each) => ["steps", each])];
const list = (...path: number[]) => [...at(...path), "steps"];

/** The steps of a file by a name that says which they are, whatever becomes of their ids; each with its line. */
function stepsOf(text: string) {
  const outline = outlineOf(text);
  if ("unreadable" in outline) throw new Error("unreadable");
  return outline.sections.flatMap(({ steps }) => allSteps(steps));
}

it.each<[string, LowCodeChange, gone: string[]]>([
  ["up", { change: "move", paths: [at(0, 3)], to: { list: list(0), at: 0 } }, []],
  ["down, with those in it", { change: "move", paths: [at(0, 2)], to: { list: list(0), at: 4 } }, []],
  ["apart, together", { change: "move", paths: [at(0, 0), at(0, 3)], to: { list: list(0), at: 2 } }, []],
  ["into another one", { change: "move", paths: [at(0, 0), at(0, 1)], to: { list: list(0, 2), at: 1 } }, []],
  ["out of one", { change: "move", paths: [at(0, 2, 0)], to: { list: list(0), at: 0 } }, []],
  ["to another case", { change: "move", paths: [at(0, 1), at(0, 2, 1)], to: { list: list(1), at: 1 } }, []],
  ["of cases", { change: "move", paths: [at(1)], to: { list: ["cases"], at: 0 } }, []],
  ["copied before it", { change: "duplicate", paths: [at(0, 0), at(0, 2)] }, []],
  ["put in before it", { change: "insert", to: { list: list(0), at: 1 }, item: { id: "n", action: "rotate" } }, []],
  ["made a block", { change: "group", paths: [at(0, 1), at(0, 2)], name: "made" }, []],
  ["taken away", { change: "remove", paths: [at(0, 0), at(0, 2)] }, ["a", "c", "c1", "c2", "c3"]],
  ["set", { change: "set", path: [...at(0, 0), "clear"], value: undefined }, []],
  ["turned off", { change: "set_each", paths: [at(0, 1), at(0, 3)], field: "disabled", value: true }, []],
])("a line goes with its step: %s", (_, change, gone) => {
  const before = stepsOf(FILE).map((step, index) => ({ step, name: String(step.step["id"]), index }));
  const lines = before.map(({ step }) => step.lines.from);
  const done = editFollowing(FILE, change, [...lines, 3, 5]);
  if ("refused" in done) throw new Error(done.refused);
  const after = stepsOf(done.text);
  for (const { step, name, index } of before) {
    const now = done.lines.get(step.lines.from);
    // The second `a` is one of another case.
    const isGone = gone.includes(name) && index < 7;
    expect(now === undefined, name).toBe(isGone);
    if (isGone) continue;
    const found = after.filter(({ lines: { from } }) => from === now).map(({ step: says }) => String(says["id"]));
    expect(found.map((id) => id.replace(/-\d$/, ""))).toEqual([name]);
  }
  // Copies and new ones have no line that is followed.
  const followed = [...done.lines.values()].filter((line) => line !== undefined);
  expect(new Set(followed).size).toBe(followed.length);
  expect(done.lines.has(3) || done.lines.has(5)).toBe(false);
});

it("a line within a step stays as deep in it as there is of it", () => {
  const done = editFollowing(FILE, { change: "move", paths: [at(0, 0)], to: { list: list(0), at: 2 } }, [7, 8]);
  if ("refused" in done) throw new Error(done.refused);
  const line = done.text.split("\n").indexOf("      - id: a") + 1;
  expect([...done.lines]).toEqual([
    [7, line + 1],
    [8, line + 2],
  ]);
});

it("refuses what cannot be", () => {
  expect(editFollowing(FILE, { change: "remove", paths: [at(7)] }, [6])).toEqual({ refused: "impossible" });
});
