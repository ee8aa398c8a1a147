/**
 * Runs the cases that `cases.json` names, one file after the other, and tells what happens as lines of the events file. It
 * lies beside the scripts, in their process tree: whatever it says is theirs to say.
 *
 * Usage: drive.mts FOLDER REPORTS, with the library as working directory. Each file's JUnit report is REPORTS-1.xml and so on.
 */
import { appendFileSync, createWriteStream, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { pathToFileURL } from "node:url";
import { run } from "node:test";
import { junit } from "node:test/reporters";
import { inspect } from "node:util";

interface Case {
  key: string;
  file: string;
  /** Names of its suites and itself, ` > ` between, as its key has them. */
  path: string;
}
interface Told {
  name: string;
  nesting: number;
  file?: string;
  entryFile?: string;
  testId?: number;
  parentId?: number;
  line?: number;
  skip?: boolean | string;
  todo?: boolean | string;
  details?: { passed?: boolean; error?: unknown; type?: string };
}

const MESSAGE_MAX = 48 * 1024;
const LAST_WORDS_MAX = 4 * 1024;
/** What `hook.mts` prints before a case: its number in `cases.json` between two of these, and a line's end. */
const SIGN = "\u001e";
const MARK = new RegExp(`${SIGN}udt-case:(\\d+)${SIGN}\n`, "g");
const MARK_BEGUN = new RegExp(`${SIGN}[^${SIGN}\n]{0,24}${SIGN}?$`);
const [folder = "", reports = ""] = process.argv.slice(2);
const cases = JSON.parse(readFileSync(join(folder, "cases.json"), "utf8")) as Case[];
const events = join(folder, "events.jsonl");
// The line before may have been cut short by whoever wrote it.
const tell = (event: object) => appendFileSync(events, `\n${JSON.stringify({ time: Date.now(), ...event })}\n`);

const byFile = Map.groupBy(cases, ({ file }) => file);
const byPlace = new Map(cases.map((one) => [`${resolve(one.file)}\n${one.path}`, one]));
const told = new Set<string>();
/** Each file's tests by number, for the names of those around a test. */
const paths = new Map<string, string>();

const ownFile = ({ entryFile, file }: Told): string => entryFile ?? file ?? "";
function pathOf(test: Told): string {
  const around = paths.get(`${ownFile(test)} ${test.parentId}`);
  return around === undefined ? test.name : `${around} > ${test.name}`;
}

/** The test's own error, below the wrappings of node:test. */
function rootOf(error: unknown): unknown {
  const cause = (error as { code?: string; cause?: unknown } | undefined)?.cause;
  return (error as { code?: string } | undefined)?.code === "ERR_TEST_FAILURE" && cause !== undefined ? cause : error;
}

function messageOf(error: unknown): string {
  const root = rootOf(error);
  const text = root instanceof Error ? (root.stack ?? root.message) : inspect(root);
  return text.slice(0, MESSAGE_MAX);
}

/** One line; assertions put what differs below their first. */
function errorOf(error: unknown): string {
  const root = rootOf(error);
  if (!(root instanceof Error)) return messageOf(error).split("\n", 1)[0]!;
  const [first = "", second = ""] = root.message.split("\n").filter((line) => line.trim() !== "");
  const text = first.endsWith(":") ? `${first} ${second}` : first;
  return root.name === "AssertionError" ? text : `${root.name}: ${text}`;
}

/** The innermost line of the library that the stack names; where the test is written when there is none. */
function locationOf(error: unknown, test: Told): { file: string; line: number } | undefined {
  const root = rootOf(error);
  const stack = root instanceof Error ? (root.stack ?? "") : "";
  for (const match of stack.matchAll(/(?:file:\/\/)?(\/[^\s():]+):(\d+):\d+/g)) {
    const file = decodeURI(match[1]!);
    if (file.startsWith(`${process.cwd()}/`) && !file.includes("/node_modules/"))
      return { file: file.slice(process.cwd().length + 1), line: Number(match[2]) };
  }
  const file = test.file ?? "";
  if (!file.startsWith(`${process.cwd()}/`) || test.line === undefined) return undefined;
  return { file: file.slice(process.cwd().length + 1), line: test.line };
}

function onComplete(test: Told, failures: Map<string, string[]>): void {
  const file = ownFile(test);
  const path = pathOf(test);
  const one = byPlace.get(`${file}\n${path}`);
  const error = test.details?.error;
  if (!one) {
    // A test within a test has no result of its own: what it says of its failure belongs to the one around it.
    const top = [...byPlace.values()].find((each) => resolve(each.file) === file && path.startsWith(`${each.path} > `));
    if (top && test.details?.passed === false) {
      const list = failures.get(top.key) ?? [];
      list.push(`${test.name}: ${messageOf(error)}`);
      failures.set(top.key, list);
    }
    return;
  }
  if (told.has(one.key)) return;
  told.add(one.key);
  const skipped = test.skip ?? test.todo;
  if (skipped !== undefined && skipped !== false) {
    const message = typeof skipped === "string" ? skipped : "";
    tell({ type: "ended", case: one.key, state: "success", cause: "skipped", message });
  } else if (test.details?.passed === false) {
    const within = failures.get(one.key)?.join("\n\n").slice(0, MESSAGE_MAX);
    const message = within ?? messageOf(error);
    const line = within?.split("\n", 1)[0] ?? errorOf(error);
    const told = { state: "failed", cause: "assertion", error: line, message, location: locationOf(error, test) };
    tell({ type: "ended", case: one.key, ...told });
  } else tell({ type: "ended", case: one.key, state: "success", cause: "none", message: "" });
}

/**
 * Tells the output of one of a process's two streams with the case that printed it: the next case may have begun before
 * what the last one printed is read, so that only the marks between them (see `hook.mts`) tell whose it is.
 *
 * @returns takes the next piece, and answers it without marks
 */
function outputTeller(): (piece: string, isLast?: boolean) => string {
  let held = "";
  let key: string | undefined;
  const say = (text: string): string => {
    if (text !== "") tell({ type: "output", text, ...(key !== undefined && { case: key }) });
    return text;
  };
  return (piece, isLast = false) => {
    const text = held + piece;
    let said = "";
    let from = 0;
    for (const mark of text.matchAll(MARK)) {
      said += say(text.slice(from, mark.index));
      key = cases[Number(mark[1])]?.key;
      from = mark.index + mark[0].length;
    }
    // A mark may come in two pieces.
    const cut = isLast ? null : MARK_BEGUN.exec(text.slice(from));
    held = cut ? cut[0] : "";
    return said + say(text.slice(from, text.length - held.length));
  };
}

/** A file's process failed: of its tests, or because it could not be read, or died. */
function onFileEnd(file: string, error: unknown, lastWords: string): void {
  const { exitCode, signal } = (error ?? {}) as { exitCode?: number | null; signal?: string | null };
  const how = signal ? `was ended by ${signal}` : `ended with exit code ${exitCode ?? "unknown"}`;
  tell({ type: "file_ended", file, message: `The process of ${file} ${how}.\n${lastWords}`.trim() });
}

const escape = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, "\\$&");
/** node:test matches names joined by single spaces; a name may hold the ` > ` itself. */
const patternOf = (path: string) => new RegExp(`^${path.split(" > ").map(escape).join("(?: > | )")}$`);

