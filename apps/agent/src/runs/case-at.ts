import type { Framework } from "@udt/contract";
import { casesOf, readLowCode } from "@udt/low-code";
import { SEPARATOR } from "../runners/node-test/inside/names.mts";
import { openInside } from "../runners/open-inside.ts";
import type { CollectedCase } from "../runners/runner.ts";

/** Longer files are not looked into. */
const TEXT_MAX_BYTES = 1024 ** 2;

/** Whether a line declares what a case is called, where its language has a line for that. */
const DECLARES: Partial<Record<Framework, (line: string, title: string) => boolean>> = {
  pytest: (line, title) => /^\s*(async\s+)?def\s/.test(line) && line.includes(`def ${title}(`),
  node_test: (line, title) => /\b(test|it)\b/.test(line) && line.includes(title),
};

/**
 * Those of a file's cases that a line of it is in: what was declared last above it. Rows of one table are declared by one line, and
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
  const lines = framework === "low_code" ? linesOfSteps(text, cases) : linesOfCode(framework, text, cases);
  const last = Math.max(...[...lines.values()].filter((each) => each <= line));
  return cases.filter((one) => lines.get(one) === last);
}

function linesOfSteps(text: string, cases: readonly CollectedCase[]): Map<CollectedCase, number> {
  const read = readLowCode(text);
  if ("faults" in read) return new Map();
  const lines = new Map(casesOf(read).map(({ label, path }) => [label, read.lineOf(path.slice(0, 2))]));
  return new Map(cases.map((one) => [one, lines.get(one.function) ?? Infinity]));
}

function linesOfCode(framework: Framework, text: string, cases: readonly CollectedCase[]): Map<CollectedCase, number> {
  const declares = DECLARES[framework];
  const found = new Map<CollectedCase, number>();
  if (!declares) return found;
  const lines = text.split("\n");
  const byTitle = Map.groupBy(cases, (one) => one.function.split(SEPARATOR).at(-1) ?? "");
  for (const [title, called] of byTitle) {
    if (title === "") continue;
    const declared = lines.flatMap((line, at) => (declares(line, title) ? [at + 1] : []));
    const [first] = declared;
    if (first === undefined) continue;
    for (const [at, one] of called.entries())
      found.set(one, declared.length === called.length ? (declared[at] ?? first) : first);
  }
  return found;
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
