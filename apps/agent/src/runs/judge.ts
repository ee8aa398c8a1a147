import { type Said, say } from "@udt/base";
import { boundSaid } from "../runners/bound-said.ts";
import { mergeOutcomes } from "../runners/junit.ts";
import type { Exit } from "../isolation/workplace.ts";
import type { CaseOutcome, JUnitEntry } from "../runners/runner.ts";

export interface Evidence {
  /** What result files say of the case. */
  entries: readonly JUnitEntry[];
  /** What was wrong with result files. */
  faults: readonly Said[];
  exit: Exit;
  /** Whether it had begun when its process ended. */
  isRunning: boolean;
  exitCodeTells: boolean;
}

/** How a process ended: in the middle of a case, without a word of one, or against what it told. */
const EXITS = { amid: "process_exit_amid", untold: "process_exit_untold", against: "process_exit_against" } as const;
const SIGNALS = {
  amid: "process_signal_amid",
  untold: "process_signal_untold",
  against: "process_signal_against",
} as const;

function howItEnded(when: keyof typeof EXITS, { exit_code, signal, bound }: Exit): Said {
  if (bound !== null) return boundSaid(bound);
  if (signal !== null) return say(SIGNALS[when], { signal });
  return say(EXITS[when], { exit_code: exit_code ?? "?" });
}

/** What is wrong with result files, as one word. */
function whatIsWrong(faults: readonly Said[]): Said | undefined {
  if (faults.length < 2) return faults[0];
  const names = faults.map(({ args }) => args["file"] ?? "…").join(", ");
  return say("junit_unread", { count: faults.length, names }, faults.map(({ evidence }) => evidence).join("\n"));
}

/** How a case came out that told no end itself, by what its process left behind. */
export function judge({ entries, faults, exit, isRunning, exitCodeTells }: Evidence): CaseOutcome {
  const failed = (cause: "crash" | "missing", reason: Said): CaseOutcome => ({
    state: "failed",
    cause,
    error: "",
    reason,
    message: "",
    location: null,
  });
  const fault = whatIsWrong(faults);
  const isClean = exit.exit_code === 0 && exit.bound === null;
  const merged = mergeOutcomes(entries);
  if (merged?.state === "failed") return { ...merged, reason: merged.reason ?? fault ?? null };
  if (merged && exitCodeTells && !isClean) return failed("crash", howItEnded("against", exit));
  if (merged && fault) return failed("missing", fault);
  if (merged) return merged;
  if (isRunning && !(exitCodeTells && isClean)) return failed("crash", howItEnded("amid", exit));
  if (!isClean && exit.exit_code === null) return failed("crash", howItEnded("untold", exit));
  return failed("missing", fault ?? howItEnded("untold", exit));
}
