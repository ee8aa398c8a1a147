/** A line of a file that is changed at one place. */
export interface ChangedLine {
  /** Unlike all others: the line's number before or after, and which of them. */
  key: string;
  text: string;
  kind: "added" | "removed" | "same";
}

/** What stays above and below is shown so far. */
const AROUND = 3;

/** The lines between the first and the last that differ, with some around them. */
export function changedLines(before: string, after: string): ChangedLine[] {
  const [old, now] = [before.split("\n"), after.split("\n")];
  const shorter = Math.min(old.length, now.length);
  let head = 0;
  while (head < shorter && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < shorter - head && old.at(-1 - tail) === now.at(-1 - tail)) tail++;
  const part = (lines: readonly string[], from: number, to: number, kind: ChangedLine["kind"]): ChangedLine[] =>
    lines.slice(from, to).map((text, index) => ({ key: `${kind} ${from + index}`, text, kind }));
  const end = now.length - tail;
  return [
    ...part(old, Math.max(0, head - AROUND), head, "same"),
    ...part(old, head, old.length - tail, "removed"),
    ...part(now, head, end, "added"),
    ...part(now, end, end + AROUND, "same"),
  ];
}
