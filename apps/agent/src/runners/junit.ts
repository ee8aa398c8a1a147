import { type Said, SaidError, saidOf, say } from "@udt/base";
import { readdir } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { JUNIT_CHILDREN, LIMITS, type JunitCase } from "@udt/contract";
import { SaxesParser } from "saxes";
import { failedBy } from "./failed-by.ts";
import { firstLine } from "./first-line.ts";
import { openInside } from "./open-inside.ts";
import type { CaseOutcome, JUnitEntry } from "./runner.ts";

export const JUNIT_LIMITS = {
  file_bytes: 64 * 1024 ** 2,
  files: 200,
  cases: 100_000,
  depth: 32,
  text: 60_000,
} as const;

export interface JUnitReport {
  cases: JUnitEntry[];
  /** Why files could not be read, or not to their end; each names its file. */
  faults: Said[];
}

/** XML cannot carry them, and node:test writes them as they come. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const IMPOSSIBLE = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;
/** The same holds for this, which is read as what it is. */
const FORGIVEN = 'the string "]]>" is disallowed in char data.';

type Open = { name: string; text: string } | null;
type Child = JunitCase["children"][number];
/** In characters, of which each may be three bytes. */
const CHILD_TEXT_MAX = 20_000;
const CHILDREN_MAX = 50;
const childName = (name: string) => JUNIT_CHILDREN.find((one) => one === name);
const kept = (attributes: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(attributes)
      .filter(([name]) => /^[A-Za-z_][\w.-]{0,99}$/.test(name))
      .map(([name, value]) => [name, value.slice(0, CHILD_TEXT_MAX)]),
  );

/**
 * Reads what scripts left as JUnit files. They are anybody's: only regular files below `root` are opened, entities are
 * refused, sizes and depth are bounded, and what was read before a fault still counts.
 *
 * @param paths full paths; the last part may hold `*`
 */
export async function readJUnit(paths: readonly string[], root: string): Promise<JUnitReport> {
  const report: JUnitReport = { cases: [], faults: [] };
  const files = (await Promise.all(paths.map(expand))).flat();
  if (files.length > JUNIT_LIMITS.files) report.faults.push(say("junit_too_many_files", { max: JUNIT_LIMITS.files }));
  for (const file of files.slice(0, JUNIT_LIMITS.files)) {
    try {
      await readOne(file, root, report);
    } catch (error) {
      report.faults.push(saidOf(error, (raw) => say("junit_unopened", { file: basename(file) }, raw)));
    }
  }
  return report;
}

async function expand(path: string): Promise<string[]> {
  const pattern = basename(path);
  if (!pattern.includes("*")) return [path];
  const [head = "", tail = ""] = pattern.split("*");
  const names = await readdir(dirname(path)).catch(() => []);
  return names
    .filter((name) => name.startsWith(head) && name.endsWith(tail))
    .toSorted()
    .map((name) => join(dirname(path), name));
}

async function readOne(path: string, root: string, report: JUnitReport): Promise<void> {
  const name = basename(path);
  const file = await openInside(root, relative(root, path)).catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    throw new SaidError(
      code === "ENOENT" ? say("junit_missing", { file: name }) : say("junit_unopened", { file: name }, code),
      { cause: error },
    );
  });
  try {
    const facts = await file.stat();
    if (facts.size > JUNIT_LIMITS.file_bytes)
      throw new SaidError(say("junit_too_large", { file: name, megabytes: JUNIT_LIMITS.file_bytes / 1024 ** 2 }));
    if (facts.size === 0) throw new SaidError(say("junit_empty", { file: name }));
    const reader = new JUnitReader(name, report.cases);
    for await (const chunk of file.createReadStream({ autoClose: false, encoding: "utf8" }))
      reader.write(chunk as string);
    reader.close();
  } finally {
    await file.close();
  }
}

const ok: CaseOutcome = { state: "success", cause: "none", error: "", reason: null, message: "", location: null };

class JUnitReader {
  readonly #parser = new SaxesParser();
  readonly #file: string;
  readonly #cases: JUnitEntry[];
  readonly #suites: string[] = [];
  #depth = 0;
  #root = false;
  #case: JUnitEntry | null = null;
  #open: Open = null;
  #child: Child | null = null;

