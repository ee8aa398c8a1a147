import { expect, test } from "vitest";
import { outlineOf } from "./outline.ts";

const FILE = `low_code: 1
variables: { word: lighthouse }
blocks:
  say:
    parameters: [what]
    steps:
      - { id: say, action: input, text: "\${what}" }
cases:
  - name: one
    steps:
      - id: which
        action: if
        condition: { value: a, equals: b }
        steps:
          - { id: yes, action: rotate }
        else:
          - id: no
            action: fly
`;

test("the cases come first, then the blocks, each with its steps and where they stand", () => {
  const outline = outlineOf(FILE);
  if ("unreadable" in outline) throw new Error("unreadable");
  expect(outline.sections.map(({ kind, name, line }) => [kind, name, line])).toEqual([
    ["case", "one", 9],
    ["block", "say", 4],
  ]);
  expect(outline.variables).toEqual({ word: "lighthouse" });
  const [which] = outline.sections[0]!.steps;
  expect(which).toMatchObject({
    path: ["cases", 0, "steps", 0],
    step: { id: "which", action: "if", condition: { value: "a", equals: "b" } },
    lines: { from: 11, to: 18 },
    head_to: 13,
  });
  expect(which!.step).not.toHaveProperty("steps");
  expect(which!.lists.map(({ name, line, steps }) => [name, line, steps.length])).toEqual([
    ["steps", 14, 1],
    ["else", 16, 1],
  ]);
});

test("a step that is wrong is one all the same, and its fault is told", () => {
  const outline = outlineOf(FILE);
  if ("unreadable" in outline) throw new Error("unreadable");
  expect(outline.sections[0]!.steps[0]!.lists[1]!.steps[0]!.step).toEqual({ id: "no", action: "fly" });
  expect(outline.faults).toMatchObject([{ line: 18, said: { code: "low_code_choice" } }]);
});

test("what is no YAML, or has no lists where steps are, says why", () => {
  for (const text of [
    "low_code: 1\ncases: [",
    "low_code: 1\ncases: 7\n",
    "low_code: 1\ncases: [{name: a, steps: 7}]\n",
  ]) {
    const outline = outlineOf(text);
    expect(outline).toMatchObject({ unreadable: [{ line: expect.any(Number) }] });
  }
});
