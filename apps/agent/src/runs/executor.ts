import { type Said, SaidError, say } from "@udt/base";
import type { RunCaseResult, RunCaseTask } from "@udt/contract";
import { readJUnit } from "../runners/junit.ts";
import type { Batch, BatchEnd, CaseStep, CollectedCase, RunEvent, Runner } from "../runners/runner.ts";
import { HangWatch } from "./hang-watch.ts";
import { judge } from "./judge.ts";
import { reportedOf } from "./reported.ts";
import { cutMessage, type Ending, RunningCase, STEPS_MAX } from "./running-case.ts";

export interface ExecutorOptions {
  runner: Runner;
  batchOf(cases: Batch["cases"]): Batch;
  caseTimeoutMs: number;
  onResult(result: RunCaseResult): void;
  /** Something failed that is no case of the run yet. */
  onAlsoFailed(found: CollectedCase, ending: Ending, time: number): void;
  onLog(text: string): void;
  /** Where in its file what runs now stands. */
  onAt(at: Omit<Extract<RunEvent, { type: "at" }>, "type">): void;
  /** A script wants a memory sample, of a scene of this name. */
  onScene(name: string): void;
  /** A step of this case names a picture that the script keeps. */
  onPicture(name: string, case_run_id: number): void;
  /**
   * What is wrong with the device, or null: asked before a failure is put down to a case.
   *
   * @param breaks how often its connection had broken when the case began
   */
  deviceFault(breaks: number): Promise<Said | null>;
  /** How often the device's connection has broken so far. */
  deviceBreaks(): number;
}

/** The device misbehaved: what was not reported is not the cases' fault, and is for another device. */
export class DeviceFault extends SaidError {}

/** What one process was started for and how far it came. */
interface Process {
  batch: Batch;
  byKey: ReadonlyMap<string, RunCaseTask>;
  running: Map<string, RunningCase>;
  /** Steps of cases whose beginning has not been told yet. */
  early: Map<string, CaseStep[]>;
  /** Cases of which nothing more is to be told. */
  settled: Set<string>;
  /** How those ended of which that was told, by key. */
  ended: Map<string, RunCaseResult>;
  timedOut: Set<string>;
  /** Whether a case took a process along that others were to run in. */
  hasCrashed: boolean;
  /** How often the device's connection had broken when the process was started. */
  breaks: number;
  /** Failures that wait for the device to prove itself. */
  doubts: Promise<void>[];
  /** What failed beside the cases, and waits for the same. */
  found: (() => void)[];
  stop: AbortController;
  lastRunning: RunningCase | undefined;
}

/** What failed beside the cases of a run, at most: a script that names such failures without end fills no memory. */
const ALSO_FAILED_MAX = 1_000;

/** Runs claimed cases in as few processes as it takes. */
export class Executor {
  readonly #options: ExecutorOptions;
  readonly #cancelled = new Set<number>();
  /** What failed beside the cases, and was told. */
  readonly #alsoFailedKeys = new Set<string>();
  #process: Process | undefined;

  constructor(options: ExecutorOptions) {
    this.#options = options;
  }

