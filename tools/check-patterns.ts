/**
 * Checks that no regular expression of the product takes more than linear time, because most read text from outside: a
 * device, a script, a browser. Every literal and `RegExp("…")` is judged; one made of a variable cannot be, and its file
 * needs its reason in tools/patterns.json.
 */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync, Visitor, type ESTree } from "rolldown/utils";
import { analyse, type Report } from "scslre";
import { type Attack, attacksOn } from "./attack-texts.ts";

const SOURCES = ["{apps,packages}/*/src/**/*.{ts,tsx,mts,mjs}", "tools/*.{ts,mjs}"];
const CAUSES: Record<Report["type"], string> = {
  Trade: "two parts of it share out one text in every way",
  Self: "a repetition of a repetition",
  Move: "the search begins anew at each character",
};

export function checkPatterns(root: string): string[] {
  const reviewed = JSON.parse(readFileSync(join(root, "tools/patterns.json"), "utf8")) as Record<string, string>;
  const needed = new Set<string>();
  const problems: string[] = [];
  for (const file of globSync(SOURCES, { cwd: root }).toSorted()) {
    const path = file.replaceAll("\\", "/");
    if (/\.spec\.tsx?$/.test(path)) continue;
    for (const problem of judgeSource(path, readFileSync(join(root, file), "utf8"))) {
      if (problem.isVariable) needed.add(path);
      if (!problem.isVariable || !(path in reviewed)) problems.push(problem.text);
    }
  }
  for (const path of Object.keys(reviewed))
    if (!needed.has(path)) problems.push(`tools/patterns.json: ${path} makes no expression of a variable`);
  return problems;
}

interface Problem {
  text: string;
  /** The expression is made of a variable. */
  isVariable: boolean;
}

export function judgeSource(path: string, source: string): Problem[] {
  const problems: Problem[] = [];
  const place = (start: number) => `${path}:${source.slice(0, start).split("\n").length}`;
  const judge = (start: number, pattern: string, flags: string) =>
    problems.push(
      ...judgePattern(pattern, flags).map((reason) => ({ text: `${place(start)}: ${reason}`, isVariable: false })),
    );
  const made = ({ callee, arguments: given, start }: ESTree.CallExpression | ESTree.NewExpression) => {
    if (callee.type !== "Identifier" || callee.name !== "RegExp") return;
    const [pattern, flags] = given.map(textOf);
    if (pattern !== undefined && (given.length === 1 || flags !== undefined)) judge(start, pattern, flags ?? "");
    else problems.push({ text: `${place(start)}: an expression made of a variable`, isVariable: true });
  };
  const parsed = parseSync(path, source);
  if (parsed.errors.length > 0) problems.push({ text: `${path}: ${parsed.errors[0]!.message}`, isVariable: false });
  new Visitor({
    Literal(node) {
      if ("regex" in node) judge(node.start, node.regex.pattern, node.regex.flags);
    },
    CallExpression: made,
    NewExpression: made,
  }).visit(parsed.program);
  return problems;
}

function textOf(node: ESTree.Argument): string | undefined {
  if (node.type === "Literal") return typeof node.value === "string" ? node.value : undefined;
  if (node.type === "TemplateLiteral" && node.expressions.length === 0)
    return node.quasis[0]?.value.cooked ?? undefined;
  return undefined;
}

/** Why it is not linear, with what shows it. The analysis knows repeated characters alone, so longer texts are tried. */
function judgePattern(pattern: string, flags: string): string[] {
  const named = `/${pattern}/${flags}`;
  try {
    const { reports } = analyse({ source: pattern, flags });
    const slow = reports.length === 0 ? slowestOf(pattern, flags) : undefined;
    if (slow) return [`${named} takes ${slow.time} time over texts like ${JSON.stringify(slow.text)}`];
    return reports.map(
      ({ type, exponential, character }) =>
        `${named} takes ${exponential ? "exponential" : "quadratic"} time over many ${JSON.stringify(character.pick)}: ${CAUSES[type]}`,
    );
  } catch (error) {
    return [`${named} cannot be judged: ${String(error)}`];
  }
}

/** Many times what a linear pattern takes for the longest text, on a busy machine too. */
const SLOW_MS = 60;
const TURNS_EXPONENTIAL = [16, 20, 24];
const CHARS_POLYNOMIAL = [4_000, 16_000, 64_000, 256_000];

function slowestOf(pattern: string, flags: string): { time: string; text: string } | undefined {
  const attacks = attacksOn(pattern, flags);
  const find = (sizes: readonly number[], turns: (attack: Attack, size: number) => number, time: string) => {
    for (const size of sizes)
      for (const attack of attacks)
        if (tookMs(pattern, flags, attack(turns(attack, size))) > SLOW_MS) return { time, text: attack(4) };
    return undefined;
  };
  return (
    find(TURNS_EXPONENTIAL, (_, turns) => turns, "exponential") ??
    find(CHARS_POLYNOMIAL, (attack, chars) => Math.ceil(chars / attack(1).length), "polynomial")
  );
}

/** The best of three, because others use the machine too. */
function tookMs(pattern: string, flags: string, text: string): number {
  const regex = new RegExp(pattern, flags);
  let best = Infinity;
  for (let turn = 0; turn < 3 && best > SLOW_MS; turn++) {
    regex.lastIndex = 0;
    const started = performance.now();
    regex.exec(text);
    best = Math.min(best, performance.now() - started);
  }
  return best;
}
