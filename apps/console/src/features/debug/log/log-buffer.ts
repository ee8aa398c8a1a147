import type { LogLine } from "@udt/contract";

/** A line that came from the device, or a mark that the reader was too slow and `count` lines are missing here. */
export type LogRow = { seq: number; line: LogLine } | { seq: number; dropped: number };

/**
 * Keeps the newest rows up to a capacity in a ring. Rows are numbered from 0 for the life of the buffer, so that a number
 * means the same row for as long as it is kept.
 */
export class LogBuffer {
  readonly capacity: number;
  readonly #ring: LogRow[] = [];
  #first = 0;
  #end = 0;

  constructor(capacity: number) {
    this.capacity = capacity;
  }

  /** Number of the oldest row kept. */
  get first(): number {
    return this.#first;
  }

  /** Number that the next row will get. */
  get end(): number {
    return this.#end;
  }

  get size(): number {
    return this.#end - this.#first;
  }

  push(line: LogLine): void {
    this.#put({ seq: this.#end, line });
  }

  pushDropped(dropped: number): void {
    this.#put({ seq: this.#end, dropped });
  }

  /** Undefined when the row has not come yet or has made way. */
  get(seq: number): LogRow | undefined {
    return seq >= this.#first && seq < this.#end ? this.#ring[seq % this.capacity] : undefined;
  }

  /** The rows that are kept, oldest first, from number `from` on. */
  *rows(from = 0): Generator<LogRow> {
    for (let seq = Math.max(from, this.#first); seq < this.#end; seq++) {
      const row = this.get(seq);
      if (row) yield row;
    }
  }

  /** Forgets the rows; numbers go on. */
  clear(): void {
    this.#first = this.#end;
    this.#ring.length = 0;
  }

  #put(row: LogRow): void {
    this.#ring[this.#end % this.capacity] = row;
    this.#end++;
    if (this.#end - this.#first > this.capacity) this.#first = this.#end - this.capacity;
  }
}