let number = 0;
for (const [file, list] of byFile) {
  let lastWords = "";
  const failures = new Map<string, string[]>();
  const stream = run({
    files: [resolve(file)],
    concurrency: 1,
    isolation: "process",
    execArgv: ["--import", pathToFileURL(join(folder, "hook.mts")).href],
    testNamePatterns: list.map(({ path }) => patternOf(path)),
  });
  stream.on("test:dequeue", (test: Told) => {
    if (test.testId !== undefined) paths.set(`${ownFile(test)} ${test.testId}`, pathOf(test));
  });
  // Its declared type leaves out what it tells of the test.
  stream.on("test:complete", (data) => {
    const test = data as Told;
    // The file itself is a test, too; its name is its path.
    if (test.name === resolve(file)) {
      if (test.details?.passed === false) onFileEnd(file, test.details.error, lastWords);
    } else onComplete(test, failures);
  });
  const [toOut, toErr] = [outputTeller(), outputTeller()];
  stream.on("test:stdout", ({ message }) => toOut(message));
  stream.on("test:stderr", ({ message }) => {
    lastWords = (lastWords + toErr(message)).slice(-LAST_WORDS_MAX);
  });
  await pipeline(stream.compose(junit), createWriteStream(`${reports}-${++number}.xml`));
  for (const teller of [toOut, toErr]) teller("", true);
}
