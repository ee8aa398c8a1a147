import type { TextChange } from "@udt/low-code";
import type { editor } from "monaco-editor/editor";
import { breakpointsOf } from "../trial/breakpoints.ts";
import { createStore, type Store } from "../../../../lib/streams/index.ts";

/** Lines from the one to the other, both with it; from 1. */
export interface LineRange {
  from: number;
  to: number;
}

/** The text that steps are read from and written to, and what of it is selected: all that the view of steps knows of an editor. */
export interface StepsDoc {
  text(): string;
  /** Another one for each text. */
  version(): number;
  /** Told when the text has changed. */
  onChange(listener: () => void): () => void;
  /** The lines with a breakpoint. */
  breakpoints(): readonly number[];
  /**
   * Does these changes as one that can be undone.
   * @param moved which line each of those with a breakpoint is after that is of a step; undefined: its step is gone
   */
  put(changes: readonly TextChange[], moved: ReadonlyMap<number, number | undefined>): void;
  canUndo(): boolean;
  canRedo(): boolean;
  undo(): void;
  redo(): void;
  selected: Pick<Store<LineRange>, "get" | "subscribe">;
  select(lines: LineRange): void;
}

/** The document of an editor, which need not show. What is selected there is what runs and what is written below. */
export function stepsDocOf(
  code: editor.IStandaloneCodeEditor,
  model: editor.ITextModel,
): StepsDoc & { follow(): () => void } {
  const linesOf = (): LineRange => {
    const at = code.getModel() === model ? code.getSelection() : null;
    const { startLineNumber: from = 1, endLineNumber: to = 1, endColumn = 2 } = at ?? {};
    // What ends before a line's first character has nothing of that line.
    return { from, to: Math.max(from, endColumn === 1 && to > from ? to - 1 : to) };
  };
  const selected = createStore(linesOf());
  const look = () => {
    const [before, now] = [selected.get(), linesOf()];
    if (before.from !== now.from || before.to !== now.to) selected.set(now);
  };
  return {
    selected,
    text: () => model.getValue(),
    version: () => model.getVersionId(),
    onChange(listener) {
      const listening = model.onDidChangeContent(listener);
      return () => listening.dispose();
    },
    breakpoints: () => breakpointsOf(model).lines.get(),
    put(changes, moved) {
      model.pushStackElement();
      const edits = changes.map(({ from, to, text }) => ({ range: rangeOf(model, from, to), text }));
      breakpointsOf(model).moving(moved, () => model.pushEditOperations(code.getSelections(), edits, () => null));
      model.pushStackElement();
    },
    canUndo: () => model.canUndo(),
    canRedo: () => model.canRedo(),
    undo: () => void model.undo(),
    redo: () => void model.redo(),
    select({ from, to }) {
      const last = Math.min(to, model.getLineCount());
      const first = Math.min(from, last);
      code.setSelection({
        selectionStartLineNumber: last,
        selectionStartColumn: model.getLineMaxColumn(last),
        positionLineNumber: first,
        positionColumn: model.getLineFirstNonWhitespaceColumn(first) || 1,
      });
      code.revealLineInCenterIfOutsideViewport(first);
    },
    follow() {
      look();
      const heard = [code.onDidChangeCursorSelection(look), code.onDidChangeModel(look)];
      return () => {
        for (const each of heard) each.dispose();
      };
    },
  };
}

function rangeOf(model: editor.ITextModel, from: number, to: number) {
  const [start, end] = [model.getPositionAt(from), model.getPositionAt(to)];
  return {
    startLineNumber: start.lineNumber,
    startColumn: start.column,
    endLineNumber: end.lineNumber,
    endColumn: end.column,
  };
}
