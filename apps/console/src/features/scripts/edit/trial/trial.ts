import {
  isRefusal,
  shownCaseState,
  type RunCaseTask,
  type Said,
  type ShownCaseState,
  type TrialPhase,
  type TrialToBrowser,
} from "@udt/contract";
import { createStore, type Stream, type StreamState } from "../../../../lib/streams/index.ts";

type Result = Extract<TrialToBrowser, { type: "result" }>["result"];
type Over = Extract<TrialToBrowser, { type: "over" }>;

/** What is shown of what scripts print: its last, in characters. */
const LOG_MAX = 100_000;

export interface TrialCase {
  task: RunCaseTask;
  /** Undefined while it waits. */
  result: Result | undefined;
}

/** What the agent did, and what scripts printed, in order. */
export type LogPart = { said: Said } | { text: string };

export interface Trial {
  file: string;
  stage: "starting" | TrialPhase | "stopping" | Over["outcome"];
  cases: readonly TrialCase[];
  log: readonly LogPart[];
  /** Characters that the log lacks. */
  left_out: number;
  /** Why nothing, or nothing more, was run: said by the agent, or in the reader's words. */
  error: Said | string | null;
}

/** How a stream to the agent is opened. */
type Open = (on: {
  onState: (state: StreamState) => void;
  onMessage: (message: TrialToBrowser) => void;
}) => Pick<Stream<"trial">, "send" | "close">;

export const isOver = ({ stage }: Trial): boolean => stage === "done" || stage === "stopped" || stage === "failed";

export const stateOf = ({ result }: TrialCase, trial: Trial): ShownCaseState => {
  if (result && (result.state !== "executing" || !isOver(trial))) return shownCaseState(result);
  return isOver(trial) ? "cancelled" : "undistributed";
};

/** The trial that the page shows: one at a time, which ends with its stream. */
export class TrialRun {
  readonly shown = createStore<Trial | undefined>(undefined);
  #stream: Pick<Stream<"trial">, "send" | "close"> | undefined;
  /** Counts trials: what comes late of an earlier one is not this one's. */
  #number = 0;

  /**
   * Runs a file's cases, or only these.
   * @param ticket asks the server for them; what it refuses with, `refusal` tells the reader
   * @param lost what the reader is told when the connection breaks
   */
  async start(
    { file, case_keys }: { file: string; case_keys: string[] | null },
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
    this.shown.set({ file, stage: "starting", cases: [], log: [], left_out: 0, error: null });
    const isThis = () => this.#number === number;
    const fail = (error: string) => isThis() && this.#end({ type: "over", outcome: "failed", error: null }, error);
    try {
      const ticket = await by.ticket();
      if (!isThis()) return;
      let hasBegun = false;
      const onState = (state: StreamState) => {
        if (!isThis()) return;
        // A trial lives on one connection: what is dialled again would be none of it.
        if (state.name === "open" && !hasBegun)
          hasBegun = this.#stream?.send({ type: "run", ticket, case_keys }) ?? false;
        else if (state.name === "closed") fail(isRefusal(state.code) ? by.closed(state.reason) : by.lost);
        else if (state.name === "reconnecting") fail(by.lost);
      };
      this.#stream = by.open({ onState, onMessage: (message) => isThis() && this.#take(message) });
    } catch (error) {
      fail(by.refusal(error));
    }
  }

  stop(): void {
    const trial = this.shown.get();
    if (!trial || isOver(trial)) return;
    // What has not reached the agent yet is stopped here.
    if (this.#stream?.send({ type: "stop" })) this.#change({ stage: "stopping" });
    else {
      this.#number++;
      this.#end({ type: "over", outcome: "stopped", error: null });
    }
  }

  /** Shows nothing any more, and ends what runs. */
  close(): void {
    this.#number++;
    this.#leave();
    this.shown.set(undefined);
  }

  #take(message: TrialToBrowser): void {
    switch (message.type) {
      case "phase":
        if (this.shown.get()?.stage !== "stopping") this.#change({ stage: message.phase });
        return;
      case "cases":
        return this.#update(({ cases }) => ({
          cases: [...cases, ...message.cases.map((task) => ({ task, result: undefined }))],
        }));
      case "result": {
        const { result } = message;
        const isIts = ({ task }: TrialCase) => task.case_run_id === result.case_run_id;
        return this.#update(({ cases }) => ({ cases: cases.map((one) => (isIts(one) ? { ...one, result } : one)) }));
      }
      case "note":
        return this.#update(({ log }) => ({ log: [...log, { said: message.said }] }));
      case "log":
        return this.#print(message);
      case "over":
        return this.#end(message);
    }
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

  #end({ outcome, error }: Over, refusal?: string): void {
    this.#leave();
    this.#change({ stage: outcome, error: refusal ?? error });
  }

  #leave(): void {
    this.#stream?.close();
    this.#stream = undefined;
  }

  #change = (change: Partial<Trial>): void => this.#update(() => change);
  #update(change: (trial: Trial) => Partial<Trial>): void {
    this.shown.update((trial) => trial && { ...trial, ...change(trial) });
  }
}

/** The place in a file that a text names, as the languages' own messages do. */
export function placeIn(text: string, file: string): { file: string; line: number } | null {
  for (const before of [`${file}:`, `${file}", line `]) {
    const at = text.indexOf(before);
    const line = at === -1 ? Number.NaN : Number.parseInt(text.slice(at + before.length, at + before.length + 8), 10);
    if (line > 0) return { file, line };
  }
  return null;
}
