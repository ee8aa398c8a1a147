import { newStep, type Outline, type OutlineStep, pathAgain, pathsAgain, type Place, placeAgain } from "@udt/low-code";
import {
  type ChosenRow,
  isChosen,
  isStep,
  keyOf,
  linesOf,
  type Row,
  rowsOf,
  type SectionRow,
  type StepRow,
  touchedBy,
} from "./rows.ts";
import { pickedRows } from "./picked.ts";
import { meantOf, placeBeside, placeForNew } from "./moves.ts";
import type { StepsDoc } from "./steps-doc.ts";
import type { Doing, Steps } from "./use-steps.ts";

type Path = OutlineStep["path"];

const pathsOf = (rows: readonly ChosenRow[]): Path[] => rows.map(({ one }) => one.path);
type Now = Parameters<Doing>[0];

/** What is there when it is a change's turn, of what was there when it was wanted. */
function turnOf(steps: Steps, doc: StepsDoc, closed: ReadonlySet<string>) {
  const { outlined: shown } = steps;
  /** Selects what a change was about. */
  const show = (places: readonly Path[], after: Now): void => {
    if ("unreadable" in after || places.length === 0) return;
    const keys = new Set(places.map(keyOf));
    const found = rowsOf(after.sections, closed)
      .filter(isChosen)
      .filter(({ key }) => keys.has(key));
    const lines = linesOf(found);
    if (lines) steps.pick(pathsOf(found), after, lines);
  };
  /** What is done with something that shows, where that still is. */
  const again = <At, Result>(
    find: (before: Outline, at: At, now: Outline) => At | undefined,
    at: At,
    now: Now,
    then: (found: At) => Result,
  ): Result | "gone" => {
    if (!shown || "unreadable" in shown || "unreadable" in now) return "gone";
    const found = find(shown, at, now);
    return found ? then(found) : "gone";
  };
  /** The rows, and those that are selected, of the file as it is when it is changed. */
  const rowsIn = (now: Now): { rows: readonly Row[]; selected: readonly StepRow[]; head?: SectionRow | undefined } => {
    if ("unreadable" in now) return { rows: [], selected: [] };
    const rows = rowsOf(now.sections, closed);
    const lines = doc.selected.get();
    const picked = pickedRows(steps.pickedNow(), rows, now, lines);
    const head = picked?.find((row) => row.kind === "section");
    return { rows, selected: picked ? picked.filter(isStep) : touchedBy(rows, lines), head };
  };
  return { show, again, rowsIn };
}

/**
 * What somebody can do with the steps that are selected, and with others. Those that are named by their places are meant as they
 * show now: until it is their turn they may be elsewhere, or gone.
 */
export function doingOf(steps: Steps, doc: StepsDoc, closed: ReadonlySet<string>) {
  const { act, outlined: shown } = steps;
  const { show, again, rowsIn } = turnOf(steps, doc, closed);
  return {
    /** Selects rows that show. What waits may put them elsewhere, or select others, before that counts. */
    choose(chosen: readonly ChosenRow[]) {
      const lines = linesOf(chosen);
      const paths = pathsOf(chosen);
      if (lines && steps.isShown() && shown && !("unreadable" in shown)) steps.pick(paths, shown, lines);
      if (steps.isShown() && !steps.isBusy()) return;
      steps.later((now) => again(pathsAgain, paths, now, (found) => show(found, now)));
    },
    undo: steps.undo,
    redo: steps.redo,
    move: (way: "up" | "down") =>
      act((now) => {
        const { rows, selected } = rowsIn(now);
        const paths = meantOf(selected);
        const to = placeBeside(rows, paths, way);
        return to && { change: "move", paths, to };
      }, show),
    drop: (dropped: readonly Path[], to: Place) =>
      act(
        (now) =>
          again(pathsAgain, dropped, now, (paths) =>
            again(placeAgain, to, now, (place) => ({ change: "move", paths, to: place })),
          ),
        show,
      ),
    duplicate: () =>
      act((now) => {
        const paths = meantOf(rowsIn(now).selected);
        return paths.length > 0 ? { change: "duplicate", paths } : undefined;
      }, show),
    duplicateAt: (path: Path) =>
      act((now) => again(pathAgain, path, now, (found) => ({ change: "duplicate", paths: [found] }))),
    removeAt: (path: Path, onDone: () => void) =>
      act((now) => again(pathAgain, path, now, (found) => ({ change: "remove", paths: [found] })), onDone),
    /** @param onDone told how many are gone */
    remove(onDone: (count: number) => void) {
      let count = 0;
      act(
        (now) => {
          const paths = meantOf(rowsIn(now).selected);
          count = paths.length;
          return count > 0 ? { change: "remove", paths } : undefined;
        },
        () => onDone(count),
      );
    },
    group: (which: readonly Path[], name: string) =>
      act((now) => again(pathsAgain, which, now, (paths) => ({ change: "group", paths, name })), show),
    add: (action: string, at?: Place, onDone?: () => void) =>
      act(
        (now) => {
          if ("unreadable" in now) return undefined;
          const insert = (to: Place) => ({ change: "insert" as const, to, item: newStep(action) });
          if (at) return again(placeAgain, at, now, insert);
          const { selected, head } = rowsIn(now);
          if (head && selected.length === 0)
            return insert({ list: [...head.one.path, "steps"], at: head.one.steps.length });
          const to = placeForNew(now.sections, selected);
          return to && insert(to);
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
    set(of: Path, within: Path, value: unknown) {
      let there: Path[] = [];
      act(
        (now) =>
          again(pathAgain, of, now, (path) => {
            there = [path];
            return { change: "set", path: [...path, ...within], value };
          }),
        (_, after) => show(there, after),
      );
    },
  };
}
export type Doings = ReturnType<typeof doingOf>;
