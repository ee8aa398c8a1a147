import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { type Said, SaidError, saidOf, say } from "@udt/base";
import { ApiError } from "@udt/client";
import { LIMITS, type ErrorName, type MemoryWish } from "@udt/contract";
import type { AppProcess, MemoryCapability } from "@udt/driver";
import type { Logger } from "../logger.ts";
import type { MemoryLine } from "./memory-line.ts";

/** The server wants no more of this recording. */
const OVER: readonly ErrorName[] = ["memory_recording_over", "agent_stale_lease", "test_not_found"];

export interface MemoryRecorderNeeds {
  memory: MemoryCapability;
  line: MemoryLine;
  /** Epoch milliseconds of the server's clock. */
  now(): number;
  /** Where a sample's files lie until the server has them. */
  folder: string;
  log: Logger;
  signal: AbortSignal;
}

const GONE = "memory_process_gone";

/** A sample to be taken. */
interface Wanted {
  label: string;
  /** Somebody asked for it, and is told what becomes of it. */
  isAsked: boolean;
  /** Moments that this one takes the place of: so many passed before it could be taken. */
  missed: number;
}
/** A sample that waits for the one under way. */
interface Asked extends Pick<Wanted, "label" | "missed"> {
  /** Of a moment that has passed once the next has come. */
  isPassing: boolean;
}
/** So many moments wait; what comes then takes the place of the last. */
const WAITING_MAX = 8;
/** Files that the server has, and what there is to know of them. */
interface Taken {
  files: { file_id: string; file_name: string }[];
  notes: Said[];
}

/**
 * Takes one sample after the other, in time or where it is asked to, and hands each to the server before it takes the next.
 * Where the process is not there it waits for it.
 */
export class MemoryRecorder {
  /** Resolves when it takes no more: the signal ended it, or the server wants none. */
  readonly over: Promise<void>;
  readonly #wish: MemoryWish;
  readonly #needs: MemoryRecorderNeeds;
  readonly #asked: Asked[] = [];
  #idle = Promise.withResolvers<void>();
  #wake: () => void = () => undefined;
  #number: number;
  #isSampling = false;
  #lost = 0;
  #taken = 0;
  /** What it was last sampled of. */
  #pid: number | undefined;
  /** The code of the fault with which the last sample ended, as it was told. */
  #fault: string | undefined;
  /** When the next one is due, by this process' monotonic clock; never, where none is taken in time. */
  #due: number;

