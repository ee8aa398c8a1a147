/** One file's run: what node:test says of its tests, told as the cases that were asked for, and what failed beside them. */
import { resolve } from "node:path";
import { flat, keyOf, Labels, SEPARATOR } from "./names.mts";
import { errorOf, failureTypeOf, firstLine, locationOf, MESSAGE_MAX, messageOf, type Told } from "./reports.mts";

export interface Case {
  key: string;
  file: string;
  /** Names of its suites and itself, ` > ` between; empty for the file itself. */
  path: string;
  /** Its place in `cases.json`. */
  number: number;
}

export interface FileRunOptions {
  file: string;
  wanted: readonly Case[];
  whole: Case | undefined;
  tell: (event: object) => void;
}

/** A test or suite that node:test has told of. */
interface Known {
  id: number;
  key: string;
  path: string;
  labelled: string;
  /** The same, without separators in names. */
  flat: string;
  name: string;
  parentId: number;
  hasEnded: boolean;
  /** Something within it has failed. */
  hasFailures: boolean;
  /** What it failed of is said of what was within it and could not run. */
  isTold: boolean;
  failures: string[];
}

/** Failed because what is around it did: that says why. */
const CANCELLED = "cancelledByParent";
const BY_SUBTESTS = "subtestsFailed";
/** @see https://github.com/nodejs/node/blob/v24.x/lib/internal/test_runner/harness.js createProcessEventHandler */
const LATE = /generated asynchronous activity after the test ended/;

/** What the agent's table of words has a text for: its code and what it names. */
interface Why {
  code: string;
  args: Record<string, string | number>;
  evidence: "";
}
const why = (code: string, args: Why["args"]): Why => ({ code, args, evidence: "" });

export class FileRun {
  readonly #options: FileRunOptions;
  readonly #wanted: ReadonlyMap<string, Case>;
  readonly #labels = new Map<number, Labels>();
  readonly #known = new Map<number, Known>();
  readonly #held = new Map<number, { one: Case; test: Told }[]>();
  /** Ends of tests whose names look like those of deeper ones, which go before them. */
  readonly #doubtful: { one: Case; test: Told; failures: string[] }[] = [];
  readonly #told = new Set<string>();
  /** Tests and suites of which something within was told. */
  readonly #withParts = new Set<number>();
  /** What the JUnit file says one by one, in its order: the cases of the batch that each speaks of. */
  readonly reported: number[][] = [];
  /** What failed of the file itself, or of anything in it when it is run as a whole. */
  readonly #failures: string[] = [];
  #ended: { passed: boolean; reason: Why; message: string } | undefined;

  constructor(options: FileRunOptions) {
    this.#options = options;
    this.#wanted = new Map(options.wanted.map((one) => [one.key, one]));
  }

