import type { LogRow } from "./log-buffer.ts";
import type { LogView } from "./log-view.ts";
import { oneLine, wrapped } from "./wrapping.ts";

/** Where the rows of a view lie below one another, counted in lines of text. */
export interface RowPlaces {
  readonly total: number;
  /** How many lines have left the view at its start; lets a reader keep their place. */
  readonly gone: number;
  topOf(index: number): number;
  /** The row that this line belongs to. */
  rowAt(line: number): number;
}

/** Each row is one line: 100,000 of them cost no more than 50. */
export const flatPlaces = (view: LogView): RowPlaces => ({
  get total() {
    return view.length;
  },
  get gone() {
    return view.gone;
  },
  topOf: (index) => index,
  rowAt: Math.floor,
});

/** So many front entries are kept before they are cut off, for moving the rest costs. */
const SLACK = 10_000;

/** Rows are as many lines as their message needs. What was counted once is not counted again: only new rows cost. */
export class WrappedPlaces implements RowPlaces {
  readonly columns: number;
  readonly #view: LogView;
  /** Lines up to the end of each row, of the view's rows from its `#first`th ever on. */
  #ends: number[] = [];
  #first = 0;
  #before = 0;
  #epoch = -1;

  constructor(view: LogView, columns: number) {
    this.#view = view;
    this.columns = columns;
  }

  get total(): number {
    this.#sync();
    return (this.#ends.at(-1) ?? this.#before) - this.gone;
  }

  get gone(): number {
    this.#sync();
    return this.#upTo(this.#view.gone - this.#first);
  }

  topOf(index: number): number {
    const { gone } = this;
    return this.#upTo(this.#view.gone - this.#first + index) - gone;
  }

  rowAt(line: number): number {
    const wanted = line + this.gone;
    const head = this.#view.gone - this.#first;
    let low = head;
    let high = this.#ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#ends[middle] ?? Infinity) <= wanted) low = middle + 1;
      else high = middle;
    }
    return low - head;
  }

  /** Lines before the row at this place of `#ends`. */
  #upTo(place: number): number {
    return place <= 0 ? this.#before : (this.#ends[Math.min(place, this.#ends.length) - 1] ?? this.#before);
  }

  #sync(): void {
    const view = this.#view;
    if (this.#epoch !== view.epoch || view.gone - this.#first > this.#ends.length) {
      this.#epoch = view.epoch;
      this.#ends = [];
      this.#first = view.gone;
    }
    const left = view.gone - this.#first;
    if (left > SLACK && left > this.#ends.length / 2) {
      this.#before = this.#upTo(left);
      this.#ends = this.#ends.slice(left);
      this.#first = view.gone;
    }
    const known = this.#first + this.#ends.length - view.gone;
    for (let index = known; index < view.length; index++) {
      this.#ends.push(this.#upTo(this.#ends.length) + linesOf(view.at(index), this.columns).length);
    }
  }
}

/** The lines that a row's message shows as; a mark of missing rows is one. */
export const linesOf = (row: LogRow | undefined, columns: number): string[] =>
  row && "line" in row ? wrapped(oneLine(row.line[5]), columns) : [""];
