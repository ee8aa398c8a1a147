import type { editor } from "monaco-editor/editor";
import { LIMITS } from "@udt/contract";
import { createStore, type Store } from "../../../../lib/streams/index.ts";

/** `TrackedRangeStickiness.NeverGrowsWhenTypingAtEdges`, without loading the editor for a number. */
const NEVER_GROWS = 1;

type Model = Pick<
  editor.ITextModel,
  | "onDidChangeContent"
  | "getDecorationRange"
  | "deltaDecorations"
  | "getLineLength"
  | "getLineMaxColumn"
  | "getLineCount"
  | "getAlternativeVersionId"
>;

interface Breakpoint {
  /** Its mark in the text; undefined: its line is gone. */
  id: string | undefined;
  hint: string;
}
type Places = ReadonlyMap<Breakpoint, number | undefined>;

/**
 * The breakpoints of an open file. They stay with their lines while those are edited, go with lines that are deleted, and are where
 * they were once that is undone. They are kept nowhere else.
 */
export class Breakpoints {
  readonly lines: Pick<Store<readonly number[]>, "get" | "subscribe">;
  readonly #lines = createStore<readonly number[]>([]);
  readonly #model: Model;
  /** Those that have lost their line, too: it may come back. */
  #all: Breakpoint[] = [];
  /** Where they were in each version of the text. Those in which they stood alike have one map. */
  readonly #places = new Map<number, Places>();
  #now: Places = new Map();
  #isMoving = false;

  constructor(model: Model) {
    this.lines = this.#lines;
    this.#model = model;
    this.#look();
    model.onDidChangeContent(({ isUndoing, isRedoing, isFlush }) => {
      if (isFlush) this.#places.clear();
      if (isUndoing || isRedoing) this.#goBack();
      if (!this.#isMoving) this.#look();
    });
  }

  /** Sets one on a line that says something, or takes it away. @param hint what is said of it where it is pointed at */
  toggle(line: number, hint: string): void {
    const here = this.#all.filter((each) => this.#lineOf(each) === line);
    for (const each of here) this.#put(each, undefined);
    this.#all = this.#all.filter((each) => !here.includes(each));
    if (here.length === 0 && this.#model.getLineLength(line) > 0 && this.#hasRoom()) {
      const made: Breakpoint = { id: undefined, hint };
      this.#put(made, line);
      this.#all.push(made);
    }
    this.#look();
  }

  /**
   * Has an edit done that moves whole steps, which for the text's marks are deleted here and written anew there.
   * @param moved which line each is after; undefined: nowhere. Those that are not said stay with their lines
   */
  moving(moved: ReadonlyMap<number, number | undefined>, edit: () => void): void {
    const said = this.#all.flatMap((each) => {
      const line = this.#lineOf(each);
      return line !== undefined && moved.has(line) ? [{ each, to: moved.get(line) }] : [];
    });
    this.#isMoving = true;
    try {
      edit();
    } finally {
      this.#isMoving = false;
    }
    for (const { each, to } of said) this.#put(each, to);
    this.#look();
  }

  #hasRoom = (): boolean => this.#all.filter(({ id }) => id !== undefined).length < LIMITS.trial_breakpoints_max;

  #lineOf({ id }: Breakpoint): number | undefined {
    const range = id === undefined ? null : this.#model.getDecorationRange(id);
    return range && !range.isEmpty() ? range.startLineNumber : undefined;
  }

  #put(each: Breakpoint, line: number | undefined): void {
    const model = this.#model;
    const made =
      line === undefined || line > model.getLineCount()
        ? []
        : [{ range: rangeOf(model, line), options: optionsOf(each) }];
    [each.id] = model.deltaDecorations(each.id === undefined ? [] : [each.id], made);
  }

  /** Back at a version that was there before, all are where they were then; those that were set since stay with their lines. */
  #goBack(): void {
    const then = this.#places.get(this.#model.getAlternativeVersionId());
    for (const each of this.#all)
      if (then?.has(each) && (each.id !== undefined || this.#hasRoom())) this.#put(each, then.get(each));
  }

  /** A line that is deleted takes its breakpoint along. */
  #look(): void {
    const places = new Map(this.#all.map((each) => [each, this.#lineOf(each)]));
    for (const [each, line] of places) if (line === undefined) this.#put(each, undefined);
    const before = this.#now;
    const isSame = places.size === before.size && [...places].every(([each, line]) => before.get(each) === line);
    if (!isSame) this.#now = places;
    this.#places.set(this.#model.getAlternativeVersionId(), this.#now);
    const next = [...new Set(places.values())].filter((line) => line !== undefined).sort((a, b) => a - b);
    if (next.join() !== this.#lines.get().join()) this.#lines.set(next);
  }
}

function rangeOf(model: Model, line: number) {
  return { startLineNumber: line, startColumn: 1, endLineNumber: line, endColumn: model.getLineMaxColumn(line) };
}

const optionsOf = ({ hint }: Breakpoint) => ({
  stickiness: NEVER_GROWS,
  glyphMarginClassName: "edit-breakpoint",
  glyphMarginHoverMessage: { value: hint },
});

const known = new WeakMap<editor.ITextModel, Breakpoints>();
/** Those of a file, for as long as it is open. */
export function breakpointsOf(model: editor.ITextModel): Breakpoints {
  const those = known.get(model) ?? new Breakpoints(model);
  known.set(model, those);
  return those;
}
