/** How the steps of a file came out that runs, or ran last. */

export interface Ran {
  /** The lines that were begun, in their order, as they are now; undefined: they are nowhere any more. */
  lines: readonly (number | undefined)[];
  /** Whether what those with a report did went well, in the same order. */
  told: readonly boolean[];
  /** Where it failed. */
  failed: readonly number[];
  /** Nothing runs any more. */
  isOver: boolean;
}
export type StepState = "passed" | "failed";

/**
 * By line. Reports tell of steps that do something by themselves, each once a round: what holds others is wrong only where it
 * failed itself.
 * @param isLeaf whether the step of a line does something by itself
 */
export function statesOf(
  { lines, told, failed, isOver }: Ran,
  isLeaf: (line: number) => boolean,
): Map<number, StepState> {
  const states = new Map<number, StepState>();
  let count = 0;
  for (const line of lines) {
    if (line === undefined || isLeaf(line)) {
      const went = told[count++];
      if (line === undefined || (went === undefined && !isOver)) continue;
      // One that failed in an earlier round has failed.
      if (went === false) states.set(line, "failed");
      else if (went === true && states.get(line) !== "failed") states.set(line, "passed");
    }
  }
  for (const line of failed) states.set(line, "failed");
  return states;
}
