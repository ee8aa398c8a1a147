/**
 * What there is too much of, counted: each number in `ratchets.json` is the most there may be. Who lowers one writes the
 * lower number down, so that it never grows again; none is raised.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync, Visitor } from "rolldown/utils";
import { typeCircles } from "./check-circles.ts";
import { duplicates } from "./check-duplicates.ts";
import { productFiles } from "./product-files.ts";

const LONG_FILE = 300;
const LONG_FUNCTION = 100;

/** @returns A sentence for each count that differs from what is written down. */
export function checkRatchets(root: string): string[] {
  const allowed = JSON.parse(readFileSync(join(root, "tools", "ratchets.json"), "utf8")) as Record<string, unknown>;
  return Object.entries(counted(root)).flatMap(([name, { count, where }]) => {
    if (count === allowed[name]) return [];
    return count > Number(allowed[name])
      ? [`${name}: ${count}, and ${String(allowed[name])} are allowed: ${where.join(", ")}`]
      : [`${name}: only ${count} are left; write that into tools/ratchets.json`];
  });
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
