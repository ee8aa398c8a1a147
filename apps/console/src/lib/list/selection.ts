import type { ReactNode } from "react";

/** How rows of a list are ticked, and what can be done with those that are. */
export interface Selection<Row> {
  idOf: (row: Row) => string;
  nameOf: (row: Row) => string;
  /** Whether the user may tick it. */
  isTickable: (row: Row) => boolean;
  words: { one: (name: string) => string; all: string; bar: string; chosen: (count: number) => string; clear: string };
  /** Stands in a bar above the rows while some are ticked; `clear` unticks them. */
  actions: (chosen: readonly Row[], clear: () => void) => ReactNode;
}

/** The rows that are ticked: those of the list as it is now that may be, however many were. */
export const tickedOf = <Row>(
  rows: readonly Row[],
  ticked: ReadonlySet<string>,
  { idOf, isTickable }: Pick<Selection<Row>, "idOf" | "isTickable">,
): readonly Row[] => rows.filter((row) => isTickable(row) && ticked.has(idOf(row)));

/** With one more, or one less. */
export function withTick(ticked: ReadonlySet<string>, id: string, on: boolean): ReadonlySet<string> {
  const next = new Set(ticked);
  if (on) next.add(id);
  else next.delete(id);
  return next;
}
