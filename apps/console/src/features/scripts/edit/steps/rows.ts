/** What the view of steps shows, line by line. */
import type { OutlineSection, OutlineStep } from "@udt/low-code";
import type { LineRange } from "./steps-doc.ts";

type Path = OutlineStep["path"];
interface RowBase {
  /** Unlike all others of the file. */
  key: string;
  /** From 1, for the case or block itself. */
  level: number;
}
export type StepRow = RowBase & {
  kind: "step";
  one: OutlineStep;
  /** Its place in its list, from 1, and how many there are. */
  number: number;
  of: number;
  /** Undefined for what has no steps within it. */
  isOpen: boolean | undefined;
  /** By what it is known where it is closed: that stays when it is moved. */
  fold: string;
};
export type SectionRow = RowBase & {
  kind: "section";
  one: OutlineSection;
  isOpen: boolean;
  count: number;
  fold: string;
};
export type Row =
  | SectionRow
  | StepRow
  /** What is carried out else. */
  | (RowBase & { kind: "else"; path: Path })
  /** A list that has none yet. */
  | (RowBase & { kind: "none"; list: Path });

export const keyOf = (path: Path): string => path.join("/");

export const countOf = (steps: readonly OutlineStep[]): number =>
  steps.reduce((count, { lists }) => count + 1 + lists.reduce((sum, list) => sum + countOf(list.steps), 0), 0);

/** @param closed what shows nothing of what is in it, by its fold */
export function rowsOf(sections: readonly OutlineSection[], closed: ReadonlySet<string>): Row[] {
  const rows: Row[] = [];
  const list = (steps: readonly OutlineStep[], path: Path, level: number): void => {
    if (steps.length === 0) rows.push({ kind: "none", key: `${keyOf(path)}/none`, level, list: path });
    for (const [at, one] of steps.entries()) {
      const key = keyOf(one.path);
      const fold = `${keyOf(one.path.slice(0, 2))}#${String(one.step["id"] ?? key)}`;
      const isOpen = one.lists.length === 0 ? undefined : !closed.has(fold);
      rows.push({ kind: "step", key, level, one, number: at + 1, of: steps.length, isOpen, fold });
      if (isOpen !== true) continue;
      for (const inner of one.lists) {
        const within = [...one.path, inner.name];
        if (inner.name === "else") rows.push({ kind: "else", key: keyOf(within), level, path: within });
        list(inner.steps, within, level + 1);
      }
    }
  };
  for (const one of sections) {
    const key = keyOf(one.path);
    const isOpen = !closed.has(key);
    rows.push({ kind: "section", key, level: 1, one, isOpen, count: countOf(one.steps), fold: key });
    if (isOpen) list(one.steps, [...one.path, "steps"], 2);
  }
  return rows;
}

export const isStep = (row: Row): row is StepRow => row.kind === "step";

/** The steps that lines touch: each by what stands before the steps within it, or by all of it where those do not show. */
export function touchedBy(rows: readonly Row[], { from, to }: LineRange): StepRow[] {
  return rows.filter(isStep).filter(({ one, isOpen }) => {
    const last = isOpen === true ? one.head_to : one.lines.to;
    return one.lines.from <= to && last >= from;
  });
}

/** What can be chosen: steps, and the heads of cases and blocks. */
export type ChosenRow = StepRow | SectionRow;
export const isChosen = (row: Row): row is ChosenRow => row.kind === "step" || row.kind === "section";

/** The lines of rows, for a selection that touches them and nothing else. */
export function linesOf(rows: readonly ChosenRow[]): LineRange | undefined {
  const [first] = rows;
  if (!first) return undefined;
  const spanOf = (row: ChosenRow): LineRange => {
    if (row.kind === "section") return { from: row.one.line, to: row.one.line };
    return { from: row.one.lines.from, to: row.isOpen === true ? row.one.head_to : row.one.lines.to };
  };
  const spans = rows.map(spanOf);
  return { from: Math.min(...spans.map(({ from }) => from)), to: Math.max(...spans.map(({ to }) => to)) };
}

/** Which row a line of the text is said in. */
export const rowOfLine = (rows: readonly Row[], line: number): StepRow | undefined =>
  rows.filter(isStep).findLast(({ one }) => one.lines.from <= line && line <= one.lines.to);

/** The lines at which steps begin that do something by themselves. */
export function leavesOf(steps: readonly OutlineStep[], found = new Set<number>()): ReadonlySet<number> {
  for (const { step, lines, lists } of steps) {
    if (lists.length === 0 && step["action"] !== "call") found.add(lines.from);
    for (const { steps: inner } of lists) leavesOf(inner, found);
  }
  return found;
}
