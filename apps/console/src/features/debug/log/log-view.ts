import type { LogBuffer, LogRow } from "./log-buffer.ts";
import type { LogMatcher } from "./log-query.ts";

/**
 * The rows of a buffer that a filter lets through, kept up to date at the cost of the new rows alone. Marks of dropped
 * rows always pass: what is missing must be seen whatever is being looked for.
 */
export class LogView {
  readonly #buffer: LogBuffer;
  #matcher: LogMatcher;
  /** Numbers of the rows that pass, ascending, from index `#head` on. */
  #passed: number[] = [];
  #head = 0;
  #seen = 0;
  #epoch = 0;
  /** How many rows have left this view at its start since it was made; lets a reader keep its place. */
  #gone = 0;

  constructor(buffer: LogBuffer, matcher: LogMatcher) {
    this.#buffer = buffer;
    this.#matcher = matcher;
    this.#seen = buffer.first;
    this.refresh();
  }

  get length(): number {
    return this.#passed.length - this.#head;
  }

  get gone(): number {
    return this.#gone;
  }

  /** Another number after each change of what passes: the rows are other ones then. */
  get epoch(): number {
    return this.#epoch;
  }

  at(index: number): LogRow | undefined {
    const seq = this.#passed[this.#head + index];
    return seq === undefined ? undefined : this.#buffer.get(seq);
  }

  /** Where the row of this number is; -1 where it does not pass, or is gone. */
  indexOf(seq: number): number {
    let low = this.#head;
    let high = this.#passed.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#passed[middle] ?? Infinity) < seq) low = middle + 1;
      else high = middle;
    }
    return this.#passed[low] === seq ? low - this.#head : -1;
  }

  /** The rows from index `from` to before `to`. */
  rows(from = 0, to = this.length): LogRow[] {
    const rows: LogRow[] = [];
    for (let index = from; index < to; index++) {
      const row = this.at(index);
      if (row) rows.push(row);
    }
    return rows;
  }

  /** Another filter: everything that is kept is looked at anew. */
  filter(matcher: LogMatcher): void {
    this.#matcher = matcher;
    this.#passed = [];
    this.#head = 0;
    this.#gone = 0;
    this.#epoch++;
    this.#seen = this.#buffer.first;
    this.refresh();
  }

  /** Takes in what has come to the buffer and lets go what has left it. */
  refresh(): void {
    const { first, end } = this.#buffer;
    while ((this.#passed[this.#head] ?? Infinity) < first) {
      this.#head++;
      this.#gone++;
    }
    // The front is cut off now and then only, for moving the rest costs.
    if (this.#head > 10_000 && this.#head > this.#passed.length / 2) {
      this.#passed = this.#passed.slice(this.#head);
      this.#head = 0;
    }
    for (const row of this.#buffer.rows(this.#seen)) {
      if ("dropped" in row || this.#matcher(row.line)) this.#passed.push(row.seq);
    }
    this.#seen = end;
  }
}