  /** Takes cases out: those that run are stopped, and what shares their process goes on in another. */
  cancel(ids: readonly number[]): void {
    for (const id of ids) this.#cancelled.add(id);
    if (!this.#process) return;
    const { running, stop } = this.#process;
    const isRunning = [...running.values()].some(({ task }) => ids.includes(task.case_run_id));
    if (isRunning) stop.abort(new Error("cancelled"));
  }

  /** What those of these cases that run have done since they were asked last. */
  newsOf(ids: ReadonlySet<number>): RunCaseResult[] {
    const running = [...(this.#process?.running.values() ?? [])].filter(({ task }) => ids.has(task.case_run_id));
    return running.flatMap((one) => one.news() ?? []);
  }

  /**
   * Resolves when each case has been reported or cancelled. Throws {@link DeviceFault}, and the signal's reason when that
   * comes first.
   */
  async run(cases: readonly RunCaseTask[], signal: AbortSignal): Promise<void> {
    let waiting = cases.filter(({ case_run_id }) => !this.#cancelled.has(case_run_id));
    for (let [first] = waiting; first; [first] = waiting) {
      signal.throwIfAborted();
      const { attempt } = first;
      // Results are told apart by key, and scripts may ask which attempt this is: attempts do not share a process.
      const now = new Map([[first.case_key, first]]);
      for (const task of waiting) {
        const fits = now.size < this.#options.runner.batchSize && task.attempt === attempt;
        if (fits && !now.has(task.case_key)) now.set(task.case_key, task);
      }
      const left = await this.#runProcess([first, ...[...now.values()].slice(1)], signal);
      const others = waiting.filter((task) => now.get(task.case_key) !== task);
      waiting = [...left, ...others].filter(({ case_run_id }) => !this.#cancelled.has(case_run_id));
    }
  }

  /** Resolves with the cases that want another process. */
  async #runProcess(cases: Batch["cases"], signal: AbortSignal): Promise<RunCaseTask[]> {
    const { runner, caseTimeoutMs } = this.#options;
    const batch = this.#options.batchOf(cases);
    const process: Process = {
      batch,
      byKey: new Map(cases.map((task) => [task.case_key, task])),
      running: new Map(),
      early: new Map(),
      settled: new Set(),
      ended: new Map(),
      timedOut: new Set(),
      hasCrashed: false,
      breaks: this.#options.deviceBreaks(),
      doubts: [],
      found: [],
      stop: new AbortController(),
      lastRunning: undefined,
    };
    this.#process = process;
    const watch = new HangWatch(caseTimeoutMs, (key) => {
      if (key !== null) process.timedOut.add(key);
      process.stop.abort(new Error("timed out"));
    });
    try {
      const onEvent = (event: RunEvent) => {
        this.#onEvent(process, event);
        // Whoever it waits for may think as long as they like.
        if (event.type === "at" && event.is_held) watch.stop();
        else watch.runs(process.running.keys());
      };
      const end = await runner.run(batch, onEvent, AbortSignal.any([signal, process.stop.signal]));
      watch.stop();
      await Promise.all(process.doubts);
      signal.throwIfAborted();
      const left = await this.#settle(process, end);
      await this.#tellReported(process, end);
      return left;
    } finally {
      this.#process = undefined;
      watch.stop();
    }
  }

  #onEvent(process: Process, event: RunEvent): void {
    switch (event.type) {
      case "output":
        (event.case_key === undefined ? process.lastRunning : process.running.get(event.case_key))?.addOutput(
          event.text,
        );
        this.#options.onLog(event.text);
        return;
      case "log":
        this.#options.onLog(event.text);
        return;
      case "at":
        return this.#options.onAt(event);
      case "scene":
        return this.#options.onScene(event.name);
      case "step": {
        const { case_key, step } = event;
        const one = process.running.get(case_key);
        if (one) this.#step(one, step);
        // Steps and ends come by different ways: a short case's steps may be told before its beginning.
        else if (process.byKey.has(case_key) && !process.settled.has(case_key))
          process.early.set(case_key, [...(process.early.get(case_key) ?? []), step].slice(-STEPS_MAX));
        return;
      }
      case "case_started":
        this.#begin(process, event.case_key, event.time);
        return;
      case "also_failed":
        if (event.outcome.cause === "crash") process.hasCrashed = true;
        this.#alsoFailed(process, event);
        return;
      case "case_ended": {
        if (process.timedOut.has(event.case_key)) return;
        const { outcome, time } = event;
        if (outcome.cause === "crash") process.hasCrashed = true;
        const breaks = process.running.get(event.case_key)?.breaks ?? process.breaks;
        // A script over whose connection broke may take silence for success.
        const isSure = outcome.state === "success" && breaks === this.#options.deviceBreaks();
        if (isSure) this.#end(process, event.case_key, outcome, time);
        else this.#doubt(process, event.case_key, outcome, time);
      }
    }
  }

  #step(one: RunningCase, step: CaseStep): void {
    one.addStep(step);
    for (const name of new Set([step.screenshot_before, step.screenshot]))
      if (name) this.#options.onPicture(name, one.task.case_run_id);
  }

  #begin(process: Process, key: string, time: number): RunningCase | undefined {
    const task = process.byKey.get(key);
    if (!task || process.settled.has(key)) return undefined;
    const known = process.running.get(key);
    if (known) return known;
    const one = new RunningCase(task, Math.round(time), this.#options.deviceBreaks());
    process.running.set(key, one);
    process.lastRunning = one;
    for (const step of process.early.get(key) ?? []) this.#step(one, step);
    process.early.delete(key);
    this.#options.onResult(one.begun);
    if (this.#cancelled.has(task.case_run_id)) process.stop.abort(new Error("cancelled"));
    return one;
  }

  #end(process: Process, key: string, ending: Ending, time: number): void {
    const one = this.#begin(process, key, time);
    if (!one) return;
    process.running.delete(key);
    process.settled.add(key);
    if (process.lastRunning === one) process.lastRunning = [...process.running.values()].at(-1);
    if (this.#cancelled.has(one.task.case_run_id)) return;
    this.#tellEnd(process, one, ending, time);
  }

  #tellEnd(process: Process, one: RunningCase, ending: Ending, time: number): void {
    const result = one.ended(ending, Math.round(time));
    process.ended.set(one.task.case_key, result);
    this.#options.onResult(result);
  }

  /** A failure counts as the case's own only when the device is well. */
  #doubt(process: Process, key: string, ending: Ending, time: number): void {
    const one = this.#begin(process, key, time);
    if (!one) return;
    process.running.delete(key);
    process.settled.add(key);
    if (process.lastRunning === one) process.lastRunning = [...process.running.values()].at(-1);
    this.#onceSure(process, one.breaks, () => {
      if (!this.#cancelled.has(one.task.case_run_id)) this.#tellEnd(process, one, ending, time);
    });
  }

