import type { editor, IDisposable } from "monaco-editor/editor";

/** Where the lines are of a text that has been changed since: what runs was read before. */
export class LineTrack {
  /** For each present line which one it was, from 1; 0 for one that is new. */
  readonly #lines: number[];
  readonly #following: IDisposable;

  constructor(model: Pick<editor.ITextModel, "getLineCount" | "onDidChangeContent">) {
    this.#lines = Array.from({ length: model.getLineCount() }, (_, at) => at + 1);
    this.#following = model.onDidChangeContent(({ changes }) => {
      for (const { range, text } of changes) this.#change(range, text.split(/\r\n|\r|\n/).length - 1);
    });
  }

  /** Where a line is now that was there then; undefined: nowhere. */
  now(line: number): number | undefined {
    const at = this.#lines.indexOf(line);
    return at === -1 ? undefined : at + 1;
  }

  /** Which line one was then; undefined: it is new. */
  was(line: number): number | undefined {
    return this.#lines[line - 1] || undefined;
  }

  dispose(): void {
    this.#following.dispose();
  }

  #change(
    { startLineNumber: start, startColumn, endLineNumber: end }: editor.IModelContentChange["range"],
    more: number,
  ) {
    const made = Array<number>(more).fill(0);
    // What is put in before a whole line moves that on; within or behind one it leaves the line's begin where it is.
    if (start === end && startColumn === 1) this.#lines.splice(start - 1, 0, ...made);
    else this.#lines.splice(start, end - start, ...made);
  }
}
