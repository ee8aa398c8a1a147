import type { editor } from "monaco-editor/editor";
import { LIMITS } from "@udt/contract";
import { createStore, type Store } from "../../../../lib/streams/index.ts";

/** `TrackedRangeStickiness.NeverGrowsWhenTypingAtEdges`, without loading the editor for a number. */
const NEVER_GROWS = 1;

/** The breakpoints of an open file. They stay with their lines while those are edited, and are kept nowhere else. */
export class Breakpoints {
  readonly lines: Pick<Store<readonly number[]>, "get" | "subscribe">;
  readonly #lines = createStore<readonly number[]>([]);
  readonly #model: editor.ITextModel;
  #ids: string[] = [];

  constructor(model: editor.ITextModel) {
    this.lines = this.#lines;
    this.#model = model;
    model.onDidChangeContent(() => this.#look());
  }

  /** Sets one on a line that says something, or takes it away. @param hint what is said of it where it is pointed at */
  toggle(line: number, hint: string): void {
    const model = this.#model;
    const here = this.#ids.filter((id) => model.getDecorationRange(id)?.startLineNumber === line);
    if (here.length > 0) {
      model.deltaDecorations(here, []);
      this.#ids = this.#ids.filter((id) => !here.includes(id));
    } else if (model.getLineLength(line) > 0 && this.#ids.length < LIMITS.trial_breakpoints_max) {
      const range = {
        startLineNumber: line,
        startColumn: 1,
        endLineNumber: line,
        endColumn: model.getLineMaxColumn(line),
      };
      const options = {
        stickiness: NEVER_GROWS,
        glyphMarginClassName: "edit-breakpoint",
        glyphMarginHoverMessage: { value: hint },
      };
      this.#ids.push(...model.deltaDecorations([], [{ range, options }]));
    }
    this.#look();
  }

  /** A line that is deleted takes its breakpoint along. */
  #look(): void {
    const ranges = this.#ids.map((id) => ({ id, range: this.#model.getDecorationRange(id) }));
    const gone = ranges.filter(({ range }) => !range || range.isEmpty()).map(({ id }) => id);
    this.#model.deltaDecorations(gone, []);
    this.#ids = this.#ids.filter((id) => !gone.includes(id));
    const left = ranges.flatMap(({ id, range }) => (range && !gone.includes(id) ? range.startLineNumber : []));
    const next = [...new Set(left)].sort((a, b) => a - b);
    if (next.join() !== this.#lines.get().join()) this.#lines.set(next);
  }
}

const known = new WeakMap<editor.ITextModel, Breakpoints>();
/** Those of a file, for as long as it is open. */
export function breakpointsOf(model: editor.ITextModel): Breakpoints {
  const those = known.get(model) ?? new Breakpoints(model);
  known.set(model, those);
  return those;
}
