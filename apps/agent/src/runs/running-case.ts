import { LIMITS, type CaseDetail, type RunCaseResult, type RunCaseTask } from "@udt/contract";
import type { CaseOutcome, CaseStep } from "../runners/runner.ts";

/** Of what a case prints its last part is kept, and of its message the first; a few characters of each may take three bytes. */
const OUTPUT_MAX = 32 * 1024;
const MESSAGE_MAX = 48 * 1024;
export const STEPS_MAX = 500;

/** How a case ended, as the server is told. */
export type Ending = Omit<CaseOutcome, "cause"> & { cause: RunCaseResult["cause"] };

/** What is kept of a failure's words. */
export const cutMessage = (message: string): string =>
  message.length > MESSAGE_MAX ? `${message.slice(0, MESSAGE_MAX)}\n[…]` : message;

/** One case from its beginning to its end. */
export class RunningCase {
  readonly task: RunCaseTask;
  readonly started_at: number;
  readonly breaks: number;
  #output = "";
  #isCut = false;
  readonly #steps: CaseStep[] = [];
  #hasNews = false;

  /** @param breaks how often the device's connection had broken when it began */
  constructor(task: RunCaseTask, started_at: number, breaks: number) {
    this.breaks = breaks;
    this.task = task;
    this.started_at = started_at;
  }

  addOutput(text: string): void {
    this.#output += text;
    this.#hasNews = true;
    if (this.#output.length <= OUTPUT_MAX * 2) return;
    this.#output = this.#output.slice(-OUTPUT_MAX);
    this.#isCut = true;
  }

  addStep(step: CaseStep): void {
    if (this.#steps.length >= STEPS_MAX) return;
    this.#steps.push(step);
    this.#hasNews = true;
  }

  get begun(): RunCaseResult {
    const { task, started_at } = this;
    return {
      case_run_id: task.case_run_id,
      state: "executing",
      cause: "none",
      started_at,
      ended_at: null,
      error: "",
      reason: null,
      detail: null,
    };
  }

  /** What it has done and printed so far; undefined when that was told before. */
  news(): RunCaseResult | undefined {
    if (!this.#hasNews) return undefined;
    this.#hasNews = false;
    return { ...this.begun, detail: this.#detail({ message: "", location: null }) };
  }

  ended(ending: Ending, ended_at: number): RunCaseResult {
    const { started_at } = this;
    return {
      case_run_id: this.task.case_run_id,
      state: ending.state,
      cause: ending.cause,
      started_at,
      ended_at: Math.max(started_at, ended_at),
      error: ending.error.slice(0, LIMITS.case_error_max),
      reason: ending.reason,
      detail: this.#detail(ending),
    };
  }

  #detail({ message, location }: Pick<Ending, "message" | "location">): CaseDetail {
    const isCut = this.#isCut || this.#output.length > OUTPUT_MAX;
    return {
      message: cutMessage(message),
      location: location && { file: location.file.slice(0, LIMITS.case_key_max), line: location.line, source: [] },
      output: isCut ? `[…]\n${this.#output.slice(-OUTPUT_MAX)}` : this.#output,
      steps: [...this.#steps],
    };
  }
}
