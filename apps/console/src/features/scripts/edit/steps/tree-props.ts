import type { Outline, OutlineStep } from "@udt/low-code";
import type { Pointing } from "./form/pointing.ts";
import type { StepState } from "./marks.ts";
import type { ChosenRow, Row, StepRow } from "./rows.ts";
import type { Doings } from "./use-doing.ts";

type Path = OutlineStep["path"];
export interface Marks {
  /** The line that runs, or that it waits at. */
  at: { line: number; is_held: boolean } | undefined;
  states: ReadonlyMap<number, StepState>;
  breakpoints: readonly number[];
}

export interface TreeProps {
  name: string;
  canChange: boolean;
  marks: Marks;
  onBreakpoint: (line: number) => void;
  rows: readonly Row[];
  selected: readonly StepRow[];
  /** The selected steps, or the case or block whose head is chosen. */
  chosen: readonly ChosenRow[];
  outline: Outline;
  doing: Doings;
  pointing: Pointing;
  /** What has its form open: the selected step, or a case or block by its key. */
  edited: string | undefined;
  onEdit: (what: string | undefined) => void;
  onTurn: (fold: string) => void;
  onRemoveCase: (path: Path, name: string) => void;
  onRemoveSelected: () => void;
}
