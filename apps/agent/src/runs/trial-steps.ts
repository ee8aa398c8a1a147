import type { TrialLines } from "@udt/contract";
import type { StepsControl } from "../runners/runner.ts";
import { withSignal } from "../with-signal.ts";

const has = ({ from, to }: TrialLines, line: number): boolean => from <= line && line <= to;

/** Goes through the steps of a trial as whoever looks on says. */
export class TrialSteps implements StepsControl {
  readonly selection: TrialLines | null;
  #breakpoints: readonly number[];
  /** The next step is waited before, whichever it is. */
  #isStepping = false;
  #goOn = (): void => {};

  constructor({ selection, breakpoints }: { selection: TrialLines | null; breakpoints: readonly number[] }) {
    this.selection = selection;
    this.#breakpoints = breakpoints;
  }

  /** In the place of those before. What waits goes on waiting. */
  replaceBreakpoints(lines: readonly number[]): void {
    this.#breakpoints = lines;
  }

  /** Has what waits go on, as far as the next breakpoint or by one step. */
  goOn(how: "continue" | "step"): void {
    this.#isStepping = how === "step";
    this.#goOn();
  }

  halt(lines: TrialLines, signal: AbortSignal): Promise<void> | undefined {
    if (!this.#isStepping && !this.#breakpoints.some((line) => has(lines, line))) return undefined;
    this.#isStepping = false;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#goOn = resolve;
    return withSignal(promise, signal);
  }
}
