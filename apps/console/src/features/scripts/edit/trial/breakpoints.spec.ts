// @vitest-environment happy-dom
import { editor, type IRange } from "monaco-editor/editor";
import { afterEach, expect, it } from "vitest";
import { Breakpoints } from "./breakpoints.ts";

const made: editor.ITextModel[] = [];
afterEach(() => {
  for (const each of made.splice(0)) each.dispose();
});

/** Six lines, with breakpoints at some. */
function file(...lines: number[]) {
  const model = editor.createModel("a\nb\nc\nd\ne\nf\n");
  made.push(model);
  const breakpoints = new Breakpoints(model);
  for (const line of lines) breakpoints.toggle(line, "hint");
  return { model, breakpoints, lines: () => breakpoints.lines.get() };
}
const lineAt = (line: number): IRange => ({
  startLineNumber: line,
  startColumn: 1,
  endLineNumber: line + 1,
  endColumn: 1,
});
function edit(model: editor.ITextModel, ...edits: { range: IRange; text: string }[]): void {
  model.pushStackElement();
  model.pushEditOperations([], edits, () => null);
  model.pushStackElement();
}
const before = (line: number): IRange => ({ ...lineAt(line), endLineNumber: line });

it("is with its line when lines come and go above", () => {
  const { model, lines } = file(3);
  edit(model, { range: before(1), text: "x\ny\n" });
  expect(lines()).toEqual([5]);
  edit(model, { range: before(5), text: "right above\n" });
  expect(lines()).toEqual([6]);
  edit(model, { range: lineAt(1), text: "" });
  expect(lines()).toEqual([5]);
});

it("goes with a line that is deleted, and comes back with it", () => {
  const { model, lines } = file(2, 5);
  edit(model, { range: lineAt(2), text: "" });
  expect(lines()).toEqual([4]);
  model.undo();
  expect(lines()).toEqual([2, 5]);
  model.redo();
  expect(lines()).toEqual([4]);
});

it("moves to where its step is said to be, back by undo and there again by redo", () => {
  const { model, breakpoints, lines } = file(2, 3);
  breakpoints.moving(new Map([[2, 5]]), () =>
    edit(model, { range: lineAt(2), text: "" }, { range: before(6), text: "b\n" }),
  );
  expect(model.getLineContent(5)).toBe("b");
  expect(lines()).toEqual([2, 5]);
  model.undo();
  expect(lines()).toEqual([2, 3]);
  model.redo();
  expect(lines()).toEqual([2, 5]);
  breakpoints.moving(new Map([[5, undefined]]), () => edit(model, { range: lineAt(5), text: "" }));
  expect(lines()).toEqual([2]);
  model.undo();
  expect(lines()).toEqual([2, 5]);
});

it("that was taken away does not come back, and one that was set since stays with its line", () => {
  const { model, breakpoints, lines } = file(2, 3);
  edit(model, { range: lineAt(2), text: "" });
  breakpoints.toggle(2, "hint");
  breakpoints.toggle(4, "hint");
  model.undo();
  expect(lines()).toEqual([2, 5]);
});

it("are none in a text that another one took the place of", () => {
  const { model, lines } = file(2);
  model.setValue("a\nb\nc\n");
  expect(lines()).toEqual([]);
});
