/**
 * What a test framework is to the agent: it lists a library's cases, and runs a batch of them in one process of which it
 * tells live what it does. Results are JUnit files; where the part inside the process is ours it tells each end as it
 * comes, and the files speak only for the cases of which no end was told. A framework is a folder here: `collect.ts`,
 * `run.ts`, and what it puts into the process.
 */
import { type Said, SaidError } from "@udt/base";
import type { CaseCause, CaseDetail, Framework, JunitCase, RunCaseTask, RunSpec } from "@udt/contract";
import type { Device } from "@udt/driver";
import type { Lines } from "@udt/low-code";
import type { Exit, Workplace } from "../isolation/workplace.ts";
import type { DeviceHand } from "../screen/device-hand.ts";

export interface CollectedCase {
  /**
   * Unlike all others of the library and stable between commits. pytest: its node id. node:test: the file, `::`, and the
   * names of the suites and the test with ` > ` between. shell: `runTest.sh`, or `runTest.sh::` and the case's name. Of
   * those that a framework calls the same, all but the first end in ` (#2)` and so on; what is too long ends in a hash. A
   * file is a case by its own name where it has no tests, or could not be read.
   */
  case_key: string;
  name: string;
  /** Relative to the library's root, with `/`. */
  file: string;
  function: string;
}

/** Why cases cannot be listed, for the library's owner. */
export class CollectFailure extends SaidError {
  readonly reason: "parser_exited" | "abnormal_result";

  constructor(reason: CollectFailure["reason"], said: Said, options?: ErrorOptions) {
    super(said, options);
    this.name = "CollectFailure";
    this.reason = reason;
  }
}

/** What the framework cannot list the cases of: a file, or by its id something within one, which is an entry by itself. */
export interface CollectFault {
  case_key: string;
  file: string;
  reason: CollectFailure["reason"];
  /** For logs and programs, or as the framework says it. */
  message: string;
  /** The same for people, where it is known by codes. */
  said?: readonly Said[];
}

export interface Collected {
  cases: CollectedCase[];
  faults: CollectFault[];
}

/**
 * Lists the cases in the library's order; an empty list is an answer. Throws {@link CollectFailure} when nothing can be told.
 * @param only what is wanted; without it, the cases of all files
 */
export type Collect = (place: Workplace, signal: AbortSignal, only?: WantedCases) => Promise<Collected>;

/** The cases of one file, or of low-code steps those that lines of it touch. */
export interface WantedCases {
  file: string;
  lines?: Lines | null;
}

/** How a case came out, by its process or by a JUnit file. */
export interface CaseOutcome {
  state: "success" | "failed";
  cause: Extract<CaseCause, "none" | "skipped" | "assertion" | "crash" | "missing">;
  /** One line of what the framework said of a failure; empty when nothing failed, or it said nothing. */
  error: string;
  /** Why it came out so, where that is not the framework's to say, or not its alone. */
  reason: Said | null;
  /** What the framework said of a failure or a skip, whole. */
  message: string;
  /** Where it failed, when that is known: relative to the library's root. */
  location: { file: string; line: number } | null;
}

/** What a process tells while it works, in order. Times are epoch milliseconds. */
export type RunEvent =
  | { type: "case_started"; case_key: string; time: number }
  /** Final: nothing that is said of the case afterwards counts. */
  | { type: "case_ended"; case_key: string; time: number; outcome: CaseOutcome }
  /** Something failed that was no case of the batch and is none's failure: a file, a suite, the framework itself. */
  | { type: "also_failed"; found: CollectedCase; time: number; outcome: CaseOutcome }
  /** On which line of its file the case, or a step of it, begins that runs now; whether it waits there for somebody. */
  | { type: "at"; case_key: string; line: number; is_held: boolean }
  /** Comes before the case's end. */
  | { type: "step"; case_key: string; step: CaseStep }
  /** A script, or a step, wants a memory sample of what is on the screen now. */
  | { type: "scene"; name: string }
  /** Belongs to its case while that runs, else to the last that was begun, when one is; and to the run's log. */
  | { type: "output"; text: string; case_key?: string | undefined }
  /** For the run's log alone. */
  | { type: "log"; text: string };

export type CaseStep = CaseDetail["steps"][number];

/** One `<testcase>` of a JUnit file. */
export interface JUnitEntry {
  name: string;
  classname: string;
  /** Empty when it names none. */
  file: string;
  /** The file that says so, by its name. */
  report: string;
  /** Names of the suites around it, outermost first. */
  suites: readonly string[];
  outcome: CaseOutcome;
  /** Seconds; null when not told. */
  time: number | null;
  /** All that the file says of it, as it says it. */
  told: JunitCase;
}

/** How low-code steps are gone through where somebody looks on. */
export interface StepsControl {
  /** The lines whose steps alone are carried out; null: all. */
  readonly selection: Lines | null;
  /**
   * Whether to wait before a step, and until when. Undefined: it does not.
   * @param lines which mean it
   */
  halt(lines: Lines, signal: AbortSignal): Promise<void> | undefined;
}

export interface Batch {
  readonly spec: RunSpec;
  readonly cases: readonly [RunCaseTask, ...RunCaseTask[]];
  readonly device: Device;
  readonly hand: DeviceHand;
  /** Null where nobody looks on. */
  readonly control: StepsControl | null;
  /** Whether memory samples are taken of the app under test while it runs. */
  recordsMemory(): boolean;
  /** Null for a framework without a library. */
  readonly place: Workplace | null;
  /** What every script finds in its environment: see docs/writing-tests.md. */
  readonly env: Readonly<Record<string, string>>;
}

export interface BatchEnd {
  exit: Exit;
  /** JUnit files that it was asked to write, there or not. */
  reports: readonly string[];
  /** JUnit files that the framework wrote by itself: what they say is kept for reports that leave the platform. */
  own_reports?: readonly string[];
  /** What those say of each case of the batch. A case that is not in the answer is in no file. */
  reported?: (entries: readonly JUnitEntry[]) => ReadonlyMap<string, readonly JUnitEntry[]>;
}

export interface Runner {
  readonly framework: Framework;
  /** Cases that one process takes at most. */
  readonly batchSize: number;
  /** Whether a case's success needs an exit code of 0 besides: where nobody but the script itself tells results. */
  readonly exitCodeTells: boolean;
  /** Lists the cases that only the device can: once, before the first are claimed. */
  discover?(spec: RunSpec, device: Device, signal: AbortSignal): Promise<CollectedCase[]>;
  /**
   * Runs the batch in one process. Resolves when nothing of it is left; what the scripts do is told by events and the end,
   * and rejects nothing. Aborting the signal kills it.
   */
  run(batch: Batch, onEvent: (event: RunEvent) => void, signal: AbortSignal): Promise<BatchEnd>;
  /** The case of the batch that a JUnit entry speaks of; undefined when it was not asked for. */
  caseOf(entry: JUnitEntry, batch: Batch): RunCaseTask | undefined;
}
