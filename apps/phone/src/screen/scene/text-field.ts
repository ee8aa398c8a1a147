/** Steps over whole characters as a reader sees them, so that the cursor never lands inside an emoji. */
const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });

const previousBoundary = (text: string, index: number): number => {
  let last = 0;
  for (const { index: at } of segmenter.segment(text)) {
    if (at >= index) break;
    last = at;
  }
  return last;
};

const nextBoundary = (text: string, index: number): number => {
  for (const { index: at } of segmenter.segment(text)) if (at > index) return at;
  return text.length;
};

export interface TextFieldOptions {
  text?: string;
  hint?: string;
  multiline?: boolean;
  password?: boolean;
  onChange?: (text: string) => void;
  /** Enter in a single-line field. */
  onSubmit?: () => void;
}

/** The editable state of one input: text, cursor and selection (UTF-16 indexes). It outlives the trees that show it. */
export class TextField {
  text: string;
  cursor: number;
  /** The other end of the selection; equal to `cursor` when nothing is selected. */
  anchor: number;
  hint: string;
  readonly multiline: boolean;
  readonly password: boolean;
  readonly #onChange: ((text: string) => void) | undefined;
  readonly #onSubmit: (() => void) | undefined;

  constructor(options: TextFieldOptions = {}) {
    this.text = options.text ?? "";
    this.cursor = this.text.length;
    this.anchor = this.cursor;
    this.hint = options.hint ?? "";
    this.multiline = options.multiline ?? false;
    this.password = options.password ?? false;
    this.#onChange = options.onChange;
    this.#onSubmit = options.onSubmit;
  }

  get shown(): string {
    return this.password ? "•".repeat([...segmenter.segment(this.text)].length) : this.text;
  }

  get selection(): { start: number; end: number } {
    return { start: Math.min(this.cursor, this.anchor), end: Math.max(this.cursor, this.anchor) };
  }

  get selectedText(): string {
    const { start, end } = this.selection;
    return this.text.slice(start, end);
  }

  insert(text: string): void {
    const { start, end } = this.selection;
    const clean = this.multiline ? text.replaceAll("\r\n", "\n") : text.replaceAll(/[\r\n]+/g, " ");
    this.#replace(start, end, clean);
  }

  /** Deletes the selection, else one character before (`-1`) or after (`1`) the cursor. */
  erase(direction: -1 | 1): void {
    const { start, end } = this.selection;
    if (start !== end) this.#replace(start, end, "");
    else if (direction < 0) this.#replace(previousBoundary(this.text, this.cursor), this.cursor, "");
    else this.#replace(this.cursor, nextBoundary(this.text, this.cursor), "");
  }

  move(direction: -1 | 1, select: boolean): void {
    const { start, end } = this.selection;
    if (!select && start !== end) this.cursor = direction < 0 ? start : end;
    else this.cursor = direction < 0 ? previousBoundary(this.text, this.cursor) : nextBoundary(this.text, this.cursor);
    if (!select) this.anchor = this.cursor;
  }

  moveTo(index: number, select: boolean): void {
    this.cursor = Math.max(0, Math.min(this.text.length, index));
    if (!select) this.anchor = this.cursor;
  }

  /** Moves by whole lines of the text (not of the picture), keeping the column. */
  moveLine(direction: -1 | 1, select: boolean): void {
    const lineStart = this.text.lastIndexOf("\n", this.cursor - 1) + 1;
    const column = this.cursor - lineStart;
    if (direction < 0) {
      if (lineStart === 0) return this.moveTo(0, select);
      const start = this.text.lastIndexOf("\n", lineStart - 2) + 1;
      return this.moveTo(Math.min(start + column, lineStart - 1), select);
    }
    const lineEnd = this.text.indexOf("\n", this.cursor);
    if (lineEnd < 0) return this.moveTo(this.text.length, select);
    const nextEnd = this.text.indexOf("\n", lineEnd + 1);
    this.moveTo(Math.min(lineEnd + 1 + column, nextEnd < 0 ? this.text.length : nextEnd), select);
  }

  selectAll(): void {
    this.anchor = 0;
    this.cursor = this.text.length;
  }

  selectWord(index: number): void {
    const words = new Intl.Segmenter(undefined, { granularity: "word" });
    const word = words.segment(this.text).containing(Math.min(index, Math.max(0, this.text.length - 1)));
    if (word === undefined) return;
    this.anchor = word.index;
    this.cursor = word.index + word.segment.length;
  }

  /** Replaces all the text without telling the app, as an app does with its own field. */
  set(text: string): void {
    this.text = text;
    this.cursor = text.length;
    this.anchor = this.cursor;
  }

  submit(): void {
    if (this.multiline) this.insert("\n");
    else this.#onSubmit?.();
  }

  #replace(start: number, end: number, text: string): void {
    this.text = this.text.slice(0, start) + text + this.text.slice(end);
    this.cursor = start + text.length;
    this.anchor = this.cursor;
    this.#onChange?.(this.text);
  }
}
