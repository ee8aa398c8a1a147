import { describe, expect, it } from "vitest";
import type { TextEdit } from "../../../lib/open-file.ts";
import { placeCode, placeStep } from "./places.ts";

/** A text as the edit leaves it. */
function done(text: string, edit: TextEdit | undefined): string {
  if (!edit) throw new Error("there is no place for it");
  const lines = text.split("\n");
  const offset = ({ line, column }: TextEdit["start"]) =>
    lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
  return text.slice(0, offset(edit.start)) + edit.text + text.slice(offset(edit.end));
}
/** The text around `|`, which is the caret. */
function at(marked: string) {
  const [before = "", after = ""] = marked.split("|");
  const lines = before.split("\n");
  return { text: before + after, caret: { line: lines.length, column: (lines.at(-1) ?? "").length + 1 } };
}
const withStep = (marked: string) => {
  const { text, caret } = at(marked);
  return done(text, placeStep(text, caret, ["- id: new", "  action: rotate"]));
};
const withCode = (marked: string, unit = "  ") => {
  const { text, caret } = at(marked);
  return done(text, placeCode(text, caret, "call()", unit));
};

describe("a step", () => {
  it.each([
    ["a step of several lines", "steps:\n  - id: a\n    action|: rotate\n    name: x\n  - id: b\n"],
    ["the last line of one", "steps:\n  - id: a\n    action: rotate\n    name: x|\n  - id: b\n"],
  ])("goes below the one that the caret is in: %s", (_, text) => {
    expect(withStep(text)).toBe(
      "steps:\n  - id: a\n    action: rotate\n    name: x\n  - id: new\n    action: rotate\n  - id: b\n",
    );
  });

  it("goes before the first where the caret is at the list's name, and begins an empty list", () => {
    expect(withStep("steps:|\n- id: a\n")).toBe("steps:\n- id: new\n  action: rotate\n- id: a\n");
    expect(withStep("  - name: c\n    steps:|")).toBe(
      "  - name: c\n    steps:\n      - id: new\n        action: rotate",
    );
  });

  it("takes an empty line's place, and keeps a file's end", () => {
    expect(withStep("steps:\n  - { id: a }\n|\n  - { id: b }\n")).toBe(
      "steps:\n  - { id: a }\n  - id: new\n    action: rotate\n  - { id: b }\n",
    );
    expect(withStep("steps:\n  - { id: a }\n|")).toBe("steps:\n  - { id: a }\n  - id: new\n    action: rotate\n");
  });

  it("goes into the list that the caret stands as deep as", () => {
    const loop = "steps:\n  - id: more\n    action: loop\n    steps:\n      - id: one\n";
    expect(withStep(`${loop}      |`)).toBe(`${loop}      - id: new\n        action: rotate\n`);
    expect(withStep(`${loop}  |`)).toBe(`${loop}  - id: new\n    action: rotate\n`);
    expect(withStep(`${loop}  - id: |b\n`)).toBe(`${loop}  - id: b\n  - id: new\n    action: rotate\n`);
  });

  it("is no fallback of another step, whose list is deeper", () => {
    const text = "steps:\n  - id: a\n    fallback:\n      - { by: ui, text: A }|\n  - id: b\n";
    expect(withStep(text)).toBe(
      "steps:\n  - id: a\n    fallback:\n      - { by: ui, text: A }\n  - id: new\n    action: rotate\n  - id: b\n",
    );
  });

  it("goes to the end of the last steps from anywhere else, begins an empty file, and is refused by others", () => {
    expect(withStep("|low_code: 1\ncases:\n  - name: c\n    steps:\n      - id: a\n")).toBe(
      "low_code: 1\ncases:\n  - name: c\n    steps:\n      - id: a\n      - id: new\n        action: rotate\n",
    );
    expect(withStep("|")).toBe(
      'low_code: 1\ncases:\n  - name: "recorded"\n    steps:\n      - id: new\n        action: rotate\n',
    );
    expect(placeStep("on: push\njobs: {}\n", { line: 1, column: 1 }, ["- id: new"])).toBeUndefined();
  });
});

describe("code", () => {
  it("stands in a line of its own, as deep as what is there", () => {
    expect(withCode("  first();|\n  last();")).toBe("  first();\n  call()\n  last();");
    expect(withCode("test(() => {|\n});")).toBe("test(() => {\n  call()\n});");
    expect(withCode("def test():|\n", "    ")).toBe("def test():\n    call()\n");
    expect(withCode("\tfirst()\n|\n\tlast()")).toBe("\tfirst()\n\tcall()\n\tlast()");
    expect(withCode("if (a) {\n  b();\n}\n  |")).toBe("if (a) {\n  b();\n}\n  call()\n");
    expect(withCode("|")).toBe("call()\n");
  });
});
