import { mergeOutcomes } from "../runners/junit.ts";
import type { CaseOutcome, Exit, JUnitCase } from "../runners/runner.ts";

export interface Evidence {
  /** What result files say of the case. */
  entries: readonly JUnitCase[];
  /** What was wrong with result files. */
  faults: readonly string[];
  exit: Exit;
  /** Whether it had begun when its process ended. */
  isRunning: boolean;
  exitCodeTells: boolean;
}

const BOUNDS: Record<NonNullable<Exit["bound"]>, string> = {
  time: "it ran longer than it may",
  memory: "it took more memory than it may",
  disk: "it wrote more to the disk than it may",
  output: "it printed more than it may",
};

/** How a process ended, as a sentence's end. */
export function howItEnded({ exit_code, signal, bound }: Exit): string {
  if (bound !== null) return `was ended: ${BOUNDS[bound]}`;
  return signal === null ? `ended with exit code ${exit_code}` : `was ended by ${signal}`;
}

/** How a case came out that told no end itself, by what its process left behind. */
export function judge({ entries, faults, exit, isRunning, exitCodeTells }: Evidence): CaseOutcome {
  const failed = (cause: "crash" | "missing" | "assertion", error: string, message = ""): CaseOutcome => ({
    state: "failed",
    cause,
    error,
    message: [error, ...faults.map((fault) => `result file ${fault}`), message].filter(Boolean).join("\n"),
    location: null,
  });
  const isClean = exit.exit_code === 0 && exit.bound === null;
  const merged = mergeOutcomes(entries);
  if (merged?.state === "failed") return faults.length > 0 ? failed("assertion", merged.error, merged.message) : merged;
  if (merged && exitCodeTells && !isClean)
    return failed("crash", `the script ${howItEnded(exit)} though its result files tell no failure`);
  if (merged && faults.length > 0) return failed("missing", `the results are incomplete: result file ${faults[0]}`);
  if (merged) return merged;
  if (isRunning && !(exitCodeTells && isClean))
    return failed("crash", `the process ${howItEnded(exit)} in the middle of the case`);
  if (!isClean && exit.exit_code === null) return failed("crash", `the process ${howItEnded(exit)}`);
  return failed("missing", `the process ${howItEnded(exit)} without a result of this case`);
}
