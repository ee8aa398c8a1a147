import { type Said, SaidError, say } from "@udt/base";
import { bytesText } from "./sizes.ts";

/** Why a sample cannot be read: the only thing that reading throws. */
export class MemoryFault extends SaidError {
  constructor(said: Said, options?: ErrorOptions) {
    super(said, options);
    this.name = "MemoryFault";
  }
}

/** How much of a line is told. */
const TOLD_CHARS = 200;

/** Where in which file reading is, for whoever has to say that something is wrong there. */
export class Place {
  readonly file: string;
  /** Counted from 1; 0 before the first. */
  line = 0;

  constructor(file: string) {
    this.file = file;
  }

  /** @param expected in the notation of the tool, not in words */
  unexpected(expected: string, text: string): MemoryFault {
    return new MemoryFault(
      say("memory_unexpected", { file: this.file, line: this.line, expected }, text.slice(0, TOLD_CHARS)),
    );
  }

  cut(expected: string): MemoryFault {
    return new MemoryFault(say("memory_cut", { file: this.file, line: this.line, expected }));
  }

  /** @param most bytes */
  long(most: number): MemoryFault {
    return new MemoryFault(say("memory_line_long", { file: this.file, line: this.line, most: bytesText(most) }));
  }

  deep(most: number): MemoryFault {
    return new MemoryFault(say("memory_deep", { file: this.file, line: this.line, most }));
  }

  many(most: number): MemoryFault {
    return new MemoryFault(say("memory_many", { file: this.file, line: this.line, most }));
  }

  /** @returns the number, when it is one that bytes can be counted by */
  counted(number: number, text: string): number {
    if (Number.isSafeInteger(number)) return number;
    throw new MemoryFault(say("memory_number", { file: this.file, line: this.line }, text.slice(0, TOLD_CHARS)));
  }
}
