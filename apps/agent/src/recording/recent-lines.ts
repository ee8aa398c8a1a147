import { LIMITS } from "@udt/contract";
import type { LoggedText } from "./follow-log.ts";

/** A little more than is asked for: a video begins with a whole picture, some seconds before. */
export const RECENT_MS = LIMITS.recent_seconds * 1000;
/** Texts that are kept are counted with what it costs to keep one. */
const EACH_BYTES = 100;

/** The newest of lines that come, bounded in time and size: what is older or too much goes, oldest first. */
export class RecentLines {
  readonly #max_bytes: number;
  readonly #max_ms: number;
  #lines: LoggedText[] = [];
  /** Those before are gone; they are cut off when they are many. */
  #first = 0;
  #bytes = 0;

  constructor(options: { max_bytes: number; max_ms: number }) {
    this.#max_bytes = options.max_bytes;
    this.#max_ms = options.max_ms;
  }

  get size_bytes(): number {
    return this.#bytes;
  }

  add(line: LoggedText): void {
    this.#lines.push(line);
    this.#bytes += costOf(line);
    for (;;) {
      const oldest = this.#lines[this.#first];
      if (!oldest || (this.#bytes <= this.#max_bytes && oldest.time >= line.time - this.#max_ms)) break;
      this.#bytes -= costOf(oldest);
      this.#first++;
    }
    if (this.#first < 1_000 || this.#first * 2 < this.#lines.length) return;
    this.#lines = this.#lines.slice(this.#first);
    this.#first = 0;
  }

  /** Those from `time` on, oldest first. */
  since(time: number): LoggedText[] {
    return this.#lines.slice(this.#first).filter((line) => line.time >= time);
  }
}

const costOf = ({ text }: LoggedText): number => text.length * 2 + EACH_BYTES;
