/** Where steps go that are moved by a line, dropped somewhere, or added. */
import { outermost, type OutlineSection, type OutlineStep, type Place } from "@udt/low-code";
import { isStep, keyOf, type Row, type StepRow } from "./rows.ts";

type Path = OutlineStep["path"];
const listOf = (path: Path): Path => path.slice(0, -1);
const indexOf = (path: Path): number => Number(path.at(-1));

/** The steps that are meant where some are selected: of one within another, the outer alone. */
export const meantOf = (rows: readonly StepRow[]): Path[] => outermost(rows.map(({ one }) => one.path));

/** Before which place steps go that are moved up or down by one; undefined: they are at the end. */
export function placeBeside(rows: readonly Row[], paths: readonly Path[], way: "up" | "down"): Place | undefined {
  const edge = way === "up" ? paths[0] : paths.at(-1);
  if (!edge) return undefined;
  const steps = rows.filter(isStep);
  const list = listOf(edge);
  const at = indexOf(edge) + (way === "up" ? -1 : 1);
  const beside = steps.find(({ key }) => key === keyOf([...list, at]));
  if (!beside) return outOf(list, way);
  // One that shows what is in it takes them in.
  const { lists } = beside.one;
  const inner = way === "up" ? lists.at(-1) : lists[0];
  if (beside.isOpen === true && inner)
    return { list: [...beside.one.path, inner.name], at: way === "up" ? inner.steps.length : 0 };
  return { list, at: way === "up" ? at : at + 1 };
}

/** Beside the step that a list is in. */
function outOf(list: Path, way: "up" | "down"): Place | undefined {
  const holder = listOf(list);
  // A case's own list, or a block's.
  if (holder.length <= 2) return undefined;
  return { list: listOf(holder), at: indexOf(holder) + (way === "up" ? 0 : 1) };
}

/** Where something goes that is dropped on a row. @param half of it that is pointed at */
export function placeOn(row: Row, half: "upper" | "lower"): Place | undefined {
  switch (row.kind) {
    case "step": {
      const { path, lists } = row.one;
      if (half === "upper") return { list: listOf(path), at: indexOf(path) };
      const [inner] = lists;
      if (row.isOpen === true && inner) return { list: [...path, inner.name], at: 0 };
      return { list: listOf(path), at: indexOf(path) + 1 };
    }
    case "section":
      return half === "lower" ? { list: [...row.one.path, "steps"], at: 0 } : undefined;
    case "else":
      return { list: row.path, at: 0 };
    case "none":
      return { list: row.list, at: 0 };
  }
}

/** Where a new step goes: behind what is selected, into what is selected and has none, else to the end of the last case. */
export function placeForNew(sections: readonly OutlineSection[], selected: readonly StepRow[]): Place | undefined {
  const last = selected.at(-1);
  if (last) {
    const empty = last.isOpen === true ? last.one.lists.find(({ steps }) => steps.length === 0) : undefined;
    if (empty) return { list: [...last.one.path, empty.name], at: 0 };
    const path = meantOf(selected).at(-1) ?? last.one.path;
    return { list: listOf(path), at: indexOf(path) + 1 };
  }
  const section = sections.findLast(({ kind }) => kind === "case");
  return section && { list: [...section.path, "steps"], at: section.steps.length };
}