  #alsoFailed(process: Process, { found, outcome, time }: Extract<RunEvent, { type: "also_failed" }>): void {
    const { case_key } = found;
    // A case of the batch is told by its end; what was told once is known.
    if (process.byKey.has(case_key) || this.#alsoFailedKeys.has(case_key)) return;
    if (this.#alsoFailedKeys.size >= ALSO_FAILED_MAX) return;
    this.#alsoFailedKeys.add(case_key);
    const ending = { ...outcome, message: cutMessage(outcome.message) };
    process.found.push(() => this.#options.onAlsoFailed(found, ending, Math.round(time)));
    // The device's answer holds for all that came until it is there.
    if (process.found.length === 1)
      this.#onceSure(process, process.breaks, () => process.found.splice(0).forEach((tell) => tell()));
  }

  /** @param breaks how often the device's connection had broken before what failed began */
  #onceSure(process: Process, breaks: number, tell: () => void): void {
    const ask = async (): Promise<void> => {
      const fault = await this.#options.deviceFault(breaks);
      if (fault !== null) {
        process.stop.abort(new SaidError(fault));
        throw new DeviceFault(fault);
      }
      tell();
    };
    const asked = ask();
    // It is waited for when the process has ended.
    asked.catch(() => undefined);
    process.doubts.push(asked);
  }

  /** What the framework's own files say of cases is told after their ends: most files are written when all is over. */
  async #tellReported({ batch, ended }: Process, { own_reports, reported }: BatchEnd): Promise<void> {
    const { runner, onResult } = this.#options;
    if (!own_reports || !reported || batch.place === null || ended.size === 0) return;
    // A file that was not written, or not to its end, tells less: nobody waits for it.
    const { cases } = await readJUnit(own_reports, batch.place.results);
    for (const result of reportedOf(runner.framework, batch, reported(cases), ended)) onResult(result);
  }

  /** What the end of the process says of those that told no end themselves. */
  async #settle(process: Process, end: BatchEnd): Promise<RunCaseTask[]> {
    const { batch } = process;
    const now = Date.now();
    const hasDied = process.hasCrashed || process.running.size > 0 || end.exit.bound !== null;
    const open = [...process.byKey.values()].filter(({ case_key }) => !process.settled.has(case_key));
    if (open.length === 0) return [];
    const fault = await this.#options.deviceFault(process.breaks);
    if (fault !== null) throw new DeviceFault(fault);
    const isStopped = process.stop.signal.aborted;
    const report = batch.place ? await readJUnit(end.reports, batch.place.results) : { cases: [], faults: [] };
    const isAlone = process.settled.size === 0 && process.running.size === 0;
    const left: RunCaseTask[] = [];
    for (const task of open) {
      const one = process.running.get(task.case_key);
      const minutes = this.#options.caseTimeoutMs / 60_000;
      if (this.#cancelled.has(task.case_run_id)) process.settled.add(task.case_key);
      else if (process.timedOut.has(task.case_key))
        this.#end(process, task.case_key, timedOut(say("case_time_over", { minutes })), now);
      else if (isStopped && isAlone)
        this.#end(process, task.case_key, timedOut(say("case_not_begun", { minutes })), now);
      else if (isStopped) left.push(task);
      else {
        const entries = report.cases.filter(
          (entry) => this.#options.runner.caseOf(entry, batch)?.case_key === task.case_key,
        );
        const ending = judge({
          entries,
          faults: report.faults,
          exit: end.exit,
          isRunning: one !== undefined,
          exitCodeTells: this.#options.runner.exitCodeTells,
        });
        // Something else died before this was begun.
        if (one === undefined && entries.length === 0 && hasDied && !isAlone) left.push(task);
        else this.#end(process, task.case_key, ending, now);
      }
    }
    return left;
  }
}

const timedOut = (reason: Said): Ending => ({
  state: "failed",
  cause: "case_timeout",
  error: "",
  reason,
  message: "",
  location: null,
});
