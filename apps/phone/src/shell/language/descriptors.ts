import { InputQueue } from "../input-queue.ts";
import { type ByteSource, EMPTY_SOURCE, type TerminalSize } from "../program.ts";
import { BrokenPipe } from "./control.ts";

export type Sink = (output: Uint8Array | string) => Promise<void>;

/** An open file of a shell: a side to read from, a side to write to, or both. */
export class Descriptor {
  readonly source: ByteSource | undefined;
  readonly sink: Sink | undefined;
  /** Set when it is a terminal. */
  readonly terminal: TerminalSize | undefined;
  /** Aborts when a pipe's reader is gone. */
  readonly readerGone: AbortSignal | undefined;
  /** Background jobs that have it open as well. */
  readonly #holders = new Set<Promise<unknown>>();

  constructor(sides: { source?: ByteSource; sink?: Sink; terminal?: TerminalSize; readerGone?: AbortSignal }) {
    this.source = sides.source;
    this.sink = sides.sink;
    this.terminal = sides.terminal;
    this.readerGone = sides.readerGone;
  }

  /** Counts a job as one that has it open, until the job ends. */
  hold(job: Promise<unknown>): void {
    this.#holders.add(job);
    void job.finally(() => this.#holders.delete(job)).catch(() => undefined);
  }

  /** Resolves when no background job has it open any more: only then does a reader of it come to its end. */
  async released(): Promise<void> {
    while (this.#holders.size > 0) await Promise.allSettled(this.#holders);
  }
}

export type Descriptors = ReadonlyMap<number, Descriptor>;

export const NO_INPUT = new Descriptor({ source: EMPTY_SOURCE });

/** What connects two commands. */
export class Pipe {
  readonly input: Descriptor;
  readonly output: Descriptor;
  readonly #queue: InputQueue;
  readonly #readerGone = new AbortController();

  constructor() {
    const gone = this.#readerGone.signal;
    this.#queue = new InputQueue(() => gone.aborted);
    this.input = new Descriptor({ source: this.#queue });
    this.output = new Descriptor({
      readerGone: gone,
      sink: async (output) => {
        if (gone.aborted) throw new BrokenPipe();
        await this.#queue.push(typeof output === "string" ? Buffer.from(output) : output);
        if (gone.aborted) throw new BrokenPipe();
      },
    });
  }

  /** The writer has ended. */
  endOfOutput(): void {
    this.#queue.end();
  }

  /** The reader has ended. */
  endOfInput(): void {
    this.#readerGone.abort();
    this.#queue.end();
  }
}

/** Chunks of a file as a source. */
export function chunkSource(chunks: Iterable<Uint8Array>): ByteSource {
  const iterator = chunks[Symbol.iterator]();
  let rest: Uint8Array | undefined;
  return {
    some: async (limit = Infinity) => {
      while (!rest || rest.length === 0) {
        const { value, done } = iterator.next();
        if (done) return undefined;
        rest = value;
      }
      const taken = rest.subarray(0, limit);
      rest = rest.subarray(taken.length);
      return taken;
    },
  };
}
