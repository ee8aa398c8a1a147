import {
  isRefusal,
  shownCaseState,
  type RunCaseTask,
  type Said,
  type ShownCaseState,
  type TrialLines,
  type TrialPhase,
  type TrialToBrowser,
} from "@udt/contract";
import { createStore, type Store, type Stream, type StreamState } from "../../../../lib/streams/index.ts";

type Result = Extract<TrialToBrowser, { type: "result" }>["result"];
type Over = Extract<TrialToBrowser, { type: "over" }>;
/** Which part broke a trial off: what the agent names, or what is between it and the page. */
export type BrokenBy = NonNullable<Over["by"]> | "connection" | "session";

/** What is shown of what scripts print: its last, in characters. */
const LOG_MAX = 100_000;

export interface TrialCase {
  task: RunCaseTask;
  /** How it goes and went, by itself: a result changes nothing of what else shows. Undefined while it waits. */
  result: Store<Result | undefined>;
}

/** What the agent did, and what scripts printed, in order. */
export type LogPart = { said: Said } | { text: string };

export interface Trial {
  /** Of this page, from 1. */
  number: number;
  file: string;
  /** The lines whose steps alone were run; null: all. */
  selection: TrialLines | null;
  stage: "starting" | TrialPhase | "stopping" | Over["outcome"];
  cases: readonly TrialCase[];
  /** How many of them have passed, and failed. */
  passed: number;
  failed: number;
  log: readonly LogPart[];
  /** Characters that the log lacks. */
  left_out: number;
  /** Why nothing, or nothing more, was run: said by the agent, or in the reader's words. */
  error: Said | string | null;
  /** Where what runs now stands in the file as it was begun, and whether it waits there; null while nothing does. */
  at: { line: number; is_held: boolean } | null;
  /** The lines of all that was begun, in that order, as the file was then. */
  visits: readonly number[];
  /** Who broke it off midway; null where it came to its end, or to nothing. */
  broken_by: BrokenBy | null;
}

/** What is run of a file. */
export interface Wish {
  file: string;
  /** Null: all of its cases. */
  case_keys: string[] | null;
  /** Of steps, those that these lines touch; null: all. */
  selection: TrialLines | null;
  /** The case alone that this line is in; null: whichever. */
  caret: number | null;
  /** The lines that it stops before. */
  breakpoints: readonly number[];
}

/** How a stream to the agent is opened. */
type Open = (on: {
  onState: (state: StreamState) => void;
  onMessage: (message: TrialToBrowser) => void;
}) => Pick<Stream<"trial">, "send" | "close">;

export const isOver = ({ stage }: Trial): boolean => stage === "done" || stage === "stopped" || stage === "failed";

/** How a case shows, by what was last told of it. */
export const stateOf = (result: Result | undefined, trial: Trial): ShownCaseState => {
  if (result && (result.state !== "executing" || !isOver(trial))) return shownCaseState(result);
  return isOver(trial) ? "cancelled" : "undistributed";
};

/** The first case that failed, in the file's order. */
export const firstFailed = ({ cases, failed }: Trial): TrialCase | undefined =>
  failed === 0 ? undefined : cases.find(({ result }) => result.get()?.state === "failed");

/** The case that runs, or ran last; undefined before the first. */
export const lastBegun = ({ cases }: Trial): TrialCase | undefined =>
  cases.findLast(({ result }) => result.get() !== undefined);

const countsAs = (result: Result | undefined, state: ShownCaseState): number =>
  result && shownCaseState(result) === state ? 1 : 0;

/** The trial that the page shows: one at a time, which ends with its stream. */
export class TrialRun {
  readonly shown = createStore<Trial | undefined>(undefined);
  /** Of the steps of its cases, as addresses, by {@link pictureKey}. */
  readonly pictures = createStore<ReadonlyMap<string, string>>(new Map());
  #stream: Pick<Stream<"trial">, "send" | "close"> | undefined;
  /** The agent has been told what to run: not before does it take other words. */
  #hasBegun = false;
  #breakpoints: readonly number[] = [];
  /** Counts trials: what comes late of an earlier one is not this one's. */
  #number = 0;
  #results = new Map<number, TrialCase["result"]>();

