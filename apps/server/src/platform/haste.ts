import { setFlagsFromString } from "node:v8";

const SMALL = "--optimize-for-size";

/**
 * The server is started to keep little memory. With that V8 looks through all that the server keeps each time that a few
 * megabytes went through buffers, which costs more than handing the bytes on: measured, a proxy of 256 MiB with a heap like the
 * server's took four times the CPU time. So it is told otherwise as long as bytes go through. V8 reads this flag at each decision.
 */
export class Haste {
  readonly #wasSmall: boolean;
  readonly #tell: (flag: string) => void;
  #count = 0;

  constructor(started: readonly string[] = process.execArgv, tell: (flag: string) => void = setFlagsFromString) {
    this.#wasSmall = started.includes(SMALL);
    this.#tell = tell;
  }

  /** Until what it answers is called; several may be under way. */
  begin(): () => void {
    if (this.#count++ === 0 && this.#wasSmall) this.#tell("--no-optimize-for-size");
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      if (--this.#count === 0 && this.#wasSmall) this.#tell(SMALL);
    };
  }
}
