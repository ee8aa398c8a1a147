/**
 * Runs the cases that `cases.json` names, one file after the other, and tells what happens as lines of the events file. It
 * lies beside the scripts, in their process tree: whatever it says is theirs to say.
 *
 * Usage: drive.mts FOLDER REPORTS, with the library as working directory. Each file's JUnit report is REPORTS-1.xml and so on.
 */
import { appendFileSync, createWriteStream, readFileSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { pathToFileURL } from "node:url";
import { run } from "node:test";
import { junit } from "node:test/reporters";
import { FileRun, type Case } from "./file-run.mts";
import { patternOf } from "./names.mts";
import type { Told } from "./reports.mts";

/** What one `output` event holds at most. */
const OUTPUT_MAX = 16 * 1024;
/** What one `reported` event holds at most. */
const REPORTED_MAX = 1_000;
const LAST_WORDS_MAX = 4 * 1024;
/** What `hook.mts` prints before a case: its number in `cases.json` between two of these, and a line's end. */
const SIGN = "\u001e";
const MARK = new RegExp(`${SIGN}udt-case:(\\d+)${SIGN}\n`, "g");
const MARK_BEGUN = new RegExp(`${SIGN}[^${SIGN}\n]{0,24}${SIGN}?$`);
const [folder = "", reports = ""] = process.argv.slice(2);
const listed = JSON.parse(readFileSync(join(folder, "cases.json"), "utf8")) as Omit<Case, "number">[];
const cases = listed.map((one, number) => ({ ...one, number }));
const events = join(folder, "events.jsonl");
// The line before may have been cut short by whoever wrote it.
const tell = (event: object) => appendFileSync(events, `\n${JSON.stringify({ time: Date.now(), ...event })}\n`);

/**
 * Tells the output of one of a process's two streams with the case that printed it: the next case may have begun before
 * what the last one printed is read, so that only the marks between them (see `hook.mts`) tell whose it is.
 *
 * @param key whose it is before the first mark
 * @returns takes the next piece, and answers it without marks
 */
function outputTeller(key: string | undefined): (piece: string, isLast?: boolean) => string {
  let held = "";
  const say = (text: string): string => {
    for (let at = 0; at < text.length; at += OUTPUT_MAX)
      tell({ type: "output", text: text.slice(at, at + OUTPUT_MAX), ...(key !== undefined && { case: key }) });
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

let number = 0;
/** @param whole the file's own entry, when that is what is run: then everything in it is, and none of it is told alone */
async function runFile(file: string, wanted: readonly Case[], whole?: Case): Promise<void> {
  writeFileSync(join(folder, "now.json"), JSON.stringify(wanted));
  if (whole) tell({ type: "started", case: whole.key });
  let lastWords = "";
  const now = new FileRun({ file, wanted, whole, tell });
  const stream = run({
    files: [resolve(file)],
    concurrency: 1,
    isolation: "process",
    execArgv: ["--import", pathToFileURL(join(folder, "hook.mts")).href],
    ...(!whole && { testNamePatterns: wanted.map(({ key, path }) => patternOf(key, file, path)) }),
  });
  // Their declared types leave out what they tell of the test.
  stream.on("test:enqueue", (data) => now.onKnown(data as Told));
  stream.on("test:dequeue", (data) => now.onBegin(data as Told));
  stream.on("test:complete", (data) => now.onComplete(data as Told, lastWords));
  stream.on("test:fail", (data) => {
    now.onReported(data as Told);
    now.onFail(data as Told);
  });
  stream.on("test:pass", (data) => now.onReported(data as Told));
  stream.on("test:diagnostic", ({ message }) => now.onRemark(message));
  const [toOut, toErr] = [outputTeller(whole?.key), outputTeller(whole?.key)];
  stream.on("test:stdout", ({ message }) => toOut(message));
  stream.on("test:stderr", ({ message }) => {
    lastWords = (lastWords + toErr(message)).slice(-LAST_WORDS_MAX);
  });
  const report = `${reports}-${++number}.xml`;
  await pipeline(stream.compose(junit), createWriteStream(report));
  for (let at = 0; at < now.reported.length; at += REPORTED_MAX)
    tell({ type: "reported", report: basename(report), cases: now.reported.slice(at, at + REPORTED_MAX) });
  for (const teller of [toOut, toErr]) teller("", true);
  now.end();
}

for (const [file, all] of Map.groupBy(cases, (one) => one.file)) {
  const wanted = all.filter(({ key }) => key !== file);
  if (wanted.length > 0) await runFile(file, wanted);
  const whole = all.find(({ key }) => key === file);
  if (whole) await runFile(file, [], whole);
}
