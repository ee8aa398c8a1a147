/**
 * What there is too much of, counted: each number in `ratchets.json` is the most there may be. Who lowers one writes the
 * lower number down, so that it never grows again; none is raised, which git's history tells.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync, Visitor } from "rolldown/utils";
import { typeCircles } from "./check-circles.ts";
import { duplicates } from "./check-duplicates.ts";
import { productFiles } from "./product-files.ts";

const FILE = "tools/ratchets.json";
const LONG_FILE = 300;
const LONG_FUNCTION = 100;

/** @returns A sentence for each count that differs from what is written down, and for each number that was raised or taken out. */
export function checkRatchets(root: string): string[] {
  const allowed = JSON.parse(readFileSync(join(root, FILE), "utf8")) as Record<string, unknown>;
  const counts = counted(root);
  const lowest = lowestCommitted(root);
  const raised = Object.keys(counts).flatMap((name) => {
    const before = lowest.get(name);
    if (before === undefined || Number(allowed[name]) <= before) return [];
    return [
      `${name}: ${String(allowed[name])} is written down, and it was ${before}: no number is raised or taken out`,
    ];
  });
  const differing = Object.entries(counts).flatMap(([name, { count, where }]) => {
    if (count === allowed[name]) return [];
    return count > Number(allowed[name])
      ? [`${name}: ${count}, and ${String(allowed[name])} are allowed: ${where.join(", ")}`]
      : [`${name}: only ${count} are left; write that into ${FILE}`];
  });
  return [...raised, ...differing];
}

/**
 * The lowest that each number was in any commit that led to this one, on whatever branch. A shallow clone has its newest
 * commits alone, so at least what was committed last; what is no repository (an archive) has nothing to compare with. What
 * is measured otherwise than before gets a name of its own.
 */
function lowestCommitted(root: string): Map<string, number> {
  const git = (...args: string[]) => spawnSync("git", args, { cwd: root, encoding: "utf8" });
  const lowest = new Map<string, number>();
  // A folder within another project's repository is no repository of this one.
  if (git("rev-parse", "--show-prefix").stdout?.trim() !== "") return lowest;
  const commits = git("rev-list", "--full-history", "HEAD", "--", FILE);
  if (commits.status !== 0) return lowest;
  for (const commit of commits.stdout.split("\n").filter(Boolean)) {
    const said = numbersIn(git("show", `${commit}:${FILE}`).stdout);
    for (const [name, number] of Object.entries(said)) lowest.set(name, Math.min(number, lowest.get(name) ?? number));
  }
  return lowest;
}

/** What was committed broken, as a merge with its marks in it, tells nothing. */
function numbersIn(text: string): Record<string, number> {
  try {
    return JSON.parse(text) as Record<string, number>;
  } catch {
    return {};
  }
}

interface Count {
  count: number;
  where: string[];
}

function counted(root: string): Record<string, Count> {
  const files = productFiles(root).map((file) => ({ file, text: readFileSync(join(root, file), "utf8") }));
  const inTrees = files.map(({ file, text }) => inTree(file, text));
  const of = (where: string[]): Count => ({ count: where.length, where });
  const twice = duplicates(root);
  return {
    type_circles: of(typeCircles(root).map((circle) => circle.join(" ↔ "))),
    long_files: of(files.filter(({ text }) => text.split("\n").length > LONG_FILE).map(({ file }) => file)),
    long_functions: of(inTrees.flatMap(({ functions }) => functions)),
    non_null_assertions: of(inTrees.flatMap(({ assertions }) => assertions)),
    duplicates_in_product: of(twice.product),
    duplicates_elsewhere: of(twice.elsewhere),
  };
}

/** The places of a file's long functions, and of what it calls there although it may be missing. */
function inTree(file: string, text: string): { functions: string[]; assertions: string[] } {
  const lineAt = (at: number) => text.slice(0, at).split("\n").length;
  const [functions, assertions]: [string[], string[]] = [[], []];
  const measure = ({ start, end }: { start: number; end: number }) => {
    const lines = lineAt(end) - lineAt(start) + 1;
    if (lines > LONG_FUNCTION) functions.push(`${file}:${lineAt(start)} (${lines} lines)`);
  };
  new Visitor({
    FunctionDeclaration: measure,
    FunctionExpression: measure,
    ArrowFunctionExpression: measure,
    TSNonNullExpression: ({ start }) => void assertions.push(`${file}:${lineAt(start)}`),
  }).visit(parseSync(file, text).program);
  return { functions, assertions };
}