  /** @param file what it is called */
  constructor(file: string, cases: JUnitEntry[]) {
    this.#file = file;
    this.#cases = cases;
    this.#parser.on("error", (error) => {
      if (error.message.endsWith(FORGIVEN)) return;
      throw new SaidError(say("junit_malformed", { file }, error.message.slice(0, 200)));
    });
    this.#parser.on("doctype", () => {
      throw new SaidError(say("junit_doctype", { file }));
    });
    this.#parser.on("opentag", ({ name, attributes }) => this.#onOpen(name, attributes as Record<string, string>));
    this.#parser.on("closetag", ({ name }) => this.#onClose(name));
    const add = (text: string) => {
      if (this.#open) this.#open.text = (this.#open.text + text).slice(0, JUNIT_LIMITS.text);
      if (this.#child) this.#child.text = (this.#child.text + text).slice(0, CHILD_TEXT_MAX);
    };
    this.#parser.on("text", add);
    this.#parser.on("cdata", add);
  }

  write(text: string): void {
    this.#parser.write(text.replace(IMPOSSIBLE, "\uFFFD"));
  }

  close(): void {
    this.#parser.close();
    if (!this.#root) throw new SaidError(say("junit_foreign", { file: this.#file }));
  }

  #onOpen(name: string, attributes: Record<string, string>): void {
    if (++this.#depth > JUNIT_LIMITS.depth) throw new SaidError(say("junit_too_deep", { file: this.#file }));
    if (this.#depth === 1) {
      if (name !== "testsuites" && name !== "testsuite")
        throw new SaidError(say("junit_foreign", { file: this.#file }));
      this.#root = true;
    }
    if (name === "testsuite") this.#suites.push(attributes["name"] ?? "");
    else if (name === "testcase") {
      if (this.#cases.length >= JUNIT_LIMITS.cases)
        throw new SaidError(say("junit_too_many_cases", { file: this.#file, max: JUNIT_LIMITS.cases }));
      const seconds = Number(attributes["time"] ?? Number.NaN);
      this.#case = {
        name: attributes["name"] ?? "",
        classname: attributes["classname"] ?? "",
        file: attributes["file"] ?? "",
        report: this.#file,
        suites: [...this.#suites],
        outcome: ok,
        time: Number.isFinite(seconds) && seconds >= 0 ? seconds : null,
        told: {
          suites: this.#suites.slice(0, JUNIT_LIMITS.depth).map((suite) => suite.slice(0, LIMITS.case_key_max)),
          attributes: kept(attributes),
          children: [],
        },
      };
    } else if (this.#case) this.#onChild(this.#case, name, attributes);
  }

  #onChild(one: JUnitEntry, name: string, attributes: Record<string, string>): void {
    if (["failure", "error", "skipped"].includes(name))
      this.#open = { name, text: attributes["message"] ? `${attributes["message"]}\n` : "" };
    const known = childName(name);
    if (known === undefined || one.told.children.length >= CHILDREN_MAX) return;
    this.#child = { name: known, attributes: kept(attributes), text: "" };
    one.told.children.push(this.#child);
  }

  #onClose(name: string): void {
    this.#depth--;
    if (this.#child?.name === name) this.#child = null;
    if (name === "testsuite") this.#suites.pop();
    else if (name === "testcase" && this.#case) {
      this.#cases.push(this.#case);
      this.#case = null;
    } else if (this.#case && this.#open?.name === name) {
      const message = this.#open.text.trim();
      this.#open = null;
      if (name !== "skipped") {
        this.#case.outcome = failedBy(message);
      } else if (this.#case.outcome.state === "success")
        this.#case.outcome = { ...ok, cause: "skipped", error: firstLine(message), message };
    }
  }
}

const placeOf = ({ file, classname, name }: JUnitEntry): string => `${file}\n${classname}\n${name}`;

/**
 * One outcome of all that was said of a case: any failure counts, and it is skipped when all of it was. Files that
 * contradict each other are told so.
 */
export function mergeOutcomes(entries: readonly JUnitEntry[]): CaseOutcome | undefined {
  const [first, second] = entries;
  if (!first || !second) return first?.outcome;
  const failed = entries.filter(({ outcome }) => outcome.state === "failed");
  const [failure] = failed;
  if (failure) {
    const places = new Set(failed.map(placeOf));
    const doubted = entries.find((entry) => entry.outcome.state === "success" && places.has(placeOf(entry)));
    const reason = doubted
      ? say("results_contradict", { name: doubted.name })
      : say("results_failed", { failed: failed.length, total: entries.length });
    const error = doubted ? "" : `${failure.name}: ${failure.outcome.error}`;
    const message = failed.map(({ name, outcome }) => `${name}: ${outcome.message}`).join("\n\n");
    return { ...failure.outcome, error, reason, message };
  }
  return entries.every(({ outcome }) => outcome.cause === "skipped") ? first.outcome : ok;
}
