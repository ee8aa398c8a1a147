/** Where the lines of steps are once a change is written. */
import { type LowCodeChange, pathKey } from "./change.ts";
import { type Edited, editLowCode } from "./edit.ts";
import { allSteps, outlineOf, type OutlineStep } from "./outline.ts";
import { placeAfter } from "./places.ts";

/** With which line each of those followed is after that is of a step; undefined: its step is gone. */
export type Followed =
  | (Exclude<Edited, { refused: unknown }> & { lines: ReadonlyMap<number, number | undefined> })
  | Extract<Edited, { refused: unknown }>;

/** Writes a change into a file's text, and follows lines of steps, wherever those go. */
export function editFollowing(text: string, change: LowCodeChange, lines: readonly number[]): Followed {
  const edited = editLowCode(text, change);
  return "refused" in edited ? edited : { ...edited, lines: linesAfter(text, change, edited.text, lines) };
}

/**
 * Those of these lines that are of a step, and which line of the same step each is after; undefined: its step is gone. A line that
 * is of none is where the lines around it are.
 */
function linesAfter(
  before: string,
  change: LowCodeChange,
  after: string,
  lines: readonly number[],
): Map<number, number | undefined> {
  const found = new Map<number, number | undefined>();
  if (lines.length === 0) return found;
  const steps = stepsOf(before);
  const now = new Map(stepsOf(after).map((step) => [pathKey(step.path), step]));
  for (const line of lines) {
    const step = steps.find(({ lines: { from }, head_to }) => from <= line && line <= head_to);
    if (!step) continue;
    const path = placeAfter(change, step.path);
    const there = path && now.get(pathKey(path));
    found.set(line, there && Math.min(there.lines.from + line - step.lines.from, there.head_to));
  }
  return found;
}

function stepsOf(text: string): OutlineStep[] {
  const outline = outlineOf(text);
  return "unreadable" in outline ? [] : outline.sections.flatMap(({ steps }) => allSteps(steps));
}
