import type { editor } from "monaco-editor/editor";
import type { Trial } from "./trial.ts";
import type { LineTrack } from "./line-track.ts";

/** Marks the line that runs in the text that it was read from. @returns takes the mark away */
export function markLine(
  { model, lines }: { model: editor.ITextModel; lines: LineTrack },
  { line, is_held }: NonNullable<Trial["at"]>,
): () => void {
  const now = lines.now(line);
  if (now === undefined || model.isDisposed()) return () => undefined;
  const range = { startLineNumber: now, startColumn: 1, endLineNumber: now, endColumn: 1 };
  const className = is_held ? "edit-line-held" : "edit-line-runs";
  const ids = model.deltaDecorations([], [{ range, options: { isWholeLine: true, className } }]);
  return () => void (model.isDisposed() || model.deltaDecorations(ids, []));
}
