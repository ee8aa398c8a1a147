/** Where steps stand in their file. */
import { casesOf, type OneCase } from "./cases.ts";
import type { Path } from "./fault.ts";
import type { LowCode } from "./read.ts";
import type { Step } from "./schema.ts";
import { type Scope, textsOf } from "./variables.ts";

/** Lines from the one to the other, both with it; from 1. */
export interface Lines {
  from: number;
  to: number;
}

/** Where a step stands. */
interface Placed {
  path: Path;
  /** The whole of it. */
  all: Lines;
  /** What stands before the steps within it. */
  head: Lines;
}

/** The lists of steps within a step. */
export const listsIn = (step: Step): (readonly [name: "steps" | "else", steps: readonly Step[]])[] =>
  step.action === "if" || step.action === "loop"
    ? [["steps", step.steps], ...(step.action === "if" && step.else ? [["else", step.else] as const] : [])]
    : [];

/** The lists of a file that begin one: each block's, and each case's. */
export const listsOf = ({ file }: LowCode): { path: Path; steps: readonly Step[] }[] => [
  ...Object.entries(file.blocks ?? {}).map(([name, { steps }]) => ({ path: ["blocks", name, "steps"], steps })),
  ...file.cases.map(({ steps }, at) => ({ path: ["cases", at, "steps"], steps })),
];

function placed(lowCode: LowCode, step: Step, path: Path): Placed {
  const all = { from: lowCode.lineOf(path), to: lowCode.lastLineOf(path) };
  const inner = listsIn(step).map(([name]) => lowCode.lineOf([...path, name, 0]));
  return {
    path,
    all,
    head: { from: all.from, to: Math.max(all.from, Math.min(all.to, ...inner.map((line) => line - 1))) },
  };
}

const pathKey = (path: Path): string => path.join("/");

/**
 * Which lines mean which step: its own and those above it that are no other step's, so that a line between two means the lower.
 * @returns answers by a step's place in the file
 */
export function linesOfSteps(lowCode: LowCode): (path: Path) => Lines {
  const found: Placed[] = [];
  const walk = (steps: readonly Step[], path: Path): void => {
    for (const [at, step] of steps.entries()) {
      found.push(placed(lowCode, step, [...path, at]));
      for (const [name, inner] of listsIn(step)) walk(inner, [...path, at, name]);
    }
  };
  for (const { steps, path } of listsOf(lowCode)) walk(steps, path);
  const meant = new Map<string, Lines>();
  let before = 0;
  for (const { path, head } of found.toSorted((a, b) => a.head.from - b.head.from)) {
    meant.set(pathKey(path), { from: Math.min(head.from, before + 1), to: head.to });
    before = Math.max(before, head.to);
  }
  return (path) => meant.get(pathKey(path)) ?? { from: lowCode.lineOf(path), to: lowCode.lastLineOf(path) };
}

/**
 * The steps alone that lines touch, each whole: of each case one list of them, with what the case and the first row of its table
 * declare, and of each block one with the file's variables. Where all that is touched lies within a loop or a condition, its
 * inner steps are meant, with the first value of the loop.
 */
export function casesOfLines(lowCode: LowCode, lines: Lines): OneCase[] {
  const cases = casesOf(lowCode);
  return listsOf(lowCode).flatMap(({ path, steps }) => {
    const [kind, name] = path;
    const around =
      kind === "cases"
        ? cases.find((one) => one.path[1] === name)
        : { label: `blocks.${name}`, scope: new Map(textsOf(lowCode.file.variables)) };
    const part = partOf(lowCode, steps, path, lines);
    if (!around || !part) return [];
    const { scope, ...taken } = part;
    return [{ label: around.label, scope: new Map([...around.scope, ...scope]), ...taken }];
  });
}

type Part = Pick<OneCase, "steps" | "path" | "first"> & { scope: Scope };

function partOf(lowCode: LowCode, steps: readonly Step[], path: Path, lines: Lines): Part | undefined {
  const touches = ({ from, to }: Lines) => from <= lines.to && to >= lines.from;
  const all = steps.map((step, at) => ({ step, at, ...placed(lowCode, step, [...path, at]) }));
  const touched = all.filter((one) => touches(one.all));
  const [first] = touched;
  if (!first) return undefined;
  if (touched.length === 1 && !touches(first.head)) {
    const inner = listsIn(first.step).flatMap(
      ([name, within]) => partOf(lowCode, within, [...first.path, name], lines) ?? [],
    );
    const [only] = inner;
    if (only && inner.length === 1) return { ...only, scope: new Map([...valueOf(first.step), ...only.scope]) };
  }
  return { steps: touched.map(({ step }) => step), path, first: first.at, scope: new Map() };
}

/** What a loop's variable says in its first round. */
const valueOf = (step: Step): [string, string][] =>
  step.action === "loop" && step.as !== undefined && step.each ? textsOf({ [step.as]: step.each[0] ?? "" }) : [];