  /**
   * Runs a file's cases, or some of them.
   * @param ticket asks the server for them; what it refuses with, `refusal` tells the reader
   * @param lost what the reader is told when the connection breaks
   */
  async start(
    { file, case_keys, selection, caret, breakpoints }: Wish,
    by: {
      ticket: () => Promise<string>;
      open: Open;
      refusal: (error: unknown) => string;
      closed: (reason: string) => string;
      lost: string;
    },
  ): Promise<void> {
    const number = ++this.#number;
    this.#leave();
    this.#results = new Map();
    this.pictures.set(new Map());
    this.#breakpoints = breakpoints;
    const none = {
      cases: [],
      passed: 0,
      failed: 0,
      log: [],
      left_out: 0,
      error: null,
      at: null,
      visits: [],
      broken_by: null,
    };
    this.shown.set({ number, file, selection, stage: "starting", ...none });
    const isThis = () => this.#number === number;
    const fail = (by: BrokenBy, error: string) => isThis() && this.#end("failed", error, by);
    try {
      const ticket = await by.ticket();
      if (!isThis()) return;
      const onState = (state: StreamState) => {
        if (!isThis()) return;
        // A trial lives on one connection: what is dialled again would be none of it.
        if (state.name === "open" && !this.#hasBegun) {
          const run = {
            type: "run" as const,
            ticket,
            case_keys,
            selection,
            caret,
            breakpoints: [...this.#breakpoints],
          };
          this.#hasBegun = this.#stream?.send(run) ?? false;
        } else if (state.name === "closed" && isRefusal(state.code)) fail("session", by.closed(state.reason));
        else if (state.name === "closed" || state.name === "reconnecting") fail("connection", by.lost);
      };
      this.#stream = by.open({ onState, onMessage: (message) => isThis() && this.#take(message) });
    } catch (error) {
      fail("session", by.refusal(error));
    }
  }

  stop(): void {
    const trial = this.shown.get();
    if (!trial || isOver(trial)) return;
    // What has not reached the agent yet is stopped here.
    if (this.#stream?.send({ type: "stop" })) this.#change({ stage: "stopping" });
    else {
      this.#number++;
      this.#end("stopped", null, null);
    }
  }

  /** Has steps that wait at a breakpoint go on: to the next breakpoint, or to the next step. */
  goOn(how: "continue" | "step"): void {
    if (this.shown.get()?.at?.is_held) this.#stream?.send({ type: how });
  }

  /** The lines to stop before from now on, as they were when it began. */
  setBreakpoints(lines: readonly number[]): void {
    this.#breakpoints = lines;
    if (this.#hasBegun) this.#stream?.send({ type: "breakpoints", breakpoints: [...lines] });
  }

  /** Shows nothing any more, and ends what runs. */
  close(): void {
    this.#number++;
    this.#leave();
    this.pictures.set(new Map());
    this.shown.set(undefined);
  }

  #take(message: TrialToBrowser): void {
    switch (message.type) {
      case "phase":
        if (this.shown.get()?.stage !== "stopping") this.#change({ stage: message.phase });
        return;
      case "cases": {
        const found = message.cases.map((task) => ({ task, result: createStore<Result | undefined>(undefined) }));
        for (const { task, result } of found) this.#results.set(task.case_run_id, result);
        return this.#update(({ cases }) => ({ cases: [...cases, ...found] }));
      }
      case "result":
        return this.#come(message.result);
      case "picture": {
        const { name, case_run_id, content_type, base64 } = message;
        const url = `data:${content_type};base64,${base64}`;
        return this.pictures.update((before) => new Map(before).set(pictureKey(case_run_id, name), url));
      }
      case "at":
        return this.#at(message);
      case "note":
        return this.#update(({ log }) => ({ log: [...log, { said: message.said }] }));
      case "log":
        return this.#print(message);
      case "over":
        return this.#end(message.outcome, message.error, message.by);
    }
  }

  #at({ line, is_held }: { line: number; is_held: boolean }): void {
    // One that was waited at goes on: it was begun once.
    this.#update(({ at, visits }) => ({
      at: { line, is_held },
      visits: at?.is_held === true && at.line === line ? visits : [...visits, line],
    }));
  }

  #come(result: Result): void {
    const its = this.#results.get(result.case_run_id);
    const before = its?.get();
    its?.set(result);
    const more = (state: ShownCaseState) => countsAs(its?.get(), state) - countsAs(before, state);
    const [passed, failed] = [more("success"), more("failed")];
    if (passed !== 0 || failed !== 0)
      this.#update((trial) => ({ passed: trial.passed + passed, failed: trial.failed + failed }));
  }

  #print({ text, left_out: missing }: { text: string; left_out: number }): void {
    this.#update(({ log, left_out }) => {
      const last = log.at(-1);
      const before = last && "text" in last ? last.text : "";
      const whole = before + text;
      const rest = before === "" ? log : log.slice(0, -1);
      const cut = Math.max(0, whole.length - LOG_MAX);
      return { log: [...rest, { text: whole.slice(cut) }], left_out: left_out + missing + cut };
    });
  }

  #end(outcome: Over["outcome"], error: Trial["error"], by: BrokenBy | null): void {
    this.#leave();
    const hasBegun = [...this.#results.values()].some((result) => result.get() !== undefined);
    this.#change({ stage: outcome, error, at: null, broken_by: outcome === "failed" && hasBegun ? by : null });
  }

  #leave(): void {
    this.#stream?.close();
    this.#stream = undefined;
    this.#hasBegun = false;
  }

  #change = (change: Partial<Trial>): void => this.#update(() => change);
  #update(change: (trial: Trial) => Partial<Trial>): void {
    this.shown.update((trial) => trial && { ...trial, ...change(trial) });
  }
}

/** A case may name its pictures as another does. */
export const pictureKey = (case_run_id: number, name: string): string => `${case_run_id} ${name}`;

/** The place in a file that a text names, as the languages' own messages do. */
export function placeIn(text: string, file: string): { file: string; line: number } | null {
  for (const before of [`${file}:`, `${file}", line `]) {
    const at = text.indexOf(before);
    const line = at === -1 ? Number.NaN : Number.parseInt(text.slice(at + before.length, at + before.length + 8), 10);
    if (line > 0) return { file, line };
  }
  return null;
}
