/** In the process of each test file: says that a test begins before it does, so that its steps and its death are its own. */
import { appendFileSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach } from "node:test";

const folder = dirname(fileURLToPath(import.meta.url));
const file = relative(process.cwd(), process.argv[1] ?? "");
/** Numbers of this file's cases, by key. */
const numbers = new Map(
  (JSON.parse(readFileSync(join(folder, "cases.json"), "utf8")) as { key: string; file: string }[])
    .map((one, number) => ({ ...one, number }))
    .filter((one) => one.file === file)
    .map(({ key, number }) => [key, number]),
);
const write = (name: string, line: object) => appendFileSync(join(folder, name), `\n${JSON.stringify(line)}\n`);

interface TestNow {
  fullName?: string;
  name: string;
  passed?: boolean;
  error?: unknown;
}
const keyOf = (test: unknown) => {
  const { fullName, name } = test as TestNow;
  return `${file}::${fullName ?? name}`;
};

beforeEach((test) => {
  const key = keyOf(test);
  const number = numbers.get(key);
  if (number === undefined) return;
  write("steps.jsonl", { case: key });
  write("events.jsonl", { type: "started", case: key, time: Date.now() });
  // What is printed from here on is this case's; `drive.mts` reads the mark and takes it out.
  for (const stream of [process.stdout, process.stderr]) stream.write(`\u001eudt-case:${number}\u001e\n`);
});

// What this process prints of a test's end is lost when the next one ends the process; this is not.
afterEach((test) => {
  const { passed = false, error } = test as TestNow;
  const cause = (error as { cause?: unknown } | undefined)?.cause ?? error;
  const message = cause instanceof Error ? (cause.stack ?? cause.message) : cause === undefined ? "" : String(cause);
  const key = keyOf(test);
  if (numbers.has(key))
    write("events.jsonl", { type: "over", case: key, passed, message: message.slice(0, 48 * 1024) });
});
