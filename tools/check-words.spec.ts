/** The table of words is the only place where what goes wrong is worded: nothing in it is left over, and nothing goes around it. */
import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const ROOT = new URL("..", import.meta.url).pathname;
const read = (path: string): string => readFileSync(ROOT + path, "utf8");

const codes = [...read("packages/base/src/words/en.ts").matchAll(/^ {2}(\w+):/gm)].map(([, code]) => code!);
// What of ours runs inside the scripts' processes is written in their languages.
const LANGUAGES = "{ts,mts,py}";
const sources = globSync([`apps/*/src/**/*.${LANGUAGES}`, `packages/*/src/**/*.${LANGUAGES}`], { cwd: ROOT })
  .filter((path) => !/\.(spec|fixture)\.ts$|\/words\/\w\w\.ts$|\/texts\/|\/testing\//.test(path))
  .map((path) => ({ path, text: read(path) }));
const all = sources.map(({ text }) => text).join("\n");

it("looks at the sources", () => {
  expect(codes.length).toBeGreaterThan(150);
  expect(sources.length).toBeGreaterThan(500);
});

it("finds each word said somewhere", () => {
  // `noted` is what a migration made of sentences from before there were words.
  const left = codes.filter((code) => code !== "noted" && !all.includes(`"${code}"`));
  expect(left).toEqual([]);
});

/** Sentences of our own that would pass for raw words, or for an explanation. */
const AROUND = [
  // The evidence of a word.
  /say\(\s*"\w+",\s*\{[^{}]*\},\s*"[^"\s]+ [^"]*"/g,
  // A word that was put together by hand.
  /\bevidence: "[^"\s]+ [^"]*"/g,
  // What an agent or a driver throws as the device's own words.
  /new DeviceRefusal\(\s*["`][^"`\s]+ /g,
];
/** The same, where it would pass for what a test framework said of a case or of a file. */
const SENTENCE = /f?(["`])(?:(?!\1).)*[a-z]{2,} (?:[a-z]{2,}|[%$])(?:(?!\1).)*\1/.source;
const AROUND_FRAMEWORKS = [
  // A failure that is put together by hand; in Python, too.
  `\\b(?:error|message)"?: ${SENTENCE}`,
  `\\bfailed(?:By)?\\((?:"\\w+",)?\\s*${SENTENCE}`,
  // What is listed as a file's failure.
  `(?:failures|faults)\\.push\\(\\s*${SENTENCE}`,
  // A line before the script's own words.
  `console\\.error\\(${SENTENCE}`,
].map((source) => new RegExp(source, "g"));
const FRAMEWORKS = /^apps\/agent\/src\/(?:runs|runners)\//;
const around = (text: string, path = ""): string[] =>
  [...AROUND, ...(FRAMEWORKS.test(path) ? AROUND_FRAMEWORKS : [])].flatMap((pattern) => text.match(pattern) ?? []);

describe("sentences beside the table", () => {
  it("are nowhere", () => {
    const found = sources.flatMap(({ path, text }) => around(text, path).map((one) => `${path}: ${one}`));
    expect(found).toEqual([]);
  });

  it("would be found", () => {
    expect(around('say("device_silent", {}, "it sleeps too deep")')).toHaveLength(1);
    expect(around('throw new DeviceRefusal("no way to do this")')).toHaveLength(1);
    expect(around('{ code: "noted", args: {}, evidence: "we think so" }')).toHaveLength(1);
    expect(around('say("device_silent", {}, output)')).toEqual([]);
    for (const own of [
      'return failed("crash ends it")',
      'failed("crash", `the process ${how}`)',
      'failedBy(`the process ${how}`, "crash")',
      'error: "no result of this case"',
      '{"cause": "crash", "message": "pytest ended with %d" % status}',
      "this.#failures.push(`the process ended in ${names}`)",
      'console.error("it cannot be imported:", error)',
    ])
      expect(around(own, "apps/agent/src/runners/own.ts"), own).toHaveLength(1);
    expect(around("error: `${name}: ${error}`", "apps/agent/src/runs/own.ts")).toEqual([]);
    expect(around("failedBy(message)", "apps/agent/src/runs/own.ts")).toEqual([]);
  });
});
