/** What frameworks write of a library by themselves, beside what our reports would: as lines that can be compared. */
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { JunitCase } from "@udt/contract";
import type { XmlElement } from "../xml-tree.ts";
import { ATTEMPT } from "./trap.ts";

export type Verdict = "passed" | "failed" | "skipped";

/** Runs a framework's own program in a library, as anybody does who has no platform, and reads the files it writes. */
export async function ownRun(
  library: string,
  attempt: number,
  argvOf: (folder: string) => readonly [string, ...string[]],
  names: readonly string[],
): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), "udt-own-"));
  try {
    const [program, ...words] = argvOf(folder);
    const env = { PATH: process.env["PATH"], PYTHONDONTWRITEBYTECODE: "1", [ATTEMPT]: String(attempt) };
    await promisify(execFile)(program, words, { cwd: library, env, maxBuffer: 2 ** 26 }).catch(() => undefined);
    return await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Its `<testcase>`s as the agent keeps them. */
export function casesOf(element: XmlElement, suites: readonly string[] = []): JunitCase[] {
  return element.children.flatMap((one) => {
    if (one.name === "testsuite") return casesOf(one, [...suites, one.attributes["name"] ?? ""]);
    // Node puts what follows a failed hook of a file into an element of no name.
    if (one.name !== "testcase") return casesOf(one, suites);
    const children = one.children
      .flatMap((child) => (child.name === "properties" ? child.children : [child]))
      .map(({ name, attributes, text }) => ({ name: name as JunitCase["children"][number]["name"], attributes, text }));
    return [{ suites: [...suites], attributes: one.attributes, children }];
  });
}

/** Where it ran, and what lay where in memory, differs from run to run. */
export const withoutPlace = (text: string, library: string): string =>
  text
    .replaceAll(`file://${library}/`, "")
    .replaceAll(`${library}/`, "")
    .replaceAll(/0x[0-9a-f]{6,}/g, "0x…");

/** How much of what is said is looked at: texts depend on what ran before, and messages on where it ran. */
export type Depth = "texts" | "messages" | "kinds";
export function lineOf({ suites, attributes, children }: JunitCase, library: string, depth: Depth): string {
  const { classname = "", name = "" } = attributes;
  const said = children.map((child) => [
    child.name,
    depth === "kinds" ? [] : Object.entries(child.attributes).toSorted(),
    depth === "texts" ? child.text.trim() : "",
  ]);
  return withoutPlace(JSON.stringify([suites, classname, name, said]), library);
}

export function verdictOf(entries: readonly JunitCase[]): Verdict {
  const names = new Set(entries.flatMap(({ children }) => children.map(({ name }) => name)));
  if (names.has("failure") || names.has("error")) return "failed";
  return names.has("skipped") ? "skipped" : "passed";
}