  /** Gives a test its label, in the order in which those of one suite were made. */
  onKnown(test: Told): Known | undefined {
    const { testId, parentId = 0, name, entryFile } = test;
    if (testId === undefined || entryFile === undefined) return undefined;
    const known = this.#known.get(testId);
    if (known) return known;
    const parent = this.#known.get(parentId);
    const labels = this.#labels.get(parentId) ?? new Labels();
    this.#labels.set(parentId, labels);
    const label = labels.next(name);
    const within = (around: string | undefined, own: string) => (around === undefined ? own : around + SEPARATOR + own);
    const made: Known = {
      id: testId,
      key: keyOf(this.#options.file, within(parent?.labelled, label)),
      path: within(parent?.path, name),
      labelled: within(parent?.labelled, label),
      flat: within(parent?.flat, flat(label)),
      name,
      parentId,
      hasEnded: false,
      hasFailures: false,
      isTold: false,
      failures: [],
    };
    // Where it would be mistaken for one that is deeper, it was listed so.
    const flatKey = keyOf(this.#options.file, made.flat);
    if (made.flat !== made.labelled && this.#wanted.has(flatKey)) made.key = flatKey;
    this.#known.set(testId, made);
    return made;
  }

  /** Tells where a case stands that begins, unless another file made it. */
  onBegin(test: Told): void {
    const { file, tell } = this.#options;
    const key = this.onKnown(test)?.key;
    if (key !== undefined && this.#wanted.has(key) && test.line !== undefined && test.file === resolve(file))
      tell({ type: "at", case: key, line: test.line });
  }

  onComplete(test: Told, lastWords: string): void {
    const known = this.onKnown(test);
    // The file itself is a test, too.
    if (!known) return this.#onFileEnd(test, lastWords);
    known.hasEnded = true;
    const { whole } = this.#options;
    const one = this.#wanted.get(known.key);
    const hasFailed = test.details?.passed === false && !isLeftOut(test);
    if (hasFailed) for (const up of this.#around(known)) up.hasFailures = true;
    if (one && hasFailed && failureTypeOf(test) === CANCELLED && known.parentId !== 0) {
      this.#held.set(known.parentId, [...(this.#held.get(known.parentId) ?? []), { one, test }]);
      for (const up of this.#around(known)) up.isTold = true;
    } else if (one && known.flat !== known.labelled && known.key !== keyOf(this.#options.file, known.flat))
      this.#doubtful.push({ one, test, failures: known.failures });
    else if (one) this.#tellEnd(one, test, known.failures);
    else if (hasFailed && whole) this.#failures.push(`${known.path}: ${messageOf(test.details?.error)}`);
    else if (hasFailed) this.#onUnasked(known, test);
    for (const held of this.#held.get(known.id) ?? []) {
      const why = failureTypeOf(test) === BY_SUBTESTS ? [] : [`${known.name}: ${messageOf(test.details?.error)}`];
      this.#tellEnd(held.one, held.test, why);
    }
    this.#held.delete(known.id);
  }

  /** A hook of the file failed: node:test says so of the file, and of nothing in it. */
  onFail(test: Told): void {
    if (test.testId === undefined && test.entryFile !== undefined) this.#failures.push(messageOf(test.details?.error));
  }

  /** Node's JUnit file has a `<testcase>` for what nothing was told within. */
  onReported(test: Told): void {
    const { whole, wanted } = this.#options;
    const known = this.onKnown(test);
    if (known) this.#withParts.add(known.parentId);
    if (known && this.#withParts.has(known.id)) return;
    if (whole || !known) return void this.reported.push(whole ? [whole.number] : []);
    const [own] = [known, ...this.#around(known)].flatMap(({ key }) => this.#wanted.get(key) ?? []);
    // A suite that was left out as a whole is told as if it were one test: the cases in it are told by nothing else.
    const within = own ? [own] : wanted.filter(({ key }) => key.startsWith(known.key + SEPARATOR));
    this.reported.push(within.map(({ number }) => number));
  }

  onRemark(message: string): void {
    if (LATE.test(message)) this.#failures.push(message);
  }

  /** Everything that there is to say has been said. */
  end(): void {
    const { file, whole, tell } = this.#options;
    for (const held of this.#held.values()) for (const { one, test } of held) this.#tellEnd(one, test, []);
    for (const { one, test, failures } of this.#doubtful) this.#tellEnd(one, test, failures);
    const { passed = false, reason: howEnded, message = "" } = this.#ended ?? {};
    const open = [...this.#known.values()].filter(({ hasEnded }) => !hasEnded).map(({ path }) => path);
    const reason =
      whole && open.length > 0 ? why("file_ended_amid", { names: open.join(", ") }) : passed ? undefined : howEnded;
    const failure = [...this.#failures, ...(passed ? [] : [message])].join("\n\n").slice(0, MESSAGE_MAX);
    if (whole && (!passed || reason || this.#failures.length > 0)) this.#tellFailed(file, failure, reason);
    else if (whole) tell({ type: "ended", case: file, state: "success", cause: "none", message: "" });
    else {
      if (this.#failures.length > 0) this.#tellAlso({ key: file, name: file, path: "" }, failure);
      tell({ type: "file_ended", file, failed: !passed, reason: howEnded, message });
    }
  }

  #onFileEnd(test: Told, lastWords: string): void {
    const { file } = this.#options;
    if (test.name !== resolve(file)) return;
    const { exitCode, signal } = (test.details?.error ?? {}) as { exitCode?: number | null; signal?: string | null };
    const hasPassed = test.details?.passed !== false;
    // That tests of it failed is said of them; then Node's processes end with 1.
    const isBySubtests = failureTypeOf(test) === BY_SUBTESTS && !signal && exitCode === 1;
    this.#ended = {
      passed: hasPassed || (isBySubtests && this.#options.whole === undefined),
      reason: signal ? why("file_signal", { file, signal }) : why("file_exit", { file, exit_code: exitCode ?? 0 }),
      message: lastWords.trim(),
    };
  }

  /** A test that nobody asked for: within one that somebody did, or a suite that failed by what belongs to none of its tests. */
  #onUnasked(known: Known, test: Told): void {
    const message = messageOf(test.details?.error);
    const asked = [...this.#around(known)].find(({ key }) => this.#wanted.has(key));
    const type = failureTypeOf(test);
    if (asked) asked.failures.push(`${known.name}: ${message}`);
    else if (test.details?.type !== "suite" || known.isTold || type === CANCELLED) return;
    // Node holds a skipped test that threw against its suite, and against nothing else.
    else if (type !== BY_SUBTESTS || !known.hasFailures) this.#tellAlso(known, message);
  }

  *#around({ parentId }: Known): Generator<Known> {
    for (let up = this.#known.get(parentId); up; up = this.#known.get(up.parentId)) yield up;
  }

  #tellEnd(one: Case, test: Told, failures: readonly string[]): void {
    const { key } = one;
    if (this.#told.has(key)) return;
    this.#told.add(key);
    const error = test.details?.error;
    const leftOut = test.skip ?? test.todo;
    if (isLeftOut(test)) {
      const message = typeof leftOut === "string" ? leftOut.slice(0, MESSAGE_MAX) : "";
      this.#options.tell({ type: "ended", case: key, state: "success", cause: "skipped", message });
    } else if (test.details?.passed === false) {
      const within = failures.length > 0 ? failures.join("\n\n").slice(0, MESSAGE_MAX) : undefined;
      const line = within === undefined ? errorOf(error) : firstLine(within);
      const location = locationOf(error, test);
      const told = { state: "failed", cause: "assertion", error: line, message: within ?? messageOf(error), location };
      this.#options.tell({ type: "ended", case: key, ...told });
    } else this.#options.tell({ type: "ended", case: key, state: "success", cause: "none", message: "" });
  }

  #tellFailed(key: string, message: string, reason: Why | undefined): void {
    const told = { state: "failed", cause: "assertion", reason, message };
    this.#options.tell({ type: "ended", case: key, ...told });
  }

  #tellAlso({ key, name, path }: Pick<Known, "key" | "name" | "path">, message: string): void {
    const { file, tell } = this.#options;
    tell({ type: "also_failed", case: key, name, file, function: path, message });
  }
}

/** Neither a skipped test nor one that is to be written can fail. */
function isLeftOut({ skip, todo }: Told): boolean {
  const leftOut = skip ?? todo;
  return leftOut !== undefined && leftOut !== false;
}
