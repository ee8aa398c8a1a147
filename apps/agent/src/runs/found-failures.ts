import type { RunCaseResult, RunCaseTask } from "@udt/contract";
import type { CollectedCase } from "../runners/runner.ts";
import { type Ending, RunningCase } from "./running-case.ts";

interface Failure {
  ending: Ending;
  time: number;
}

/**
 * What failed beside the cases that were asked for: a file, a suite, the framework itself. Each becomes a case of the run, of
 * which is told what happened when the server gives it back as one; a retry of it is run like the others.
 */
export class FoundFailures {
  #named: CollectedCase[] = [];
  readonly #waiting = new Map<string, Failure>();

  add(found: CollectedCase, ending: Ending, time: number): void {
    this.#named.push(found);
    this.#waiting.set(found.case_key, { ending, time });
  }

  /** Those that the server has not heard of. */
  named(): CollectedCase[] {
    return this.#named.splice(0);
  }

  /** Tells of claimed cases what is known already, and answers the others. */
  settle(cases: readonly RunCaseTask[], onResult: (result: RunCaseResult) => void): RunCaseTask[] {
    return cases.filter((task) => {
      const failure = task.attempt === 1 ? this.#waiting.get(task.case_key) : undefined;
      if (!failure) return true;
      this.#waiting.delete(task.case_key);
      const one = new RunningCase(task, failure.time, 0);
      onResult(one.begun);
      onResult(one.ended(failure.ending, failure.time));
      return false;
    });
  }
}