  constructor(wish: MemoryWish, needs: MemoryRecorderNeeds) {
    this.#wish = wish;
    this.#needs = needs;
    this.#number = wish.next_number;
    this.#due = wish.every_seconds === null ? Infinity : performance.now();
    needs.signal.addEventListener("abort", () => this.#wake(), { once: true });
    this.over = this.#run();
  }

  /** Samples with files that the server has. */
  get taken(): number {
    return this.#taken;
  }

  /** Samples that were wanted and did not reach the server, nor will: of moments for which others stand in as well. */
  get lost(): number {
    return this.#lost;
  }

  /** Has a sample taken as soon as the one under way is. @returns false where another waits for that already */
  sample(label: string): boolean {
    if (this.#asked.length > 0 && this.#isSampling) return false;
    this.#ask({ label, missed: 0, isPassing: false });
    return true;
  }

  /**
   * Has a sample taken of a moment, as soon as it can be. Where too many wait, or another does that has passed by now, it takes
   * that one's place and says how many have none of their own.
   * @param how.isPassing it has passed once the next of the kind has come
   */
  sampleMoment(label: string, { isPassing }: { isPassing: boolean }): void {
    const passed = isPassing ? this.#asked.findIndex((asked) => asked.isPassing) : -1;
    const at = passed < 0 && this.#asked.length >= WAITING_MAX ? this.#asked.length - 1 : passed;
    const [replaced] = at < 0 ? [] : this.#asked.splice(at, 1);
    this.#ask({ label, missed: replaced === undefined ? 0 : replaced.missed + 1, isPassing });
  }

  /** Resolves when all that was asked for so far is taken, or when it takes no more. */
  async drained(): Promise<void> {
    if (this.#asked.length > 0 || this.#isSampling) await Promise.race([this.#idle.promise, this.over]);
  }

  #ask(asked: Asked): void {
    this.#asked.push(asked);
    this.#wake();
  }

  async #run(): Promise<void> {
    const { signal, log } = this.#needs;
    for (;;) {
      const wanted = await this.#wanted();
      if (!wanted) {
        this.#lost += this.#asked.splice(0).reduce((sum, { missed }) => sum + missed + 1, 0);
        return;
      }
      this.#isSampling = true;
      try {
        await this.#take(wanted);
      } catch (error) {
        if (signal.aborted) {
          // One that was only due is no loss: it would have been taken after the end.
          if (wanted.isAsked) this.#lost += wanted.missed + 1;
          continue;
        }
        const isOver = error instanceof ApiError && error.code !== undefined && OVER.includes(error.code);
        log(isOver ? "info" : "warn", "a memory sample was not taken in", { error });
        if (isOver) return;
        this.#lost += wanted.missed + 1;
        // Its number may have been taken in, though its answer was lost: what is taken next is another one.
        this.#number++;
        await this.#needs.line.phase("idle").catch((failure: unknown) => {
          if (!signal.aborted)
            log("warn", "the server was not told that no memory sample is taken", { error: failure });
        });
      } finally {
        this.#isSampling = false;
        if (this.#asked.length === 0) {
          this.#idle.resolve();
          this.#idle = Promise.withResolvers();
        }
      }
    }
  }

  /** The next one, when it is to be taken; undefined once that is over. */
  async #wanted(): Promise<Wanted | undefined> {
    const { signal } = this.#needs;
    for (;;) {
      if (signal.aborted) return undefined;
      const asked = this.#asked.shift();
      if (asked) return { ...asked, isAsked: true };
      const left = this.#due - performance.now();
      if (left <= 0) {
        this.#postpone();
        return { label: "", isAsked: false, missed: 0 };
      }
      await new Promise<void>((resolve) => {
        const timer = left === Infinity ? undefined : setTimeout(resolve, left);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  /** To the next turn that is not past: one that takes longer than the interval leaves out those that it covers. */
  #postpone(): void {
    const everyMs = (this.#wish.every_seconds ?? Infinity) * 1000;
    const late = performance.now() - this.#due;
    this.#due += everyMs * (Math.floor(late / everyMs) + 1);
  }

  async #take({ label, isAsked, missed }: Wanted): Promise<void> {
    const { line, memory, signal } = this.#needs;
    const taken_at = Math.round(this.#needs.now());
    const number = this.#number;
    const passed = missed > 0 ? [say("memory_moments_missed", { count: missed })] : [];
    const folder = join(this.#needs.folder, `memory-${this.#wish.recording_id}-${number}`);
    try {
      const process = (await memory.processes(signal)).find(({ name }) => name === this.#wish.process);
      if (!process) throw new SaidError(say(GONE, { process: this.#wish.process }));
      await line.phase("sampling");
      const { files, notes } = await this.#files(process, folder);
      const noted = [...passed, ...this.#noted(process, notes)];
      await line.sample({
        number,
        label,
        taken_at,
        files,
        notes: noted.slice(0, LIMITS.memory_notes_max),
        fault: null,
      });
      this.#fault = undefined;
      this.#taken++;
      this.#number++;
    } catch (error) {
      if (signal.aborted || error instanceof ApiError) throw error;
      const fault = saidOf(error, (raw) => say("device_refused", {}, raw));
      // What comes again and again is told once, so that a trace does not fill with it.
      const isKnown = fault.code === this.#fault && !isAsked;
      if (isKnown) return await line.phase(fault.code === GONE ? "waiting" : "idle");
      await line.sample({ number, label, taken_at, files: [], notes: passed, fault });
      this.#fault = fault.code;
      this.#number++;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** Reads all from the device first: what the server takes long for is not held up there. */
  async #files(process: AppProcess, folder: string): Promise<Taken> {
    const { memory, line, signal } = this.#needs;
    const notes: Said[] = [];
    const names: string[] = [];
    await mkdir(folder, { recursive: true });
    for await (const part of memory.sample(process, { heap: this.#wish.with_heap }, signal)) {
      if ("note" in part) notes.push(part.note);
      else {
        const path = join(folder, String(names.push(part.file_name)));
        await pipeline(atMost(part.content), createWriteStream(path), { signal });
      }
    }
    const files: Taken["files"] = [];
    for (const [index, file_name] of names.entries()) {
      const { file_id } = await line.file(join(folder, String(index + 1)));
      files.push({ file_id, file_name });
    }
    return { files, notes };
  }

  #noted({ pid, name }: AppProcess, notes: readonly Said[]): Said[] {
    const before = this.#pid;
    this.#pid = pid;
    return before === undefined || before === pid
      ? [...notes]
      : [say("memory_pid_changed", { process: name, pid, before }), ...notes];
  }
}

/** @throws SaidError once there is more than the server takes */
async function* atMost(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
  let bytes = 0;
  for await (const chunk of content) {
    bytes += chunk.length;
    if (bytes > LIMITS.memory_file_max_bytes)
      throw new SaidError(say("memory_file_large", { gb: LIMITS.memory_file_max_bytes / 1024 ** 3 }));
    yield chunk;
  }
}
