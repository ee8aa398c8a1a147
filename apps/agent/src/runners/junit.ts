import { readdir } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { SaxesParser } from "saxes";
import { firstLine } from "./first-line.ts";
import { openInside } from "./open-inside.ts";
import type { CaseOutcome, JUnitCase } from "./runner.ts";

export const JUNIT_LIMITS = {
  file_bytes: 64 * 1024 ** 2,
  files: 200,
  cases: 100_000,
  depth: 32,
  text: 60_000,
} as const;

export interface JUnitReport {
  cases: JUnitCase[];
  /** Why files could not be read, or not to their end; each names its file. */
  faults: string[];
}

type Open = { name: string; text: string } | null;

/**
 * Reads what scripts left as JUnit files. They are anybody's: only regular files below `root` are opened, entities are
 * refused, sizes and depth are bounded, and what was read before a fault still counts.
 *
 * @param paths full paths; the last part may hold `*`
 */
export async function readJUnit(paths: readonly string[], root: string): Promise<JUnitReport> {
  const report: JUnitReport = { cases: [], faults: [] };
  const files = (await Promise.all(paths.map(expand))).flat();
  if (files.length > JUNIT_LIMITS.files)
    report.faults.push(`only the first ${JUNIT_LIMITS.files} result files are read`);
  for (const file of files.slice(0, JUNIT_LIMITS.files)) {
    try {
      await readOne(file, root, report);
    } catch (error) {
      report.faults.push(`${basename(file)}: ${error instanceof Error ? error.message : String(error)}`);
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
  const file = await openInside(root, relative(root, path)).catch((error: unknown) => {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === undefined) throw new Error(message, { cause: error });
    throw new Error(code === "ENOENT" ? "was not written" : `cannot be opened (${code})`, { cause: error });
  });
  try {
    const facts = await file.stat();
    if (facts.size > JUNIT_LIMITS.file_bytes) throw new Error(`is above ${JUNIT_LIMITS.file_bytes} bytes`);
    if (facts.size === 0) throw new Error("is empty");
    const reader = new JUnitReader(report.cases);
    for await (const chunk of file.createReadStream({ autoClose: false, encoding: "utf8" }))
      reader.write(chunk as string);
    reader.close();
  } finally {
    await file.close();
  }
}

const ok: CaseOutcome = { state: "success", cause: "none", error: "", message: "", location: null };

class JUnitReader {
  readonly #parser = new SaxesParser();
  readonly #cases: JUnitCase[];
  readonly #suites: string[] = [];
  #depth = 0;
  #root = false;
  #case: JUnitCase | null = null;
  #open: Open = null;

  constructor(cases: JUnitCase[]) {
    this.#cases = cases;
    this.#parser.on("error", (error) => {
      throw new Error(`is not well-formed: ${error.message.slice(0, 200)}`);
    });
    this.#parser.on("doctype", () => {
      throw new Error("has a document type, which may define entities");
    });
    this.#parser.on("opentag", ({ name, attributes }) => this.#onOpen(name, attributes as Record<string, string>));
    this.#parser.on("closetag", ({ name }) => this.#onClose(name));
    const add = (text: string) => {
      if (this.#open) this.#open.text = (this.#open.text + text).slice(0, JUNIT_LIMITS.text);
    };
    this.#parser.on("text", add);
    this.#parser.on("cdata", add);
  }

  write(text: string): void {
    this.#parser.write(text);
  }

  close(): void {
    this.#parser.close();
    if (!this.#root) throw new Error("is not a JUnit file");
  }

  #onOpen(name: string, attributes: Record<string, string>): void {
    if (++this.#depth > JUNIT_LIMITS.depth) throw new Error("is nested too deep");
    if (this.#depth === 1) {
      if (name !== "testsuites" && name !== "testsuite") throw new Error("is not a JUnit file");
      this.#root = true;
    }
    if (name === "testsuite") this.#suites.push(attributes["name"] ?? "");
    else if (name === "testcase") {
      if (this.#cases.length >= JUNIT_LIMITS.cases) throw new Error(`has more than ${JUNIT_LIMITS.cases} cases`);
      const seconds = Number(attributes["time"] ?? Number.NaN);
      this.#case = {
        name: attributes["name"] ?? "",
        classname: attributes["classname"] ?? "",
        file: attributes["file"] ?? "",
        suites: [...this.#suites],
        outcome: ok,
        time: Number.isFinite(seconds) && seconds >= 0 ? seconds : null,
      };
    } else if (this.#case && ["failure", "error", "skipped"].includes(name))
      this.#open = { name, text: attributes["message"] ? `${attributes["message"]}\n` : "" };
  }

  #onClose(name: string): void {
    this.#depth--;
    if (name === "testsuite") this.#suites.pop();
    else if (name === "testcase" && this.#case) {
      this.#cases.push(this.#case);
      this.#case = null;
    } else if (this.#case && this.#open?.name === name) {
      const message = this.#open.text.trim();
      this.#open = null;
      if (name !== "skipped") {
        const error = firstLine(message) || "failed";
        this.#case.outcome = { state: "failed", cause: "assertion", error, message, location: null };
      } else if (this.#case.outcome.state === "success") this.#case.outcome = { ...ok, cause: "skipped", message };
    }
  }
}

const placeOf = ({ file, classname, name }: JUnitCase): string => `${file}\n${classname}\n${name}`;

/**
 * One outcome of all that was said of a case: any failure counts, and it is skipped when all of it was. Files that
 * contradict each other are told so.
 */
export function mergeOutcomes(entries: readonly JUnitCase[]): CaseOutcome | undefined {
  if (entries.length === 0) return undefined;
  if (entries.length === 1) return entries[0]!.outcome;
  const failed = entries.filter(({ outcome }) => outcome.state === "failed");
  if (failed.length > 0) {
    const places = new Set(failed.map(placeOf));
    const doubted = entries.find((entry) => entry.outcome.state === "success" && places.has(placeOf(entry)));
    const error = doubted
      ? `the result files contradict each other about ${doubted.name}`
      : `${failed.length} of ${entries.length} failed: ${failed[0]!.name}: ${failed[0]!.outcome.error}`;
    const message = failed.map(({ name, outcome }) => `${name}: ${outcome.message}`).join("\n\n");
    return { ...failed[0]!.outcome, error, message: `${error}\n\n${message}` };
  }
  return entries.every(({ outcome }) => outcome.cause === "skipped") ? entries[0]!.outcome : ok;
}
