/** What is selected of the steps: those that were chosen as such, else those that the lines selected in the text touch. */
import { type Outline, pathsAgain } from "@udt/low-code";
import { type ChosenRow, isChosen, keyOf, type Row } from "./rows.ts";
import type { LineRange } from "./steps-doc.ts";

/** Several steps may stand in one line: which of them are meant, their lines do not say. */
export interface Picked {
  paths: Outline["sections"][number]["path"][];
  in: Outline;
  /** What is selected in the text for them: when that is another, they are chosen no longer. */
  lines: LineRange;
}

/** The rows that are chosen; undefined: none is, and the lines say what is selected. */
export function pickedRows(
  picked: Picked | undefined,
  rows: readonly Row[],
  now: Outline,
  { from, to }: LineRange,
): readonly ChosenRow[] | undefined {
  if (!picked || picked.lines.from !== from || picked.lines.to !== to) return undefined;
  const paths = pathsAgain(picked.in, picked.paths, now);
  if (!paths) return undefined;
  const keys = new Set(paths.map(keyOf));
  const found = rows.filter(isChosen).filter(({ key }) => keys.has(key));
  return found.length > 0 ? found : undefined;
}
