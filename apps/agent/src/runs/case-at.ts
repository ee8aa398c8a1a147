import type { Framework } from "@udt/contract";
import { casesOf, readLowCode } from "@udt/low-code";
import { SEPARATOR } from "../runners/node-test/inside/names.mts";
import { type Declaration, pythonDeclarations, scriptDeclarations } from "./case-declarations.ts";
import { openInside } from "../runners/open-inside.ts";
import type { CollectedCase } from "../runners/runner.ts";

/** Longer files are not looked into. */
const TEXT_MAX_BYTES = 1024 ** 2;

/** Where a file's code declares a case, as far as its language has a line for that. */
const DECLARATIONS: Partial<Record<Framework, (text: string, titles: ReadonlySet<string>) => Declaration[]>> = {
  pytest: pythonDeclarations,
  node_test: scriptDeclarations,
};

/**
 * Those of a file's cases that a line of it is in: what was declared last above it, and none where that is no case of the file. Rows of one table are declared by one line, and
 * are all of them in it; so are tests of one name where nothing tells their lines apart.
 *
 * @param line from 1
 */
export function casesAt(
  framework: Framework,
  text: string,
  cases: readonly CollectedCase[],
  line: number,
): CollectedCase[] {
  if (framework !== "low_code") return casesOfCode(framework, text, cases, line);
  const lines = linesOfSteps(text, cases);
  const last = Math.max(...[...lines.values()].filter((each) => each <= line));
  return cases.filter((one) => lines.get(one) === last);
}

function linesOfSteps(text: string, cases: readonly CollectedCase[]): Map<CollectedCase, number> {
  const read = readLowCode(text);
  if ("faults" in read) return new Map();
  const lines = new Map(casesOf(read).map(({ label, path }) => [label, read.lineOf(path.slice(0, 2))]));
  return new Map(cases.map((one) => [one, lines.get(one.function) ?? Infinity]));
}

function casesOfCode(
  framework: Framework,
  text: string,
  cases: readonly CollectedCase[],
  line: number,
): CollectedCase[] {
  const byTitle = Map.groupBy(cases, (one) => one.function.split(SEPARATOR).at(-1) ?? "");
  const declared = DECLARATIONS[framework]?.(text, new Set(byTitle.keys())) ?? [];
  const last = Math.max(...declared.map((one) => one.line).filter((each) => each <= line));
  const there = declared.filter((one) => one.line === last);
  const found = new Set(
    there.flatMap((one) => {
      const called = byTitle.get(one.title ?? "") ?? [];
      const same = declared.filter(({ title }) => title === one.title);
      return same.length === called.length ? (called[same.indexOf(one)] ?? []) : called;
    }),
  );
  return cases.filter((one) => found.has(one));
}

/** The text of a file of the library; empty where it cannot be read, or is too long. */
export async function textOf(library: string, file: string): Promise<string> {
  const handle = await openInside(library, file).catch(() => undefined);
  if (!handle) return "";
  try {
    const { size } = await handle.stat();
    if (size > TEXT_MAX_BYTES) return "";
    return await handle.readFile("utf8");
  } catch {
    return "";
  } finally {
    await handle.close();
  }
}
