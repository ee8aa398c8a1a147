import { newStep, outermost, type OutlineStep, type Place } from "@udt/low-code";
import { isStep, keyOf, linesOf, type Row, rowsOf, type StepRow, touchedBy } from "./rows.ts";
import { meantOf, placeBeside, placeForNew } from "./moves.ts";
import type { StepsDoc } from "./steps-doc.ts";
import type { Doing, Steps } from "./use-steps.ts";

type Path = OutlineStep["path"];

/** What somebody can do with the steps that are selected. */
export function doingOf({ act }: Pick<Steps, "act">, doc: StepsDoc, closed: ReadonlySet<string>) {
  /** Selects what a change was about. */
  const show = (places: readonly Path[], after: Parameters<Doing>[0]): void => {
    if ("unreadable" in after || places.length === 0) return;
    const keys = new Set(places.map(keyOf));
    const lines = linesOf(
      rowsOf(after.sections, closed)
        .filter(isStep)
        .filter(({ key }) => keys.has(key)),
    );
    if (lines) doc.select(lines);
  };
  const keep = (path: Path) => (_: readonly Path[], after: Parameters<Doing>[0]) => show([path], after);
  /** The rows, and those that are selected, of the file as it is when it is changed. */
  const rowsIn = (now: Parameters<Doing>[0]): { rows: readonly Row[]; selected: readonly StepRow[] } => {
    const rows = "unreadable" in now ? [] : rowsOf(now.sections, closed);
    return { rows, selected: touchedBy(rows, doc.selected.get()) };
  };
  return {
    move: (way: "up" | "down") =>
      act((now) => {
        const { rows, selected } = rowsIn(now);
        const paths = meantOf(selected);
        const to = placeBeside(rows, paths, way);
        return to && { change: "move", paths, to };
      }, show),
    drop: (dropped: readonly Path[], to: Place) => act(() => ({ change: "move", paths: outermost(dropped), to }), show),
    duplicate: () =>
      act((now) => {
        const paths = meantOf(rowsIn(now).selected);
        return paths.length > 0 ? { change: "duplicate", paths } : undefined;
      }, show),
    duplicateAt: (paths: readonly Path[]) => act(() => ({ change: "duplicate", paths })),
    remove: (which: readonly Path[], onDone: () => void) =>
      act(() => (which.length > 0 ? { change: "remove", paths: which } : undefined), onDone),
    group: (which: readonly Path[], name: string) => act(() => ({ change: "group", paths: which, name }), show),
    add: (action: string, at?: Place, onDone?: () => void) =>
      act(
        (now) => {
          if ("unreadable" in now) return undefined;
          const to = at ?? placeForNew(now.sections, rowsIn(now).selected);
          return to && { change: "insert", to, item: newStep(action) };
        },
        (places, after) => {
          show(places, after);
          onDone?.();
        },
      ),
    addCase: (name: string) =>
      act((now) => {
        if ("unreadable" in now) return undefined;
        const at = now.sections.filter(({ kind }) => kind === "case").length;
        return { change: "insert", to: { list: ["cases"], at }, item: { name, steps: [] } };
      }),
    /** One of several that are not disabled: all are then. */
    turnOff: () =>
      act((now) => {
        const { selected } = rowsIn(now);
        const isOff = selected.every(({ one }) => one.step["disabled"] === true);
        const paths = meantOf(selected);
        if (paths.length === 0) return undefined;
        return { change: "set_each", paths, field: "disabled", value: isOff ? undefined : true };
      }, show),
    /** @param of the step or the case that something is said of */
    set: (of: Path, within: Path, value: unknown) =>
      act(() => ({ change: "set", path: [...of, ...within], value }), keep(of)),
  };
}
export type Doings = ReturnType<typeof doingOf>;
