import type { editor, IPosition } from "monaco-editor/editor";
import type { OpenFile, TextPlace } from "../../../lib/open-file.ts";
import type { EditorDoc } from "./docs.ts";

const placeOf = (at: IPosition | undefined): TextPlace => ({ line: at?.lineNumber ?? 1, column: at?.column ?? 1 });

/** The document that the editor shows, as other parts of the page write into it. */
export function openFileOf(code: editor.IStandaloneCodeEditor, { model, path }: EditorDoc): OpenFile {
  return {
    path: path(),
    read() {
      const selected = code.getSelection();
      return {
        text: model.getValue(),
        start: placeOf(selected?.getStartPosition()),
        end: placeOf(selected?.getEndPosition()),
      };
    },
    put({ start, end, text }) {
      const range = {
        startLineNumber: start.line,
        startColumn: start.column,
        endLineNumber: end.line,
        endColumn: end.column,
      };
      code.pushUndoStop();
      code.executeEdits("phone", [{ range, text }]);
      code.pushUndoStop();
      const lines = text.split("\n");
      const last = lines.at(-1) ?? "";
      const lineNumber = start.line + lines.length - 1;
      const column = (lines.length === 1 ? start.column : 1) + last.length;
      code.setPosition({ lineNumber, column });
      code.revealLineInCenterIfOutsideViewport(lineNumber);
      const version = model.getAlternativeVersionId();
      return () => {
        if (model.isDisposed() || model.getAlternativeVersionId() !== version) return false;
        void model.undo();
        return true;
      };
    },
  };
}
